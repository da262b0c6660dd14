// Short reads while one long statement runs, against the same reads alone.
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerEngine, LiveDatabase as TestDatabase } from '../../test/support/servers.ts';
import { endless, endlessSql, queryPath } from '../documents.ts';
import type { Call } from '../load.ts';
import { type Figures, measure, runAlternately } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { type Subject, startFloor, startJoinery } from '../subject.ts';
import { recordWorkload } from '../workloads.ts';
import { type Chapter, inSequence } from './chapter.ts';

const readers = 31;
/** After this time the long statement is assumed to be running. */
const headStartMs = 50;

type LongStatement = (milliseconds: number) => { ended: Promise<unknown> };

/** Runs it through Joinery as another client, which disconnects when the turn is over. */
function longThroughJoinery(joinery: Subject): LongStatement {
  return (milliseconds) => ({
    ended: fetch(joinery.address + queryPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      signal: AbortSignal.timeout(milliseconds),
    }),
  });
}

const limitedSql: Record<ServerEngine, (milliseconds: number) => string> = {
  postgres: (milliseconds) => `set statement_timeout = ${milliseconds}; ${endlessSql}`,
  mysql: (milliseconds) => `set statement max_statement_time = ${milliseconds / 1_000} for ${endlessSql}`,
};

/** Runs it on the engine directly, with a time limit as long as the turn. */
function longOnEngine({ rows }: TestDatabase, engine: ServerEngine): LongStatement {
  return (milliseconds) => ({ ended: rows(limitedSql[engine](milliseconds)) });
}

async function readDuringLongStatement(
  subject: Subject,
  records: () => Call,
  long: LongStatement,
  seconds: number,
): Promise<Figures> {
  const { ended } = long(seconds * 1_000 + 2 * headStartMs);
  // The statement is expected to fail by reaching its time limit.
  const endedEarly = ended.then(
    () => true,
    () => false,
  );
  await delay(headStartMs);
  const figures = await measure(subject, records, { connections: readers, until: { seconds } });
  if (await endedEarly) throw new Error('the long statement ended before its turn was over');
  return figures;
}

export const fairness: Chapter = async (sales, effort) => {
  const { engine, url } = sales;
  const seconds = effort.seconds * 2;
  const options = { connections: readers, until: { seconds } };
  const line = async (
    subject: Subject,
    long: LongStatement,
    who: string,
    goal: number | null,
  ): Promise<Line> => {
    const records = inSequence(recordWorkload(effort.sizes.orders).joinery);
    const rounds = await runAlternately(effort, {
      itself: () => measure(subject, records, options),
      joinery: () => readDuringLongStatement(subject, records, long, seconds),
    });
    const workload = `records beside one long statement, against alone${who}`;
    return rateLine({ engine, workload, connections: readers }, rounds, 'itself', goal);
  };
  const lines: Line[] = [];
  {
    await using joinery = await startJoinery(url);
    lines.push(await line(joinery, longThroughJoinery(joinery), '', 0.8));
  }
  // The machine's own limit: how much of its rate the floor keeps beside the same statement.
  if (engine !== 'sqlite') {
    await using floor = await startFloor(engine, url, 'plain');
    lines.push(await line(floor, longOnEngine(sales, engine), ' (the floor’s)', null));
  }
  return lines;
};
