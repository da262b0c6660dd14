// The FROM part of a page's statement: either joins all entities at once, or finds the page first and joins the rest to
// it.
import { type RawBuilder, sql } from 'kysely';
import type { ModeType } from '../../contract/mode.ts';
import type { Value } from '../dialect/sql.ts';
import { sqlLength } from '../dialect/sql-length.ts';
import { neededNodes } from '../plan/needs.ts';
import {
  isSummary,
  nodesOf,
  type Plan,
  type PlanNode,
  type PlanValue,
  type RollupValue,
  typeOf,
} from '../plan/plan.ts';
import { nodesIn, rollupsIn, rollupsOf } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import { afterCursor } from './cursor.ts';
import type { Draft } from './draft.ts';
import { type CompileValue, type OrderTerm, orderBy, type RowOrder } from './order.ts';
import { type PageForm, pageClause } from './page.ts';
import { isLookedUp, lookUp, rollupJoins, rollupSql } from './rollups.ts';
import { joinAgain, joins, lateJoin, rootTable } from './source.ts';
import { leadsIndex } from './total-source.ts';
import { type ColumnSource, columnSql } from './values.ts';

export interface PageSource {
  /** The text before the SELECT. */
  readonly before: RawBuilder<unknown>;
  readonly sql: RawBuilder<unknown>;
  readonly nodes: readonly PlanNode[];
  readonly terms: readonly OrderTerm[];
  /** The total number of rows, if each row carries it. */
  readonly total: Value | null;
  /** Whether the page comes from a subquery. */
  readonly isNested: boolean;
  readonly value: CompileValue;
}

/** `isStored`: everything shown of a row is stored in it. */
export function pageSource(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  form: PageForm,
  isStored: boolean,
): PageSource {
  const core = neededNodes(plan.nodes, order.nodes.union(nodesIn(plan.where)), plan.where);
  const shown = shownValues(plan).flatMap(nodesOf);
  const nodes = neededNodes(plan.nodes, new Set([...core, ...shown]), plan.where);
  const late = nodes.filter((node) => !core.includes(node));
  const isSmall = form.size === 'few' || form.size === 'some';
  const lateRollups = lateMeasures(plan);
  // A computed value is written once, under a name: a cell mentions its value several times.
  const isComputed = shownValues(plan).some(({ kind }) => kind === 'computed');
  const isCounted = form.totalBy === 'matches';
  const joinsByItself = draft.dialect.joinsAfterSort && core.length === 1 && !isCounted;
  const isLate =
    (late.length > 0 && plan.order.length > 0 && !joinsByItself) || lateRollups.size > 0 || isComputed;
  if (isSmall && (isLate || materializesLongValues(draft, plan, core))) {
    return pageFirst(draft, plan, order, core, late, form);
  }
  const isCostly = !isStored && order.terms.length > 0 && sortsTexts(draft, order, isSmall);
  return isCounted || isCostly || shownValues(plan).some((value) => isLong(draft, value))
    ? pageFirst(draft, plan, order, nodes, [], form)
    : wholePage(draft, plan, order, nodes, form, [...sortedBy(plan), ...shownValues(plan)]);
}

/** Roughly, in characters of SQL: each mention of a computed value in a cell repeats its text and parameters. */
const longValue = 5_000;

function isLong(draft: Draft, value: PlanValue): boolean {
  const { limitsParameters } = draft.dialect.computing;
  return limitsParameters === true && value.kind === 'computed' && sqlLength(draft.value(value)) > longValue;
}

/** The page is sorted again outside its subquery, which is cheap for small pages. */
function sortsTexts({ dialect }: Draft, { isStored }: RowOrder, isSmall: boolean): boolean {
  if (dialect.textsBeforeSort === 'never') return false;
  return isSmall ? dialect.textsBeforeSort === 'always' : !isStored;
}

function wholePage(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  nodes: readonly PlanNode[],
  form: PageForm,
  values: readonly PlanValue[],
): PageSource {
  const { terms } = order;
  return {
    before: sql``,
    sql: sql`${allRows(draft, plan, order, nodes, form, values)}${orderBy(draft.dialect, terms)} ${pageClause(draft, form)}`,
    nodes,
    terms,
    total: null,
    isNested: false,
    value: (value) => draft.value(value),
  };
}

