// One long answer: its rate, its time to first byte, and its memory.
import { medianFigures } from '../measure.ts';
import { type Line, valueLine } from '../report.ts';
import { listWorkload, loads } from '../workloads.ts';
import type { Chapter } from './chapter.ts';
import { checkEqual, linesOf, openContest, runContest } from './contest.ts';

export const list: Chapter = async ({ engine, url }, { repeats, listRows }) => {
  const lines: Line[] = [];
  for (const connections of loads) {
    const workload = listWorkload(connections === 1 ? listRows.alone : listRows.together);
    // New servers, so that memory left from one load does not count for the other.
    await using contest = await openContest(engine, url);
    await checkEqual(contest, listWorkload(1_000));
    const options = { connections, until: { answers: connections } };
    const rounds = await runContest(contest, workload, options, { repeats }, connections === 1 ? 1 : 0);
    const [base, ours] = [medianFigures(rounds.plain), medianFigures(rounds.joinery)];
    const heading = (more: string) => ({ engine, workload: `${workload.name}${more}`, connections });
    lines.push(
      ...linesOf(engine, workload, connections, rounds),
      valueLine(heading(': first byte after the floor’s'), ours.firstByte - base.firstByte, 'ms', {
        atMost: 50,
      }),
      valueLine(heading(': memory above rest'), ours.memoryAboveRest / 2 ** 20, 'MB', { atMost: 64 }),
    );
  }
  return lines;
};
