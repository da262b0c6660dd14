// The summaries of a query alone, in the shape of a grid with one row.
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { readTotals } from '../../query/compile/totals.ts';
import { summaryColumn } from '../../query/plan/plan.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { readQuery } from './query.ts';

/** The answer as JSON text. */
export function runSummaries(
  open: OpenDatabase,
  requester: Requester,
  read: ReadGridRequest,
): Promise<string> {
  return open.use(requester, async (snapshot) => {
    const query = readQuery(snapshot, read, 'summaries');
    const { plan, paging } = query;
    const totals = query.summaries();
    const [row = ''] = await snapshot.connection.fetch(totals.statement);
    const { summaries: values } = readTotals(totals, plan, row);
    const size = `{"offset":${paging.offset},"total":1,"frame":${values.length}}`;
    return `{"cols":${JSON.stringify(plan.summaries.map(summaryColumn))},"data":[${values.join(',')}],"size":${size}}`;
  });
}
