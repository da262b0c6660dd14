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
  /** Milliseconds of the server's process; what a database server works for it is not in it. */
  readonly cpuPerAnswer: number;
}

/** One turn under load. */
export async function measure(
  subject: Subject,
  calls: readonly Call[],
  options: LoadOptions,
): Promise<Figures> {
  subject.forgetPeak();
  const cpu = subject.cpu();
  const result = await load(subject.address, calls, options);
  return {
    rate: (result.answers * 1_000) / result.milliseconds,
    p50: median(result.latencies),
    p99: share(result.latencies, 0.99),
    firstByte: median(result.firstBytes),
    cpuPerAnswer: (subject.cpu() - cpu) / result.answers,
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
    ...more,
  };
}

/** Medians figure by figure; of memory the most, as that is what a machine must have. */
export function medianFigures(turns: readonly Figures[]): Figures {
  const all = (key: keyof Figures) => turns.map((turn) => turn[key]);
  return {
    rate: median(all('rate')),
    p50: median(all('p50')),
    p99: median(all('p99')),
    firstByte: median(all('firstByte')),
    peakMemory: Math.max(...all('peakMemory')),
    memoryAboveRest: Math.max(...all('memoryAboveRest')),
    cpuPerAnswer: median(all('cpuPerAnswer')),
  };
}

/** Two things measured in turns. */
export interface Rounds {
  readonly a: readonly Figures[];
  readonly b: readonly Figures[];
}

/** How many rounds count. */
export interface HowOften {
  readonly repeats: number;
  /** More of them until so much time has passed. */
  readonly longEnough?: number;
}

/**
 * Lets two take turns, and the other one begin in every other round, so that neither always comes after a
 * rest. Rounds before the first one warm up and do not count.
 */
export async function inTurns(
  { repeats, longEnough = 0 }: HowOften,
  a: () => Promise<Figures>,
  b: () => Promise<Figures>,
  warmUp = 1,
): Promise<Rounds> {
  const rounds: { a: Figures[]; b: Figures[] } = { a: [], b: [] };
  const end = performance.now() + longEnough * 1_000;
  for (let round = -warmUp; round < repeats || performance.now() < end; round++) {
    const turns = [async () => rounds.a.push(await a()), async () => rounds.b.push(await b())];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  return { a: rounds.a.slice(warmUp), b: rounds.b.slice(warmUp) };
}
