// One line per workload, engine and load; printed as a table that can be pasted into the documentation.
import type { Engine } from '../test/support/engines.ts';
import { type Figures, medianFigures, type Rounds } from './measure.ts';
import { median, share } from './numbers.ts';

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** What a line's value counts; `×` is a ratio. */
export type Unit = '×' | 'ms' | 'MB' | 'tasks';

export interface Line {
  readonly engine: Engine | 'browser';
  readonly workload: string;
  readonly connections: number;
  /** What Joinery is compared with, and Joinery itself; null where only the value is told. */
  readonly base: Figures | null;
  readonly joinery: Figures | null;
  readonly value: number;
  /** Between these lies half of the rounds whose median the value is; null where it is not one of several. */
  readonly range: readonly [number, number] | null;
  readonly unit: Unit;
  readonly goal: Goal | null;
}

export interface Heading {
  readonly engine: Line['engine'];
  readonly workload: string;
  readonly connections: number;
}

/** Joinery's rate as a part of what it is compared with, round by round: above 1 Joinery is the faster one. */
export function rateLine(heading: Heading, rounds: Rounds, atLeast: number | null): Line {
  return ratioLine(heading, rounds, 'rate', atLeast === null ? null : { atLeast });
}

/** Joinery's time as a multiple of what it is compared with. */
export function timeLine(heading: Heading, rounds: Rounds, goal: Goal | null): Line {
  return ratioLine(heading, rounds, 'p50', goal);
}

function ratioLine(heading: Heading, { a, b }: Rounds, key: 'rate' | 'p50', goal: Goal | null): Line {
  const ratios = b.map((turn, i) => turn[key] / (a[i]?.[key] ?? Number.NaN));
  return {
    ...heading,
    base: medianFigures(a),
    joinery: medianFigures(b),
    value: median(ratios),
    range: [share(ratios, 0.25), share(ratios, 0.75)],
    unit: '×',
    goal,
  };
}

/** A figure that has a bound of its own. */
export function valueLine(heading: Heading, value: number, unit: Unit, goal: Goal | null): Line {
  return { ...heading, base: null, joinery: null, value, range: null, unit, goal };
}

export function isReached({ value, goal }: Line): boolean {
  if (goal === null) return true;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

function boundText(goal: Goal | null): string {
  if (goal === null) return '–';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function goalText(line: Line): string {
  return isReached(line) ? boundText(line.goal) : `${boundText(line.goal)} ✗`;
}

function digits(value: number | undefined, after = 1): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value.toFixed(value >= 100 ? 0 : after);
}

const columns = [
  'engine',
  'workload',
  'conns',
  'ratio',
  'half of the rounds',
  'goal',
  'per second (floor)',
  'p50 ms',
  'p99 ms',
  'first byte ms',
  'peak RSS MB',
  'CPU ms',
];

const both = (figures: Figures | null, floor: Figures | null, key: keyof Figures, after: number, unit = 1) =>
  figures === null
    ? '–'
    : `${digits(figures[key] / unit, after)} (${digits(floor === null ? Number.NaN : floor[key] / unit, after)})`;

export function printTable(lines: readonly Line[]): void {
  console.log(`| ${columns.join(' | ')} |`);
  console.log(`|---|---|${'--:|'.repeat(columns.length - 2)}`);
  for (const line of lines) {
    const { engine, workload, connections, base, joinery } = line;
    const cells = [
      engine,
      workload,
      connections,
      shown(line),
      line.range === null ? '–' : line.range.map((ratio) => digits(ratio, 2)).join(' to '),
      goalText(line),
      both(joinery, base, 'rate', 2),
      both(joinery, base, 'p50', 2),
      both(joinery, base, 'p99', 2),
      both(joinery, base, 'firstByte', 2),
      both(joinery, base, 'peakMemory', 0, 2 ** 20),
      both(joinery, base, 'cpuPerAnswer', 2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const engineColumns = ['sqlite', 'postgres', 'mysql'] as const;

/** The goals at a glance: one row per workload and load, one column per engine. */
export function printSummary(lines: readonly Line[]): void {
  const rows = Map.groupBy(lines, ({ workload, connections }) => `${workload} | ${connections}`);
  console.log('\n| workload | conns | SQLite | PostgreSQL | MariaDB | goal |\n|---|--:|--:|--:|--:|--:|');
  for (const [name, ofEngines] of rows) {
    if (ofEngines.some(({ engine }) => engine === 'browser')) continue;
    const cells = engineColumns.map((engine) => {
      const line = ofEngines.find((one) => one.engine === engine);
      if (line === undefined) return '–';
      return isReached(line) ? shown(line) : `**${shown(line)}**`;
    });
    const goals = [...new Set(ofEngines.map((line) => boundText(line.goal)))];
    console.log(`| ${[name, ...cells, goals.join(' / ')].join(' | ')} |`);
  }
}

function shown({ value, unit }: Line): string {
  return unit === '×' ? digits(value, 2) : `${digits(value)} ${unit}`;
}
