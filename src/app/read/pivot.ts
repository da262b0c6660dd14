// The columns that a pivot makes of values. A short page is put together from its groups, after one look at the data; for a
// long one it is asked first which values there are, so that the engine can write whole rows.
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { isPivoted, type Pivoted, readTurnedGroup, type TurnedGroup } from '../../query/compile/pivot.ts';
import { type Plan, summaryColumn } from '../../query/plan/plan.ts';
import type { Snapshot } from '../snapshot.ts';
import type { PivotColumns } from './pivot-columns.ts';
import { type Query, readQuery } from './query.ts';

/** The most values that become columns. */
const mostValues = 200;

/** The most columns that they become: PostgreSQL has 1,664 in a query, and SQLite 2,000. */
const mostColumns = 1_600;

/** A query that is ready to be asked for its rows. */
export async function readAnswer(snapshot: Snapshot, read: ReadGridRequest): Promise<Query> {
  return answerable(snapshot, readQuery(snapshot, read));
}

/** The same of one that is read already. */
export async function answerable(snapshot: Snapshot, query: Query): Promise<Query> {
  if (!isPivoted(query.plan)) return query;
  const values = await snapshot.connection.fetch(query.pivotValues(mostValues + 1));
  return withColumns(snapshot, query, query.plan, values);
}

/** The query with the columns that the values become. */
async function withColumns(
  { connection }: Snapshot,
  query: Query,
  plan: Pivoted,
  values: readonly string[],
): Promise<Query> {
  if (values.length > mostValues) {
    const [width = '0'] = await connection.fetch(query.pivotWidth());
    throw new Problem(
      'too-many-columns',
      `"${plan.pivot.alias}" has ${width} values, and at most ${mostValues} become columns.`,
    );
  }
  const columns = columnsOf(plan, values);
  const { names, measures } = columns;
  if (names.length > mostColumns) {
    throw new Problem(
      'too-many-columns',
      `${values.length} values of ${measures.length} measures are ${names.length} columns, and there can be ${mostColumns}.`,
    );
  }
  return query.withColumns(columns);
}

/** A page of a pivot. */
export interface TurnedPage {
  readonly query: Query;
  /** As JSON texts. */
  readonly rows: readonly string[];
  /** The number of rows on all pages. */
  readonly total: bigint;
  /** The values that tell the place of the last row, as JSON. */
  readonly cursor: string | null;
}

/** More groups than that are not put together in memory, nor those of so many rows. */
const mostGroups = 20_000;
const mostRows = 1_000n;

/** A page of the pivot from one statement; null where there is none, or where it is too long for that. */
export async function turnedPage(
  snapshot: Snapshot,
  query: Query,
  limit: bigint,
): Promise<TurnedPage | null> {
  const { plan } = query;
  if (!isPivoted(plan) || limit === 0n || limit > mostRows || query.after !== null) return null;
  const most = { groups: mostGroups + 1, values: mostValues + 1 };
  const lines = await snapshot.connection.fetch(query.turnedGroups(limit, most));
  if (lines.length > mostGroups) return null;
  const groups = lines.map((line) => readTurnedGroup(plan, line));
  const [some] = groups;
  const values: string[] = [];
  for (const { column, value } of groups) values[column - 1] = value;
  const turned = await withColumns(snapshot, query, plan, values);
  const { offset } = query.paging;
  const isOnPage = ({ row }: TurnedGroup) => BigInt(row) > offset && BigInt(row) <= offset + limit;
  const rows = [...Map.groupBy(groups.filter(isOnPage), ({ row }) => row).values()];
  return {
    query: turned,
    rows: rows.map((ofRow) => rowText(plan, ofRow, values.length)),
    total: BigInt(some?.rows ?? 0),
    cursor: rows.at(-1)?.[0]?.cursor ?? null,
  };
}

/** The groups of a row in their columns; a combination without rows has counts of 0 and nothing else. */
function rowText(plan: Plan, groups: readonly TurnedGroup[], width: number): string {
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
      const name = freeName(`${shownAs(value)} ${measure}`, taken);
      taken.add(name);
      return name;
    }),
  );
  return { values, measures, names };
}

/** A text without its quotes, everything else as it stands in JSON. */
function shownAs(value: string): string {
  if (!value.startsWith('"')) return value;
  const text: unknown = JSON.parse(value);
  return String(text);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}
