// Short answers under load: records, pages, searches, and pages far down a table.
import { inTurns, measure } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { startFloor, startJoinery } from '../subject.ts';
import { linesPage, rateWorkloads } from '../workloads.ts';
import { ask, type Chapter, checkEqual } from './chapter.ts';

const loads = [1, 32];

export const rates: Chapter = async ({ engine, url }, effort) => {
  await using floor = await startFloor(engine, url);
  await using joinery = await startJoinery(url);
  const lines: Line[] = [];
  for (const workload of rateWorkloads) {
    await checkEqual(workload, floor, joinery);
    for (const connections of loads) {
      const options = { connections, until: { seconds: effort.seconds } };
      const rounds = await inTurns(
        effort,
        () => measure(floor, workload.floor, options),
        () => measure(joinery, workload.joinery, options),
      );
      const heading = { engine, workload: workload.name, connections };
      lines.push(rateLine(heading, rounds, workload.atLeast));
    }
  }
  return lines;
};

/** Differences below this are noise: the two pages do the same. */
const same = 0.9;

export const cursor: Chapter = async ({ engine, url }, effort) => {
  await using joinery = await startJoinery(url);
  const deep = Math.floor(effort.sizes.lines * 0.9);
  const early: { next: string } = JSON.parse(await ask(joinery, linesPage(null)));
  const late: { next: string } = JSON.parse(await ask(joinery, linesPage(null, deep - 100)));
  const lines: Line[] = [];
  for (const connections of loads) {
    const options = { connections, until: { seconds: effort.seconds } };
    const rounds = await inTurns(
      effort,
      () => measure(joinery, [linesPage(early.next)], options),
      () => measure(joinery, [linesPage(late.next)], options),
    );
    const workload = `page by cursor at row ${deep}, against the second page`;
    lines.push(rateLine({ engine, workload, connections }, rounds, same));
  }
  return lines;
};
