// The statements of a pivoted query: groups in which the values of one attribute become columns.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import { readLines, writeLines, writeRow } from '../lines.ts';
import type { Plan, PlanAttribute, PlanSummary } from '../plan/plan.ts';
import { afterCursor, cursorText } from './cursor.ts';
import { answerTable, type Draft, type Template } from './draft.ts';
import { type Cell, jsonRow, type RowFormat } from './formats.ts';
import { groupTable, isAdded } from './groups.ts';
import { type OrderTerm, orderBy } from './order.ts';
import { type PageForm, pageClause } from './page.ts';

/** The name of the column with a value's number among the pivoted values. */
const valueNumber = 'pn';

export interface Pivoted extends Plan {
  readonly group: readonly PlanAttribute[];
  readonly pivot: PlanAttribute;
}

export function isPivoted(plan: Plan): plan is Pivoted {
  return plan.pivot !== null && plan.group !== null;
}

/** The groups, each with the number of its pivoted value; NULLs come last unless a rule says otherwise. */
function numbered(draft: Draft, plan: Pivoted, format: RowFormat) {
  const { groups, cells } = groupTable(draft, plan, format);
  const g = sql.id(answerTable);
  const value = sql.id(answerTable, `b${plan.group.indexOf(plan.pivot)}`);
  const { descending = false, nullsFirst = false } = plan.order.find(({ by }) => by === plan.pivot) ?? {};
  const sorted = orderBy(draft.dialect, [{ value, descending, nullsFirst, nullable: true }]);
  const partition = partitionBy(others(plan).map((i) => sql.id(answerTable, `b${i}`)));
  const totals = sortedBy(plan).flatMap(({ summary, i }) =>
    isAdded(summary)
      ? [sql`${draft.dialect.computing.sumOver(sortValue(i), partition)} as ${sql.id(total(i))}`]
      : [],
  );
  const columns = [sql`${g}.*`, sql`dense_rank() over (${sorted}) as ${sql.id(valueNumber)}`, ...totals];
  return { table: sql`(select ${sql.join(columns)} from ${groups} as ${g})`, cells };
}

function partitionBy(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return values.length === 0 ? sql`` : sql`partition by ${sql.join(values)}`;
}

/** The indexes of the grouping attributes that remain in the rows. */
function others({ group, pivot }: Pivoted): number[] {
  return group.flatMap((attribute, i) => (attribute === pivot ? [] : [i]));
}

/** The measures that rows are sorted by, with their indexes among all measures. */
function sortedBy({ order, summaries }: Pivoted): { readonly summary: PlanSummary; readonly i: number }[] {
  return summaries
    .map((summary, i) => ({ summary, i }))
    .filter(({ summary }) => order.some(({ by }) => by === summary));
}

const sortValue = (i: number) => sql.id(answerTable, `s${i}`);
const total = (i: number) => `t${i}`;

/** The whole-row measures to sort by, named like the measures of groups. */
function rowMeasures(plan: Pivoted): RawBuilder<unknown>[] {
  return sortedBy(plan).map(({ summary, i }) => {
    // A total is the same in all groups of a row.
    const own = isAdded(summary) ? sql.id(answerTable, total(i)) : sortValue(i);
    const value = summary.summary === 'min' ? sql`min(${own})` : sql`max(${own})`;
    return sql`${value} as ${sql.id(`s${i}`)}`;
  });
}

/** The values that become columns, as JSON texts in order; at most `most`. */
export function compilePivotValues(draft: Draft, plan: Pivoted, most: number): Template {
  const { table, cells } = numbered(draft, plan, jsonRow);
  const cell = cells[plan.group.indexOf(plan.pivot)];
  if (cell === undefined) throw new Error('a pivot is one of the group');
  const number = sql.id(answerTable, valueNumber);
  // Forces a text: the driver would return a plain number as a number.
  const text = draft.dialect.concat(['', sql<string>`min(${cell.value})`]);
  return draft.finish(
    sql`select ${text} from ${table} as ${sql.id(answerTable)} group by ${number} order by ${number} ${draft.dialect.page(sql.lit(most), null)}`,
  );
}

