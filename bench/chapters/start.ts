// The time from an empty process to the first answer that needs the schema.
import { createDatabase, type LiveEngine as Engine } from '../../test/support/servers.ts';
import { loadManyTables } from '../data.ts';
import type { Effort } from '../effort.ts';
import { duration, type Figures, memoryOf, runAlternately } from '../measure.ts';
import { type Line, timeLine } from '../report.ts';
import { type Subject, startFloor, startJoinery } from '../subject.ts';
import { ask, type Chapter } from './chapter.ts';

async function timeStart(start: () => Promise<Subject>): Promise<Figures> {
  await using subject = await start();
  const begin = performance.now();
  await ask(subject, { method: 'GET', path: '/api/database' });
  const milliseconds = subject.readyMs + performance.now() - begin;
  return duration(milliseconds, { ...memoryOf(subject), cpuPerAnswer: subject.cpu() });
}

async function startLine(
  engine: Engine,
  url: string,
  size: string,
  atMost: number,
  effort: Effort,
): Promise<Line> {
  // A new process cannot be warmed up.
  const { repeats, longEnough } = effort;
  const rounds = await runAlternately(
    { repeats, longEnough },
    {
      plain: () => timeStart(() => startFloor(engine, url, 'plain')),
      joinery: () => timeStart(() => startJoinery(url)),
    },
  );
  const workload = `start to the first answer with the schema, ${size}: times the floor’s`;
  return timeLine({ engine, workload, connections: 1 }, rounds, 'plain', { atMost });
}

export const start: Chapter = async ({ engine, url }, effort) => {
  const lines = [await startLine(engine, url, 'small database', 2, effort)];
  for (const count of effort.manyTables) {
    await using many = await createDatabase(engine);
    await loadManyTables(many, count);
    lines.push(await startLine(engine, many.url, `${count.toLocaleString('en')} tables`, 3, effort));
  }
  return lines;
};
