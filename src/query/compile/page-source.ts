// What follows the FROM of a page's statement: all entities at once, or the page found first and the rest joined to it.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import { neededNodes } from '../plan/needs.ts';
import { nodesOf, type Plan, type PlanNode, type PlanValue } from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import { afterCursor } from './cursor.ts';
import type { Draft } from './draft.ts';
import { type OrderTerm, orderBy, type RowOrder } from './order.ts';
import { type PageForm, pageClause } from './page.ts';
import { joinAgain, joins, lateJoin } from './source.ts';
import { type ValueSource, valueSql } from './values.ts';

export interface PageSource {
  readonly sql: RawBuilder<unknown>;
  readonly nodes: readonly PlanNode[];
  readonly terms: readonly OrderTerm[];
  /** The number of rows on all pages, where each row can tell it. */
  readonly total: Value | null;
  /** Whether the page comes from a query of its own. */
  readonly isNested: boolean;
  readonly value: ValueSource;
}

/** `isStored`: all that is shown of a row is in it already. */
export function pageSource(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  form: PageForm,
  isStored: boolean,
): PageSource {
  const core = neededNodes(plan.nodes, order.nodes.union(nodesIn(plan.where)), plan.where);
  const shown = plan.attributes.filter(({ selected }) => selected).flatMap(({ value }) => nodesOf(value));
  const nodes = neededNodes(plan.nodes, new Set([...core, ...shown]), plan.where);
  const late = nodes.filter((node) => !core.includes(node));
  const isSmall = form.size === 'few' || form.size === 'some';
  const isCounted = form.totalBy === 'window';
  const joinsByItself = draft.dialect.joinsAfterSort && core.length === 1 && !isCounted;
  if (late.length > 0 && isSmall && plan.order.length > 0 && !joinsByItself) {
    return pageFirst(draft, plan, order, core, late, form);
  }
  const isCostly =
    draft.dialect.sortsWhatIsShown && !isStored && !order.isStored && !isSmall && order.terms.length > 0;
  return isCounted || isCostly
    ? pageFirst(draft, plan, order, nodes, [], form)
    : allAtOnce(draft, plan, order, nodes, form);
}

function allAtOnce(
  draft: Draft,
  plan: Plan,
  { terms, isStored }: RowOrder,
  nodes: readonly PlanNode[],
  form: PageForm,
): PageSource {
  const after = form.after === null ? null : afterCursor(draft, terms, form.after);
  const from = joins(draft, nodes, plan.where);
  const where = whereClause(draft, nodes, plan.where, { after, isStored });
  return {
    sql: sql`${from}${where}${orderBy(draft.dialect, terms)} ${pageClause(draft, form)}`,
    nodes,
    terms,
    total: null,
    isNested: false,
    value: valueSql,
  };
}

const pageTable = 'p';
const totalColumn = 'n';

/** Finds the page among the entities that decide on it, and only then joins those that only show something. */
function pageFirst(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  core: readonly PlanNode[],
  late: readonly PlanNode[],
  form: PageForm,
): PageSource {
  const carried = new Map<string, { readonly name: string; readonly from: PlanValue }>();
  const carry = (column: PlanValue): RawBuilder<unknown> => {
    const id = JSON.stringify([column.node.index, column.column.name]);
    const known = carried.get(id) ?? { name: `c${carried.size}`, from: column };
    carried.set(id, known);
    return sql.id(pageTable, known.name);
  };
  const isCounted = form.totalBy === 'window';
  // All rows that are counted are written down on the way, so they carry little: the page finds the rest by its keys.
  const found = new Set(isCounted ? core.filter(hasKey) : []);
  const value = (column: PlanValue) =>
    found.has(column.node) || !core.includes(column.node) ? valueSql(column) : carry(column);
  const again = core.filter((node) => found.has(node)).map((node) => joinAgain(draft, node, carry));
  const joined = [...again, ...late.map((node) => lateJoin(draft, node, value))];
  for (const attribute of plan.attributes) if (attribute.selected) value(attribute.value);

  const inner = allAtOnce(draft, plan, order, core, form);
  const selected = [
    ...[...carried.values()].map(({ name, from }) => sql`${valueSql(from)} as ${sql.id(name)}`),
    ...order.terms.map(({ value }, i) => sql`${value} as ${sql.id(`s${i}`)}`),
    ...(isCounted ? [sql`count(*) over () as ${sql.id(totalColumn)}`] : []),
  ];
  const terms = order.terms.map((term, i) => ({ ...term, value: sql.id(pageTable, `s${i}`) }));
  return {
    sql: sql`(select ${sql.join(selected)} from ${inner.sql}) as ${sql.id(pageTable)}${sql.join(joined, sql``)}${orderBy(draft.dialect, terms)}`,
    nodes: [...core, ...late],
    terms,
    total: isCounted ? sql.id(pageTable, totalColumn) : null,
    isNested: true,
    value,
  };
}

function hasKey({ entity: { keyKind, key } }: PlanNode): boolean {
  return keyKind === 'primary' && key.every(({ nullable }) => !nullable);
}
