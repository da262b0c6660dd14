// The statement of a query that answers plain rows.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import {
  type Condition,
  isBound,
  isSummary,
  type Plan,
  type PlanAttribute,
  type PlanColumn,
  type PlanNode,
} from '../plan/plan.ts';
import { isSliceable, sliceKey, sliceKeys } from '../slices.ts';
import type { SliceParts, Slices, SqlDialect, Statement, TextSql, Value } from '../sql.ts';
import { withoutLowerBounds } from './bounds.ts';
import { columnValue, whereClause } from './conditions.ts';
import { afterCursor, type Cursor, cursorText } from './cursor.ts';
import type { Cell, RowFormat } from './formats.ts';
import { type OrderTerm, orderBy, type RowOrder } from './order.ts';
import { isSingle, joinAgain, joins, lateJoin, neededNodes, nodesOf, readsTexts } from './source.ts';
import { countSql } from './totals.ts';

export interface PageOptions {
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
  readonly after: Cursor | null;
  /** Whether each row is followed by a line break and its cursor values. */
  readonly withCursors: boolean;
  /** How a last line of each row tells the number of rows on all pages; null where none does. */
  readonly totalBy: TellsTotal | null;
}

export function compilePage(
  dialect: SqlDialect,
  plan: Plan,
  order: RowOrder,
  format: RowFormat,
  options: PageOptions,
): Statement {
  const { totalBy } = options;
  const columns = plan.attributes.filter(({ selected }) => selected);
  const core = neededNodes(plan.nodes, order.nodes.union(nodesOf(plan.where)), plan.where);
  const late = neededNodes(
    plan.nodes,
    new Set([...core, ...columns.map(({ node }) => node)]),
    plan.where,
  ).filter((node) => !core.includes(node));
  const isSmall = options.limit !== null && options.limit <= smallPage;
  const joinsByItself = dialect.joinsAfterSort && core.length === 1 && totalBy !== 'window';
  const isLate = late.length > 0 && isSmall && plan.order.length > 0 && !joinsByItself;
  const isStored = columns.every(({ column }) => format.isStored?.(column));
  const isCostly = dialect.sortsWhatIsShown && !isStored && !isSmall && order.terms.length > 0;
  const isInner = isLate || totalBy === 'window' || isCostly;
  const source = isInner
    ? isLate
      ? pageFirst(dialect, plan, order, core, late, options)
      : pageFirst(dialect, plan, order, inOrderOf(plan, [...core, ...late]), [], options)
    : allAtOnce(dialect, plan, order, [...core, ...late], options);
  const key = JSON.stringify([
    format.name,
    options.withCursors ? order.terms.map(({ name }) => name) : null,
    totalBy === 'window' ? core.map(({ index }) => index) : totalBy,
    isLate
      ? late.map(({ index, parent, relation }) => [index, parent?.index, relation?.ownColumns.map(nameOf)])
      : isInner,
    plan.nodes.map(({ entity }) => entity.name),
    columns.map((one) => [one.node.index, one.column.name, one.alias, isNeverNull(one)]),
  ]);
  const cellsOf = () => columns.map((attribute) => cell(dialect, attribute, source.value(attribute), format));
  const beginning = selection(dialect, plan, key, () => {
    const cells = cellsOf();
    const text = format.row(dialect, cells);
    const lines = [
      text,
      ...(options.withCursors ? ['\n', cursorText(dialect, source.terms)] : []),
      ...(totalBy === 'window' ? ['\n', dialect.integerText(sql.id(pageTable, totalColumn))] : []),
      ...(totalBy === 'index' ? ['\n', sql<string>`(${sql.raw(countMark)})`] : []),
    ];
    return lines.length === 1 ? text : dialect.concat(lines);
  });
  if (totalBy === 'index') {
    const { start, end } = aroundCount(beginning);
    return dialect.compile(sql`${countSql(dialect, plan)}${sql.raw(end)}${source.sql}`, start);
  }
  const statement = dialect.compile(source.sql, beginning);
  if (isInner || options.withCursors) return statement;
  const nodes = inOrderOf(plan, [...core, ...late]);
  const slices = slicesOfRows(dialect, plan, order, nodes, options, (from) => {
    const texts = dialect.compile(from, beginning);
    const unquoted = format.unquoted?.row(dialect, cellsOf()) ?? null;
    if (unquoted === null || format.unquoted === undefined) return { texts };
    const start = selection(dialect, plan, `unquoted ${key}`, () => unquoted);
    return {
      texts,
      unquoted: dialect.compile(from, start),
      fields: { separator: format.unquoted.separator, count: columns.length },
    };
  });
  return slices === null ? statement : { ...statement, slices };
}