/** All rows from the cursor on. */
function allRows(
  draft: Draft,
  plan: Plan,
  { terms, isStored }: RowOrder,
  nodes: readonly PlanNode[],
  form: PageForm,
  values: readonly PlanValue[],
): RawBuilder<unknown> {
  const after = form.after === null ? null : afterCursor(draft, terms, form.after);
  const [first] = nodes;
  const root = first && rootTable(draft, first);
  const from = joins(draft, nodes, plan.where, { values, ...(root && { root }) });
  const where = whereClause(draft, nodes, plan.where, {
    after,
    isStored,
    ...(root && { seenBy: root.seenBy }),
  });
  return sql`${from}${where}`;
}

/** The rows that match, if they are named so that they can also be counted. */
const matchTable = 'm';
const pageTable = 'p';
const totalColumn = 'n';

/** Finds the page among the entities that decide it, then joins the entities that are only shown. */
function pageFirst(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  core: readonly PlanNode[],
  late: readonly PlanNode[],
  form: PageForm,
): PageSource {
  const carried = new Map<unknown, { readonly name: string; readonly from: PlanValue }>();
  const carry = (value: PlanValue): RawBuilder<unknown> => {
    const id = value.kind === 'column' ? JSON.stringify([value.node.index, value.column.name]) : value;
    const known = carried.get(id) ?? { name: `c${carried.size}`, from: value };
    carried.set(id, known);
    return sql.id(pageTable, known.name);
  };
  const isCounted = form.totalBy === 'matches';
  // Counting materializes all rows, so they carry little: the rest is fetched by key for the page only.
  const isFoundAgain = isCounted || sortsKeysFirst(draft, plan) || materializesLongValues(draft, plan, core);
  const found = new Set(isFoundAgain ? core.filter(hasKey) : []);
  const isCarried = (node: PlanNode) => core.includes(node) && !found.has(node);
  const column: ColumnSource = (own) => (isCarried(own.node) ? carry(own) : columnSql(own));
  const afterwards = lateMeasures(plan);
  const lookedUp = new Set(
    [...afterwards].filter(
      (rollup) => isCarried(rollup.source.node) && isLookedUp(draft, rollup, afterwards),
    ),
  );
  const lookedUpAs = ({ index }: RollupValue) => `r${index}`;
  const outside = draft.from(column, (own, rollup) => {
    if (lookedUp.has(rollup)) return rollupSql(own, rollup, sql.id(pageTable, lookedUpAs(rollup)));
    return afterwards.has(rollup) ? rollupSql(own, rollup) : carry(rollup);
  });
  const isFound = (own: PlanValue) =>
    nodesOf(own).every(isCarried) && ![...rollupsOf(own)].some((rollup) => afterwards.has(rollup));
  const value = (own: PlanValue) => (isFound(own) ? carry(own) : outside.value(own));
  const again = core.filter((node) => found.has(node)).map((node) => joinAgain(draft, node, carry));
  const page = sql.id(pageTable);
  const joined = [
    ...again,
    ...late.map((node) => lateJoin(draft, node, column)),
    rollupJoins(outside, afterwards.difference(lookedUp), [...core, ...late], { page, isCarried }),
  ];
  const measures = [...lookedUp].map(
    (rollup) => sql`${lookUp(outside, rollup)} as ${sql.id(lookedUpAs(rollup))}`,
  );
  for (const attribute of plan.attributes) if (attribute.selected) value(attribute.value);

  const { dialect } = draft;
  const { hasLateral, namedQuery, computeOnce } = dialect.computing;
  const all = allRows(draft, plan, order, core, form, [
    ...sortedBy(plan),
    ...[...carried.values()].map(({ from }) => from),
  ]);
  const selected = [
    ...[...carried.values()].map(({ name, from }) => sql`${draft.value(from)} as ${sql.id(name)}`),
    ...order.terms.map(({ value }, i) => sql`${value} as ${sql.id(`s${i}`)}`),
  ];
  const termsIn = (table: string): readonly OrderTerm[] =>
    order.terms.map((term, i) => ({ ...term, value: sql.id(table, `s${i}`) }));
  const terms = termsIn(pageTable);
  const match = sql.id(matchTable);
  const isMatchNamed = isCounted && dialect.countsWhileSorting === 'named';
  const window = isCounted && !isMatchNamed ? [sql`count(*) over () as ${sql.id(totalColumn)}`] : [];
  const matches = sql`select ${sql.join([...selected, ...window])} from ${all}`;
  const pageItself = isMatchNamed
    ? sql`(select * from ${match}${orderBy(dialect, termsIn(matchTable))} ${pageClause(draft, form)})`
    : sql`(${matches}${orderBy(dialect, order.terms)} ${pageClause(draft, form)})`;
  const rowsOfPage =
    measures.length === 0
      ? pageItself
      : sql`(select ${sql.join([sql`${page}.*`, ...measures])} from ${pageItself} as ${page}${computeOnce})`;
  // The measures of its rows refer to the page too, so it needs a name.
  const isNamed = afterwards.size > lookedUp.size && !hasLateral;
  const named = [
    ...(isMatchNamed ? [sql`${match} as ${namedQuery}(${matches})`] : []),
    ...(isNamed ? [sql`${page} as ${namedQuery}${rowsOfPage}`] : []),
  ];
  const total = isMatchNamed ? sql`(select count(*) from ${match})` : sql.id(pageTable, totalColumn);
  return {
    before: named.length > 0 ? sql`with ${sql.join(named)} ` : sql``,
    sql: sql`${isNamed ? page : sql`${rowsOfPage} as ${page}`}${sql.join(joined, sql``)}${orderBy(draft.dialect, terms)}`,
    nodes: [...core, ...late],
    terms,
    total: isCounted ? total : null,
    isNested: true,
    value,
  };
}

