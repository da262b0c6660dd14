// Throughput of records, pages, searches and analyses, with requests that never repeat, and for comparison with one
// that does.

import type { Sizes } from '../data.ts';
import type { Line } from '../report.ts';
import {
  analysisWorkloads,
  pageWorkloads,
  recordWorkload,
  repeated,
  searchWorkloads,
  type Workload,
} from '../workloads.ts';
import type { Chapter } from './chapter.ts';
import { checkEqual, linesOf, openContest, runContest } from './contest.ts';

function rates(workloadsOf: (sizes: Sizes) => readonly Workload[]): Chapter {
  return async ({ engine, url }, effort) => {
    await using contest = await openContest(engine, url);
    const lines: Line[] = [];
    for (const workload of workloadsOf(effort.sizes)) {
      await checkEqual(contest, workload);
      for (const connections of workload.loads) {
        const { answers } = workload;
        const until = answers === undefined ? { seconds: effort.seconds } : { answers };
        const options = { connections, until };
        lines.push(
          ...linesOf(engine, workload, connections, await runContest(contest, workload, options, effort)),
        );
      }
    }
    return lines;
  };
}

/** The first workload is also measured with a repeating request. */
const withRepeated = (workloads: readonly Workload[]) => [
  ...workloads,
  ...workloads.slice(0, 1).map(repeated),
];

export const record = rates(({ orders }) => withRepeated([recordWorkload(orders)]));
export const page = rates(({ orders }) => withRepeated(pageWorkloads(orders)));
export const search = rates(() => withRepeated(searchWorkloads));
export const analysis = rates(analysisWorkloads);
