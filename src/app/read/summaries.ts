// The summaries of a query by themselves, in the shape of a grid with one row.
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { compileTotals } from '../../query/compile/totals.ts';
import { summaryColumn } from '../../query/plan/plan.ts';
import { planGrid, planPaging } from '../../query/plan/planner.ts';
import type { Asker, OpenDatabase } from '../database.ts';

/** The answer as JSON text. */
export function runSummaries(open: OpenDatabase, asker: Asker, read: ReadGridRequest): Promise<string> {
  return open.use(asker, async ({ dialect, database, connection }) => {
    const plan = planGrid(dialect.sql, database, read.request, read.pointer, 'summaries');
    const { statement, summaries } = compileTotals(dialect.sql, plan, { count: false });
    const [row = ''] = await connection.fetch(statement);
    const lines = row.split('\n').slice(1);
    const values = plan.summaries.map((summary) => lines[summaries.indexOf(summary)] ?? 'null');
    const size = `{"offset":${planPaging(read.request).offset},"total":1,"frame":${values.length}}`;
    return `{"cols":${JSON.stringify(plan.summaries.map(summaryColumn))},"data":[${values.join(',')}],"size":${size}}`;
  });
}