/** The number of values that would become columns. */
export function compilePivotWidth(draft: Draft, plan: Pivoted): Template {
  const { table } = numbered(draft, plan, jsonRow);
  const width = sql`count(distinct ${sql.id(answerTable, valueNumber)})`;
  return draft.finish(
    sql`select ${draft.dialect.integerText(width)} from ${table} as ${sql.id(answerTable)}`,
  );
}

/** The place of a group on a page, and its contents. */
export interface PivotedGroup {
  /** The number of its row among all rows, from 1. */
  readonly row: number;
  /** The number of its value among all values, from 1. */
  readonly column: number;
  /** The total number of rows. */
  readonly rows: number;
  /** JSON texts: the pivoted value, the values that remain in the row, the measures. */
  readonly value: string;
  readonly kept: readonly string[];
  readonly measures: readonly string[];
  /** The values that give the row's place in the order, as JSON. */
  readonly cursor: string;
}

/**
 * The groups of a page of rows plus one group for each value, in a single scan; the caller arranges them into columns.
 * `most` limits the number of groups and of values.
 */
export function compilePivotedGroups(
  draft: Draft,
  plan: Pivoted,
  terms: readonly OrderTerm[],
  most: { readonly groups: number; readonly values: number },
): Template {
  const { dialect } = draft;
  const g = sql.id(answerTable);
  const own = (name: string) => sql.id(answerTable, name);
  const { table, cells } = numbered(draft, plan, jsonRow);
  const kept = others(plan);
  const partition = partitionBy(kept.map((i) => own(`b${i}`)));
  const value = cells[plan.group.indexOf(plan.pivot)];
  if (value === undefined) throw new Error('a pivot is one of the group');
  const shown = [...kept.flatMap((i) => cells[i] ?? []), ...cells.slice(plan.group.length)];
  const ofRows = sortedBy(plan).map(({ summary, i }) => {
    const least = summary.summary === 'min' ? sql`min` : sql`max`;
    const measure = isAdded(summary) ? own(total(i)) : sql`${least}(${sortValue(i)}) over (${partition})`;
    return sql`${measure} as ${sql.id(`s${i}`)}`;
  });
  const columns = [
    own(valueNumber),
    ...kept.map((i) => own(`b${i}`)),
    ...ofRows,
    sql`${value.value} as w`,
    ...shown.map((cell, i) => sql`${orNothing(jsonRow, cell.value)} as ${sql.id(`o${i}`)}`),
  ];
  // More values are refused anyway, so their groups are not computed.
  const written = sql`(select ${sql.join(columns)} from ${table} as ${g} where ${own(valueNumber)} <= ${sql.lit(most.values)})`;
  const place = terms.length === 0 ? sql`1` : sql`dense_rank() over (${orderBy(dialect, terms)})`;
  // `first_value` of a sorted window instead of `min` or `max`: for those, MariaDB rescans the whole window for each of
  // its rows, which takes minutes for some ten thousand groups.
  const ofValue = sql`partition by ${own(valueNumber)} order by ${own('w')}`;
  const placed = sql`(select ${g}.*, ${place} as rn, first_value(${own('w')}) over (${ofValue}) as x, row_number() over (${ofValue}) as f from ${written} as ${g})`;
  const counted = sql`(select ${g}.*, first_value(${own('rn')}) over (order by ${own('rn')} desc) as n from ${placed} as ${g})`;
  const line = writeLines(dialect, [
    ...['rn', valueNumber, 'n'].map((name) => dialect.integerText(own(name))),
    sql<string>`${own('x')}`,
    cursorText(dialect, terms),
    ...shown.map((_, i) => sql<string>`${own(`o${i}`)}`),
  ]);
  const isOnPage = sql`${own('rn')} - ${draft.offset} > 0 and ${own('rn')} - ${draft.offset} <= ${draft.limit}`;
  const isNeeded = sql`(${isOnPage}) or ${own('f')} = 1`;
  return draft.finish(
    sql`select ${line} from ${counted} as ${g} where ${isNeeded} order by ${own('rn')}, ${own(valueNumber)} ${dialect.page(sql.lit(most.groups), null)}`,
  );
}

