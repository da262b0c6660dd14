// One long answer: its rate, how soon it begins, and how much memory it takes.
import { inTurns, measure, medianFigures } from '../measure.ts';
import { type Line, rateLine, valueLine } from '../report.ts';
import { startFloor, startJoinery } from '../subject.ts';
import { listWorkload } from '../workloads.ts';
import { type Chapter, checkEqual } from './chapter.ts';

export const list: Chapter = async ({ engine, url }, { repeats, listRows }) => {
  const workload = listWorkload(listRows);
  const lines: Line[] = [];
  for (const connections of [1, 32]) {
    // New servers, so that the memory of the one load is not the other's rest.
    await using floor = await startFloor(engine, url);
    await using joinery = await startJoinery(url);
    if (connections === 1) await checkEqual(workload, floor, joinery);
    const options = { connections, until: { answers: connections } };
    const rounds = await inTurns(
      { repeats },
      () => measure(floor, workload.floor, options),
      () => measure(joinery, workload.joinery, options),
      connections === 1 ? 1 : 0,
    );
    const [base, ours] = [medianFigures(rounds.a), medianFigures(rounds.b)];
    const heading = (more: string) => ({ engine, workload: `${workload.name}${more}`, connections });
    lines.push(
      rateLine(heading(''), rounds, engine === 'sqlite' ? 1.7 : 1.3),
      valueLine(heading(': first byte after the floor’s'), ours.firstByte - base.firstByte, 'ms', {
        atMost: 50,
      }),
      valueLine(heading(': memory above rest'), ours.memoryAboveRest / 2 ** 20, 'MB', { atMost: 64 }),
    );
  }
  return lines;
};