/** Null where the rows do not come in the order of one table's key, each once. */
function slicesOfRows(
  dialect: SqlDialect,
  plan: Plan,
  { terms }: RowOrder,
  nodes: readonly PlanNode[],
  { limit, offset, after }: PageOptions,
  select: (from: RawBuilder<unknown>) => Pick<SliceParts, 'texts' | 'unquoted' | 'fields'>,
): Slices | null {
  const [root, ...partners] = nodes;
  const isKeyOrder =
    root !== undefined &&
    root.entity.keyKind !== 'all' &&
    terms.length === root.entity.key.length &&
    root.entity.key.every((column, i) => terms[i]?.column === column && !terms[i].descending);
  if (!isKeyOrder || after !== null || !partners.every(isSingle)) return null;
  if (!isSliceable(dialect, root.entity.key, limit)) return null;
  const [leading] = root.entity.key;
  const rest =
    leading === undefined ? undefined : withoutLowerBounds(plan.where, { node: root, column: leading });
  if (rest === undefined) return null;
  const key = root.entity.key.map((column) => columnValue({ node: root, column }));
  const from = joins(dialect, nodes, plan.where);
  const parts = (condition: Condition | null) => {
    const where = whereClause(dialect, nodes, condition);
    const source = sql`${from}${where}`;
    const isFiltered = dialect.compile(where).sql !== '';
    return { ...select(source), keys: sliceKeys(dialect, source, key), isFiltered };
  };
  return { first: parts(plan.where), later: parts(rest), key: sliceKey(dialect, key), limit, offset };
}

const nameOf = ({ name }: Column) => name;

/**
 * By a window, where the page has to look at all rows anyway, in order to sort them, and a count by itself would look at
 * the same ones again. By an index that counts without looking at a row: less work than a statement of its own, but for
 * one who has the server to himself the two take less time apart.
 */
export type TellsTotal = 'window' | 'index';

/** How the page could tell the number of all rows as well; null where the two are better off apart. */
export function tellsTotal(dialect: SqlDialect, plan: Plan, order: RowOrder): TellsTotal | null {
  const [first] = plan.order;
  if (!dialect.countsWhileSorting || plan.where === null || first === undefined) return null;
  const counted = neededNodes(plan.nodes, nodesOf(plan.where), plan.where);
  if (counted.length === 1 && asksOneIndex(plan.where)) return 'index';
  // An index may lead to the first rows.
  if (isSummary(first.by) || leadsAnIndex(first.by)) return null;
  const core = neededNodes(plan.nodes, order.nodes.union(nodesOf(plan.where)), plan.where);
  return counted.length === core.length && (core.length > 1 || readsTexts(plan.where)) ? 'window' : null;
}

/** Whether all that a condition looks at is one column that leads an index. */
function asksOneIndex(where: Condition): boolean {
  const entries = where.kind === 'all' ? where.entries : [where];
  const columns = entries.map((entry) => {
    const isCompared = entry.kind === 'in' || (entry.kind === 'compare' && isBound(entry.right));
    return isCompared && leadsAnIndex(entry.left) ? entry.left.column : null;
  });
  const [column = null] = columns;
  return column !== null && columns.every((other) => other === column);
}

function leadsAnIndex({ node, column }: PlanColumn): boolean {
  const { primaryKey, indexes } = node.entity;
  return primaryKey[0] === column.name || indexes.some(({ columns }) => columns[0] === column.name);
}

/** Stands for the count, which differs by its condition, at the end of what is selected, which does not. */
const countMark = '/* count */';
const countParts = new WeakMap<Statement, { readonly start: Statement; readonly end: string }>();

function aroundCount(beginning: Statement): { readonly start: Statement; readonly end: string } {
  const known = countParts.get(beginning);
  if (known !== undefined) return known;
  const at = beginning.sql.lastIndexOf(countMark);
  const start = { sql: beginning.sql.slice(0, at), parameters: beginning.parameters };
  const parts = { start, end: beginning.sql.slice(at + countMark.length) };
  countParts.set(beginning, parts);
  return parts;
}

/** `select … from` by what is selected: the larger part of a statement, and the same for all conditions and pages. */
const selections = new WeakMap<Entity, Map<string, Statement>>();
const selectionsKept = 256;

/** An entity belongs to one reading of the schema, and what is kept for it goes with it. */
function selection(dialect: SqlDialect, plan: Plan, key: string, output: () => TextSql): Statement {
  const [root] = plan.nodes;
  if (root === undefined) throw new Error('a plan has at least one entity');
  const byKey = selections.get(root.entity) ?? new Map<string, Statement>();
  selections.set(root.entity, byKey);
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const compiled = dialect.compile(sql`select ${output()} from `);
  const [oldest] = byKey.keys();
  if (oldest !== undefined && byKey.size >= selectionsKept) byKey.delete(oldest);
  byKey.set(key, compiled);
  return compiled;
}