export function readPivotedGroup({ group }: Pivoted, line: string): PivotedGroup {
  const [row = '', column = '', rows = '', value = '', cursor = '', ...shown] = readLines(line);
  return {
    row: Number(row),
    column: Number(column),
    rows: Number(rows),
    value,
    cursor,
    kept: shown.slice(0, group.length - 1),
    measures: shown.slice(group.length - 1),
  };
}

/** The rows after pivoting, and their cells; `names` are the names of the pivoted columns. */
function pivotTable(
  draft: Draft,
  plan: Pivoted,
  format: RowFormat,
  names: readonly string[],
): { readonly table: RawBuilder<unknown>; readonly cells: readonly Cell[] } {
  const { table, cells } = numbered(draft, plan, format);
  const { group } = plan;
  const g = sql.id(answerTable);
  const kept = others(plan).flatMap((i) => [sql.id(answerTable, `b${i}`), sql.id(answerTable, `v${i}`)]);
  const measures = cells.slice(group.length);
  const count = measures.length === 0 ? 0 : names.length / measures.length;
  const columns = Array.from({ length: count }, (_, value) =>
    measures.map((measure, i) => {
      const own = sql`max(case when ${sql.id(answerTable, valueNumber)} = ${sql.lit(value + 1)} then ${measure.value} end)`;
      const isCount = plan.summaries[i]?.summary.startsWith('count') ?? false;
      const filled = isCount ? sql`coalesce(${own}, ${nothing(format, true)})` : orNothing(format, own);
      return { measure, value: filled };
    }),
  ).flat();
  const selected = [
    ...kept,
    ...columns.map(({ value }, i) => sql`${value} as ${sql.id(`p${i}`)}`),
    ...rowMeasures(plan),
  ];
  // An aggregate without GROUP BY returns a row even if there are no rows.
  const by = kept.length === 0 ? sql` having count(*) > 0` : sql` group by ${sql.join(kept)}`;
  return {
    table: sql`(select ${selected.length === 0 ? sql`count(*) as n` : sql.join(selected)} from ${table} as ${g}${by})`,
    cells: [
      ...others(plan).flatMap((i) => cells[i] ?? []),
      ...columns.map(({ measure }, i) => ({
        name: names[i] ?? '',
        value: sql.id(answerTable, `p${i}`),
        column: measure.column,
      })),
    ],
  };
}

/** What a combination without rows shows. */
function nothing({ cells }: RowFormat, isCount: boolean): RawBuilder<unknown> {
  if (cells === 'value') return isCount ? sql`0` : sql`null`;
  return isCount ? sql`'0'` : sql`'null'`;
}

function orNothing(format: RowFormat, value: Value): Value {
  return format.cells === 'json' ? sql`coalesce(${value}, ${nothing(format, false)})` : value;
}

export function compilePivot(
  draft: Draft,
  plan: Pivoted,
  terms: readonly OrderTerm[],
  format: RowFormat,
  form: PageForm,
  names: readonly string[],
): Template {
  const { dialect } = draft;
  const { table, cells } = pivotTable(draft, plan, format, names);
  const cursor = form.withCursors ? cursorText(dialect, terms) : null;
  const output = writeRow(dialect, format.row(dialect, cells, draft), { cursor, total: null });
  const where = form.after === null ? sql`` : sql` where ${afterCursor(draft, terms, form.after)}`;
  return draft.finish(
    sql`select ${output} from ${table} as ${sql.id(answerTable)}${where}${orderBy(dialect, terms)} ${pageClause(draft, form)}`,
  );
}

/** The number of rows after pivoting. */
export function compilePivotCount(draft: Draft, plan: Pivoted): Template {
  const { table } = pivotTable(draft, plan, jsonRow, []);
  return draft.finish(
    sql`select ${draft.dialect.integerText(sql`count(*)`)} from ${table} as ${sql.id(answerTable)}`,
  );
}
