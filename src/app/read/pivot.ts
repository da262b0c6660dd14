// The columns that a pivot makes of values: which values there are is asked before the rows.
import { Problem } from '../../contract/problem.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { isPivoted } from '../../query/compile/pivot.ts';
import { type Plan, summaryColumn } from '../../query/plan/plan.ts';
import type { Snapshot } from '../database.ts';
import type { PivotColumns } from './pivot-columns.ts';
import { type Query, readQuery } from './query.ts';

/** The most values that become columns. */
const mostValues = 200;

/** The most columns that they become: PostgreSQL has 1,664 in a query, and SQLite 2,000. */
const mostColumns = 1_600;

/** A query that is ready to be asked for its rows. */
export async function readAnswer(snapshot: Snapshot, read: ReadGridRequest): Promise<Query> {
  const query = readQuery(snapshot, read);
  if (!isPivoted(query.plan)) return query;
  const { connection } = snapshot;
  const values = await connection.fetch(query.pivotValues(mostValues + 1));
  if (values.length > mostValues) {
    const [width = '0'] = await connection.fetch(query.pivotWidth());
    throw new Problem(
      'too-many-columns',
      `"${query.plan.pivot.alias}" has ${width} values, and at most ${mostValues} become columns.`,
    );
  }
  const columns = columnsOf(query.plan, values);
  const { names, measures } = columns;
  if (names.length > mostColumns) {
    throw new Problem(
      'too-many-columns',
      `${values.length} values of ${measures.length} measures are ${names.length} columns, and there can be ${mostColumns}.`,
    );
  }
  return query.withColumns(columns);
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
