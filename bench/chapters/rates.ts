// Short answers under load: records, pages and searches, each with requests that never repeat, and beside them with
// one that does.

import type { Line } from '../report.ts';
import { pageWorkloads, recordWorkload, repeated, searchWorkloads, type Workload } from '../workloads.ts';
import type { Chapter } from './chapter.ts';
import { checkEqual, hold, linesOf, openContest } from './contest.ts';

/** The first workload is also measured with a request that repeats. */
function rates(workloadsOf: (orders: number) => readonly Workload[]): Chapter {
  return async ({ engine, url }, effort) => {
    const workloads = workloadsOf(effort.sizes.orders);
    await using contest = await openContest(engine, url);
    const lines: Line[] = [];
    for (const workload of [...workloads, ...workloads.slice(0, 1).map(repeated)]) {
      await checkEqual(contest, workload);
      for (const connections of workload.loads) {
        const options = { connections, until: { seconds: effort.seconds } };
        lines.push(...linesOf(engine, workload, connections, await hold(contest, workload, options, effort)));
      }
    }
    return lines;
  };
}

export const record = rates((orders) => [recordWorkload(orders)]);
export const page = rates(pageWorkloads);
export const search = rates(() => searchWorkloads);
