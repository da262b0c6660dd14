// One line per workload, engine and load; printed as a table that can be pasted into the documentation.
import type { Engine } from '../test/support/engines.ts';
import type { Figures } from './measure.ts';

export interface Line {
  readonly engine: Engine;
  readonly workload: string;
  readonly connections: number;
  readonly floor: Figures | null;
  readonly joinery: Figures;
  /** Joinery's rate against the floor's; above 1 Joinery is the faster one. */
  readonly ratio: number;
  readonly goal: string;
  readonly reached: boolean;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Medians figure by figure. */
export function medianFigures(runs: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(runs.map((run) => run[key]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    firstByte: of('firstByte'),
    peakMemory: Math.max(...runs.map((run) => run.peakMemory)),
    cpuPerAnswer: of('cpuPerAnswer'),
  };
}

const number = (value: number, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

export function printTable(lines: readonly Line[]): void {
  console.log(
    '| engine | workload | conns | rate/s (floor) | ratio | goal | p50 ms | p99 ms | first byte ms | RSS + MB | CPU ms |',
  );
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const { engine, workload, connections, floor, joinery, ratio, goal, reached } of lines) {
    const cells = [
      engine,
      workload,
      connections,
      `${number(joinery.rate, 2)} (${floor ? number(floor.rate, 2) : '–'})`,
      number(ratio, 2),
      `${goal}${reached ? '' : ' ✗'}`,
      number(joinery.p50),
      number(joinery.p99),
      number(joinery.firstByte),
      number(joinery.peakMemory / 2 ** 20, 0),
      number(joinery.cpuPerAnswer, 2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
