// What is told about one turn of one server: its answers, its memory and its processor time.
import { type Call, type LoadOptions, load } from './load.ts';
import { median, share } from './numbers.ts';
import type { Subject } from './subject.ts';

export interface Figures {
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly firstByte: number;
  /** The most resident memory, and how much that is above the server at rest, in bytes. */
  readonly peakMemory: number;
  readonly memoryAboveRest: number;
  /** Milliseconds of the server and of the database server together. */
  readonly cpuPerAnswer: number;
  readonly answers: number;
}

/** One turn under load. */
export async function measure(subject: Subject, next: () => Call, options: LoadOptions): Promise<Figures> {
  subject.forgetPeak();
  const cpu = subject.cpu();
  const result = await load(subject.address, next, options);
  return {
    rate: (result.answers * 1_000) / result.milliseconds,
    p50: median(result.latencies),
    p99: share(result.latencies, 0.99),
    firstByte: median(result.firstBytes),
    cpuPerAnswer: (subject.cpu() - cpu) / result.answers,
    answers: result.answers,
    ...memoryOf(subject),
  };
}

export function memoryOf(subject: Subject): Pick<Figures, 'peakMemory' | 'memoryAboveRest'> {
  const peakMemory = subject.peakMemory();
  return { peakMemory, memoryAboveRest: peakMemory - subject.memoryAtRest };
}

/** Of something that has only a duration. */
export function duration(milliseconds: number, more: Partial<Figures> = {}): Figures {
  return {
    rate: 1_000 / milliseconds,
    p50: milliseconds,
    p99: milliseconds,
    firstByte: Number.NaN,
    peakMemory: Number.NaN,
    memoryAboveRest: Number.NaN,
    cpuPerAnswer: Number.NaN,
    answers: 1,
    ...more,
  };
}

/** Medians figure by figure; of memory the most, as that is what a machine must have; of processor time the mean. */
export function medianFigures(turns: readonly Figures[]): Figures {
  const all = (key: keyof Figures) => turns.map((turn) => turn[key]);
  const answers = all('answers').reduce((sum, of) => sum + of, 0);
  return {
    rate: median(all('rate')),
    p50: median(all('p50')),
    p99: median(all('p99')),
    firstByte: median(all('firstByte')),
    peakMemory: Math.max(...all('peakMemory')),
    memoryAboveRest: Math.max(...all('memoryAboveRest')),
    // The system counts in steps of 10 ms, so that a short turn says little by itself.
    cpuPerAnswer: turns.reduce((sum, turn) => sum + turn.cpuPerAnswer * turn.answers, 0) / answers,
    answers,
  };
}

/** How many rounds count. */
export interface HowOften {
  readonly repeats: number;
  /** More of them until so much time has passed. */
  readonly longEnough?: number;
  /** Seconds for each contender before the first round that counts. */
  readonly warmSeconds?: number;
}

type Turn = () => Promise<Figures>;

/** The figures of each contender that took part, round by round. */
export type Rounds<Turns> = {
  readonly [Name in keyof Turns]: undefined extends Turns[Name]
    ? readonly Figures[] | undefined
    : readonly Figures[];
};

/**
 * Lets contenders take turns, and another one begin in every round, so that none always comes after a rest. The first
 * rounds warm up and do not count: `warmUp` of them, and more until all have had their time.
 */
export async function inTurns<Turns extends Readonly<Record<string, Turn | undefined>>>(
  { repeats, longEnough = 0, warmSeconds = 0 }: HowOften,
  turns: Turns,
  warmUp = 1,
): Promise<Rounds<Turns>> {
  const contenders = Object.entries(turns).flatMap(([name, turn]) =>
    turn === undefined ? [] : [{ name, turn, rounds: [] as Figures[] }],
  );
  const warmEnd = performance.now() + warmSeconds * contenders.length * 1_000;
  let end: number | null = null;
  for (let round = 0, counted = 0; end === null || counted < repeats || performance.now() < end; round++) {
    if (round >= warmUp && performance.now() >= warmEnd) end ??= performance.now() + longEnough * 1_000;
    const first = round % contenders.length;
    for (const { turn, rounds } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const figures = await turn();
      if (end !== null) rounds.push(figures);
    }
    if (end !== null) counted++;
  }
  const figures: unknown = Object.fromEntries(contenders.map(({ name, rounds }) => [name, rounds]));
  return figures as Rounds<Turns>; // Every contender that took part has its rounds under its name.
}
