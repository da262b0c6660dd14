// One workload, run alternately against Joinery and the floor's contenders.
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { type Answer, difference, sameJson } from '../equality.ts';
import type { LoadOptions } from '../load.ts';
import { measure, type RoundOptions, type Rounds, runAlternately } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { type Subject, startFloor, startJoinery } from '../subject.ts';
import type { Calls, Workload } from '../workloads.ts';
import { ask, inSequence } from './chapter.ts';

export interface Contest {
  readonly joinery: Subject;
  readonly plain: Subject;
  readonly best: Subject;
}

/** Starts the servers of a contest; they stop when it is disposed. */
export async function openContest(engine: Engine, url: string): Promise<Contest & AsyncDisposable> {
  const subjects = {
    joinery: await startJoinery(url),
    plain: await startFloor(engine, url, 'plain'),
    best: await startFloor(engine, url, 'best'),
  };
  return {
    ...subjects,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(subjects).map((subject) => subject[Symbol.asyncDispose]()));
    },
  };
}

const comparedAnswers = 5;

/**
 * Sends the same requests to all servers and compares the answers. It uses the last requests of a workload, which the
 * measured load does not reach.
 */
export async function checkEqual(
  contest: Contest,
  { name, joinery, floor, different }: Pick<Workload, 'name' | 'joinery' | 'floor' | 'different'>,
  same: (a: Answer, b: Answer) => boolean = sameJson,
): Promise<void> {
  const answerOf = async (subject: Subject, calls: Calls, n: number): Promise<Answer> => ({
    address: subject.address,
    text: await ask(subject, calls(Number.isFinite(different) ? different - 1 - n : n)),
  });
  for (let n = 0; n < comparedAnswers; n++) {
    const given = await answerOf(contest.joinery, joinery, n);
    for (const contender of [contest.plain, contest.best]) {
      const wanted = await answerOf(contender, floor, n);
      if (same(given, wanted)) continue;
      throw new Error(`${name}: the answers differ ${difference(wanted.text, given.text)}`);
    }
  }
}

type ContestRounds = Rounds<Omit<Contest, 'best'> & { best: Subject | undefined }>;

/** Runs all servers in turns, each with the same requests in the same order. */
export async function runContest(
  contest: Contest,
  workload: Workload,
  options: LoadOptions,
  rounds: RoundOptions,
  warmUp = 1,
): Promise<ContestRounds> {
  const turnOf = (subject: Subject, calls: Calls) => {
    const next = inSequence(calls, workload.different);
    return () => measure(subject, next, options);
  };
  const { joinery, plain, best } = contest;
  const turns = {
    joinery: turnOf(joinery, workload.joinery),
    plain: turnOf(plain, workload.floor),
    best: workload.hasBest ? turnOf(best, workload.floor) : undefined,
  };
  return runAlternately(rounds, turns, warmUp);
}

/** One line for each contender that took part. */
export function linesOf(
  engine: Engine,
  workload: Pick<Workload, 'name' | 'goal' | 'note'>,
  connections: number,
  rounds: ContestRounds,
): Line[] {
  const heading = { engine, workload: workload.name, connections, note: workload.note };
  const against = rateLine(heading, rounds, 'plain', workload.goal(connections));
  return rounds.best === undefined ? [against] : [against, rateLine(heading, rounds, 'best')];
}
