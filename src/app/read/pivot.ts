// The columns that a pivot makes of values. A short page is assembled from its groups after one statement; for a long
// one the values are fetched first, so that the engine can write whole rows.
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { isPivoted, type Pivoted, type PivotedGroup, readPivotedGroup } from '../../query/compile/pivot.ts';
import { type Plan, summaryColumn } from '../../query/plan/plan.ts';
import type { Snapshot } from '../snapshot.ts';
import type { PivotColumns } from './pivot-columns.ts';
import { type Query, readQuery } from './query.ts';

/** The most values that become columns. */
const maxValues = 200;

/** The most columns they become: PostgreSQL allows 1,664 in a query, SQLite 2,000. */
const maxColumns = 1_600;

/** A query ready to fetch its rows. */
export async function readAnswer(snapshot: Snapshot, read: ReadGridRequest): Promise<Query> {
  return withPivotColumns(snapshot, readQuery(snapshot, read));
}

/** The same for a planned query. */
export async function withPivotColumns(snapshot: Snapshot, query: Query): Promise<Query> {
  if (!isPivoted(query.plan)) return query;
  const values = await snapshot.connection.fetch(query.pivotValues(maxValues + 1));
  return withColumns(snapshot, query, query.plan, values);
}

/** The query with its pivot columns. */
async function withColumns(
  { connection }: Snapshot,
  query: Query,
  plan: Pivoted,
  values: readonly string[],
): Promise<Query> {
  if (values.length > maxValues) {
    const [width = '0'] = await connection.fetch(query.pivotWidth());
    throw new Problem(
      'too-many-columns',
      `"${plan.pivot.alias}" has ${width} values, and at most ${maxValues} become columns.`,
    );
  }
  const columns = columnsOf(plan, values);
  const { names, measures } = columns;
  if (names.length > maxColumns) {
    throw new Problem(
      'too-many-columns',
      `${values.length} values of ${measures.length} measures are ${names.length} columns, and there can be ${maxColumns}.`,
    );
  }
  return query.withColumns(columns);
}

/** A page of a pivot. */
export interface PivotPage {
  readonly query: Query;
  /** As JSON texts. */
  readonly rows: readonly string[];
  /** The total over all pages. */
  readonly total: bigint;
  /** The sort values of the last row, as JSON. */
  readonly cursor: string | null;
}

/** The most groups to assemble in memory, and the most rows. */
const maxGroups = 20_000;
const maxRows = 1_000n;

/** A pivot page from a single statement; null if there is no pivot or the page is too long. */
export async function pivotPage(snapshot: Snapshot, query: Query, limit: bigint): Promise<PivotPage | null> {
  const { plan } = query;
  if (!isPivoted(plan) || limit === 0n || limit > maxRows || query.after !== null) return null;
  const most = { groups: maxGroups + 1, values: maxValues + 1 };
  const lines = await snapshot.connection.fetch(query.pivotedGroups(limit, most));
  if (lines.length > maxGroups) return null;
  const groups = lines.map((line) => readPivotedGroup(plan, line));
  const [some] = groups;
  const values: string[] = [];
  for (const { column, value } of groups) values[column - 1] = value;
  const turned = await withColumns(snapshot, query, plan, values);
  const { offset } = query.paging;
  const isOnPage = ({ row }: PivotedGroup) => BigInt(row) > offset && BigInt(row) <= offset + limit;
  const rows = [...Map.groupBy(groups.filter(isOnPage), ({ row }) => row).values()];
  return {
    query: turned,
    rows: rows.map((ofRow) => rowText(plan, ofRow, values.length)),
    total: BigInt(some?.rows ?? 0),
    cursor: rows.at(-1)?.[0]?.cursor ?? null,
  };
}

/** A row's groups in their columns; a combination without rows has counts of 0 and otherwise nulls. */
function rowText(plan: Plan, groups: readonly PivotedGroup[], width: number): string {
  const missing = [
    ...plan.summaries.map(({ summary }) => (summary.startsWith('count') ? '0' : 'null')),
    ...plan.extras.map(() => 'null'),
  ];
  const byColumn = new Map(groups.map((group) => [group.column, group.measures]));
  const measures = Array.from({ length: width }, (_, i) => byColumn.get(i + 1) ?? missing);
  return `[${[...(groups[0]?.kept ?? []), ...measures.flat()].join(',')}]`;
}

function columnsOf(plan: Plan, values: readonly string[]): PivotColumns {
  const measures = [...plan.summaries.map(summaryColumn), ...plan.extras.map(({ alias }) => alias)];
  const taken = new Set((plan.group ?? []).filter((by) => by !== plan.pivot).map(({ alias }) => alias));
  const names = values.flatMap((value) =>
    measures.map((measure) => {
      const name = freeName(`${columnLabel(value)} ${measure}`, taken);
      taken.add(name);
      return name;
    }),
  );
  return { values, measures, names };
}

/** A string without its quotes; anything else as in JSON. */
function columnLabel(value: string): string {
  if (!value.startsWith('"')) return value;
  const text: unknown = JSON.parse(value);
  return String(text);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
