// What follows the FROM of a page's statement: all entities at once, or the page found first and the rest joined to it.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect, Value } from '../dialect/sql.ts';
import type { Plan, PlanColumn, PlanNode } from '../plan/plan.ts';
import { columnValue, whereClause } from './conditions.ts';
import { afterCursor } from './cursor.ts';
import { type OrderTerm, orderBy, type RowOrder } from './order.ts';
import { type PageOptions, page } from './page.ts';
import { joinAgain, joins, lateJoin, neededNodes, nodesOf } from './source.ts';

export interface PageSource {
  readonly sql: RawBuilder<unknown>;
  readonly nodes: readonly PlanNode[];
  readonly terms: readonly OrderTerm[];
  /** The number of rows on all pages, where each row can tell it. */
  readonly total: Value | null;
  /** Whether the page comes from a query of its own. */
  readonly isNested: boolean;
  /** Sources of one query in which all columns have the same words have the same form. */
  readonly form: unknown;
  value(attribute: PlanColumn): Value;
}

/** Up to this many rows are sorted a second time without being noticed. */
const smallPage = 5_000n;

/** `isStored`: all that is shown of a row is in it already. */
export function pageSource(
  dialect: SqlDialect,
  plan: Plan,
  order: RowOrder,
  options: PageOptions,
  isStored: boolean,
): PageSource {
  const core = neededNodes(plan.nodes, order.nodes.union(nodesOf(plan.where)), plan.where);
  const shown = plan.attributes.filter(({ selected }) => selected).map(({ node }) => node);
  const nodes = neededNodes(plan.nodes, new Set([...core, ...shown]), plan.where);
  const late = nodes.filter((node) => !core.includes(node));
  const isSmall = options.limit !== null && options.limit <= smallPage;
  const isCounted = options.totalBy === 'window';
  const joinsByItself = dialect.joinsAfterSort && core.length === 1 && !isCounted;
  if (late.length > 0 && isSmall && plan.order.length > 0 && !joinsByItself) {
    return pageFirst(dialect, plan, order, core, late, options);
  }
  const isCostly = dialect.sortsWhatIsShown && !isStored && !isSmall && order.terms.length > 0;
  return isCounted || isCostly
    ? pageFirst(dialect, plan, order, nodes, [], options)
    : allAtOnce(dialect, plan, order, nodes, options);
}

function allAtOnce(
  dialect: SqlDialect,
  plan: Plan,
  { terms }: RowOrder,
  nodes: readonly PlanNode[],
  options: PageOptions,
): PageSource {
  const after = options.after === null ? null : afterCursor(dialect, terms, options.after);
  const from = joins(dialect, nodes, plan.where);
  const where = whereClause(dialect, nodes, plan.where, after);
  return {
    sql: sql`${from}${where}${orderBy(dialect, terms)} ${page(dialect, options)}`,
    nodes,
    terms,
    total: null,
    isNested: false,
    form: null,
    value: columnValue,
  };
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
  const isCounted = options.totalBy === 'window';
  // All rows that are counted are written down on the way, so they carry little: the page finds the rest by its keys.
  const found = new Set(isCounted ? core.filter(hasKey) : []);
  const value = (column: PlanColumn) =>
    found.has(column.node) || !core.includes(column.node) ? columnValue(column) : carry(column);
  const again = core.filter((node) => found.has(node)).map((node) => joinAgain(dialect, node, carry));
  const joined = [...again, ...late.map((node) => lateJoin(dialect, node, value))];
  for (const attribute of plan.attributes) if (attribute.selected) value(attribute);

  const inner = allAtOnce(dialect, plan, order, core, options);
  const selected = [
    ...[...carried.values()].map(({ name, from }) => sql`${columnValue(from)} as ${sql.id(name)}`),
    ...order.terms.map(({ value }, i) => sql`${value} as ${sql.id(`s${i}`)}`),
    ...(isCounted ? [sql`count(*) over () as ${sql.id(totalColumn)}`] : []),
  ];
  const terms = order.terms.map((term, i) => ({ ...term, value: sql.id(pageTable, `s${i}`) }));
  return {
    sql: sql`(select ${sql.join(selected)} from ${inner.sql}) as ${sql.id(pageTable)}${sql.join(joined, sql``)}${orderBy(dialect, terms)}`,
    nodes: [...core, ...late],
    terms,
    total: isCounted ? sql.id(pageTable, totalColumn) : null,
    isNested: true,
    form: [core.map(({ index }) => index), late.map(joinForm)],
    value,
  };
}

function joinForm({ index, parent, relation }: PlanNode): unknown {
  return [index, parent?.index, relation?.ownColumns.map(({ name }) => name)];
}

function hasKey({ entity: { keyKind, key } }: PlanNode): boolean {
  return keyKind === 'primary' && key.every(({ nullable }) => !nullable);
}
