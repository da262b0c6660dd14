// The figures of one server's turn: its answers, its memory and its processor time.
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
  /** Peak resident memory, and how much that is above the idle server, in bytes. */
  readonly peakMemory: number;
  readonly memoryAboveRest: number;
  /** Milliseconds of the server and the database server together. */
  readonly cpuPerAnswer: number;
  readonly answers: number;
}

/** Measures one turn under load. */
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

/** Figures for something that has only a duration. */
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

/**
 * The median of each figure, but the maximum of memory, since a machine must provide it, and the mean of processor
 * time.
 */
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
    // The system counts in steps of 10 ms, so a single short turn is imprecise.
    cpuPerAnswer: turns.reduce((sum, turn) => sum + turn.cpuPerAnswer * turn.answers, 0) / answers,
    answers,
  };
}

/** The number of measured rounds. */
export interface RoundOptions {
  readonly repeats: number;
  /** Adds rounds until this much time has passed. */
  readonly longEnough?: number;
  /** Seconds of warm-up for each contender. */
  readonly warmSeconds?: number;
}

type Turn = () => Promise<Figures>;

/** The figures of each contender that took part, by round. */
export type Rounds<Turns> = {
  readonly [Name in keyof Turns]: undefined extends Turns[Name]
    ? readonly Figures[] | undefined
    : readonly Figures[];
};

/**
 * Runs the contenders in turns. Each round starts with another contender, so that none always runs after a pause. The
 * first rounds are warm-up: `warmUp` of them, and more until all contenders had their time.
 */
export async function runAlternately<Turns extends Readonly<Record<string, Turn | undefined>>>(
  { repeats, longEnough = 0, warmSeconds = 0 }: RoundOptions,
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