/** What a page's rows are made of: everything after FROM, and how its columns are reached. */
interface PageSource {
  readonly sql: RawBuilder<unknown>;
  readonly terms: readonly OrderTerm[];
  value(attribute: PlanColumn): Value;
}

/** Up to this many rows are sorted a second time without being noticed. */
const smallPage = 5_000n;

function allAtOnce(
  dialect: SqlDialect,
  plan: Plan,
  { terms }: RowOrder,
  nodes: readonly PlanNode[],
  options: PageOptions,
): PageSource {
  const inOrder = inOrderOf(plan, nodes);
  const after = options.after === null ? null : afterCursor(dialect, terms, options.after);
  const from = joins(dialect, inOrder, plan.where);
  const where = whereClause(dialect, inOrder, plan.where, after);
  return {
    sql: sql`${from}${where}${orderBy(dialect, terms)} ${page(dialect, options)}`,
    terms,
    value: columnValue,
  };
}

function inOrderOf(plan: Plan, nodes: readonly PlanNode[]): PlanNode[] {
  return plan.nodes.filter((node) => nodes.includes(node));
}

const pageTable = 'p';
const totalColumn = 'n';

/** Finds the page among the entities that decide on it, and only then joins those that only show something. */
function pageFirst(
  dialect: SqlDialect,
  plan: Plan,
  order: RowOrder,
  core: readonly PlanNode[],
  late: readonly PlanNode[],
  options: PageOptions,
): PageSource {
  const carried = new Map<string, { readonly name: string; readonly from: PlanColumn }>();
  const carry = (column: PlanColumn): RawBuilder<unknown> => {
    const id = JSON.stringify([column.node.index, column.column.name]);
    const known = carried.get(id) ?? { name: `c${carried.size}`, from: column };
    carried.set(id, known);
    return sql.id(pageTable, known.name);
  };
  // All rows that are counted are written down on the way, so they carry little: the page finds the rest by its keys.
  const found = new Set(options.totalBy === 'window' ? core.filter(hasKey) : []);
  const value = (column: PlanColumn) =>
    found.has(column.node) || !core.includes(column.node) ? columnValue(column) : carry(column);
  const again = core.filter((node) => found.has(node)).map((node) => joinAgain(dialect, node, carry));
  const joined = [...again, ...late.map((node) => lateJoin(dialect, node, value))];
  for (const attribute of plan.attributes) if (attribute.selected) value(attribute);

  const inner = allAtOnce(dialect, plan, order, core, options);
  const selected = [
    ...[...carried.values()].map(({ name, from }) => sql`${columnValue(from)} as ${sql.id(name)}`),
    ...order.terms.map(({ value }, i) => sql`${value} as ${sql.id(`s${i}`)}`),
    ...(options.totalBy === 'window' ? [sql`count(*) over () as ${sql.id(totalColumn)}`] : []),
  ];
  const terms = order.terms.map((term, i) => ({ ...term, value: sql.id(pageTable, `s${i}`) }));
  return {
    sql: sql`(select ${sql.join(selected)} from ${inner.sql}) as ${sql.id(pageTable)}${sql.join(joined, sql``)}${orderBy(dialect, terms)}`,
    terms,
    value,
  };
}

function hasKey({ entity: { keyKind, key } }: PlanNode): boolean {
  return keyKind === 'primary' && key.every(({ nullable }) => !nullable);
}

function cell(dialect: SqlDialect, attribute: PlanAttribute, value: Value, format: RowFormat): Cell {
  const { alias, column } = attribute;
  const shown = render[format.cells](dialect, value, column);
  return { name: alias, column, value: shown, own: value, isNeverNull: isNeverNull(attribute) };
}

/** A partner may be missing; a root never is. */
function isNeverNull({ node, column }: PlanColumn): boolean {
  return node.parent === null && !column.nullable;
}

const render: Record<RowFormat['cells'], (dialect: SqlDialect, value: Value, column: Column) => Value> = {
  json: (dialect, value, column) => dialect.json(value, column),
  text: (dialect, value, column) => dialect.shown(value, column),
  value: (_, value) => value,
};

/** SQL counts in 64 bits; no table has more rows. */
const largest = 9_223_372_036_854_775_807n;

export function page(dialect: SqlDialect, { limit, offset }: PageOptions) {
  return dialect.page(limit === null || limit > largest ? null : limit, offset > largest ? largest : offset);
}