/**
 * Whether the engine sorts all rows, because no index has the order, and would sort keys faster than whole rows.
 * Computed values have to be carried through the page under a name, so all shown values must be columns.
 */
function sortsKeysFirst({ dialect }: Draft, plan: Plan): boolean {
  const [first] = plan.order;
  return (
    dialect.sortsKeysFaster === true &&
    shownValues(plan).every(({ kind }) => kind === 'column') &&
    first !== undefined &&
    !isSummary(first.by) &&
    !leadsIndex(first.by.value)
  );
}

/** Whether the engine would materialize long values of all joined rows, although only the page shows them. */
function materializesLongValues({ dialect }: Draft, plan: Plan, core: readonly PlanNode[]): boolean {
  const shown = shownValues(plan);
  return (
    dialect.materializesJoins === true &&
    core.length > 1 &&
    shown.every(({ kind }) => kind === 'column') &&
    shown.some((value) => longModes.has(typeOf(value).mode))
  );
}

/** Types whose values have no length limit. */
const longModes: ReadonlySet<ModeType> = new Set<ModeType>(['text', 'binary', 'json']);

function sortedBy({ order }: Plan): PlanValue[] {
  return order.flatMap(({ by }) => (isSummary(by) ? [] : [by.value]));
}

function shownValues({ attributes }: Plan): PlanValue[] {
  return attributes.filter(({ selected }) => selected).map(({ value }) => value);
}

/** Measures of related rows that are only shown: computed for the rows of the page. */
function lateMeasures(plan: Plan): Set<RollupValue> {
  const early = new Set([
    ...rollupsIn(plan.where),
    ...sortedBy(plan).flatMap((value) => [...rollupsOf(value)]),
  ]);
  const shown = new Set(shownValues(plan).flatMap((value) => [...rollupsOf(value)]));
  // Measures of the same related rows are computed together.
  const sources = new Set([...early].map(({ source }) => source));
  return new Set([...shown].filter((rollup) => !early.has(rollup) && !sources.has(rollup.source)));
}

function hasKey({ entity: { keyKind, key } }: PlanNode): boolean {
  return keyKind === 'primary' && key.every(({ nullable }) => !nullable);
}
