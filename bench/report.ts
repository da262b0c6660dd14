// One line per workload, engine, load and contender, printed as tables for the documentation.
import type { LiveEngine as Engine } from '../test/support/engines.ts';
import { type Figures, medianFigures } from './measure.ts';
import { median, share } from './numbers.ts';

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** The unit of a line's value; `×` is a ratio. */
export type Unit = '×' | 'ms' | 'MB' | 'tasks';

/** What Joinery is compared with: `plain` and `best` are the floor's contenders, `itself` is Joinery without the load. */
export type Against = 'plain' | 'best' | 'client' | 'itself' | 'api';

export interface Heading {
  readonly engine: Engine | 'browser' | 'files';
  readonly workload: string;
  readonly connections: number;
  /** Safety work that only Joinery does. */
  readonly note?: string | undefined;
}

export interface Line extends Heading {
  /** Null if there is only a value. */
  readonly against: Against | null;
  readonly base: Figures | null;
  readonly joinery: Figures | null;
  readonly value: number;
  /** The interquartile range of the rounds; null for a single value. */
  readonly range: readonly [number, number] | null;
  readonly unit: Unit;
  readonly goal: Goal | null;
}

/** The rounds of Joinery and of each contender. */
export type ComparedRounds = { readonly joinery: readonly Figures[] } & {
  readonly [contender in Against]?: readonly Figures[] | undefined;
};

/** Joinery's rate relative to a contender's, by round: above 1 Joinery is faster. */
export function rateLine(
  heading: Heading,
  rounds: ComparedRounds,
  against: Against,
  atLeast: number | null = null,
): Line {
  return ratioLine(heading, rounds, against, 'rate', atLeast === null ? null : { atLeast });
}

/** Joinery's time as a multiple of a contender's. */
export function timeLine(
  heading: Heading,
  rounds: ComparedRounds,
  against: Against,
  goal: Goal | null,
): Line {
  return ratioLine(heading, rounds, against, 'p50', goal);
}

function ratioLine(
  heading: Heading,
  rounds: ComparedRounds,
  against: Against,
  key: 'rate' | 'p50',
  goal: Goal | null,
): Line {
  const base = rounds[against] ?? [];
  const ratios = rounds.joinery.map((turn, i) => turn[key] / (base[i]?.[key] ?? Number.NaN));
  return {
    ...heading,
    against,
    base: medianFigures(base),
    joinery: medianFigures(rounds.joinery),
    value: median(ratios),
    range: [share(ratios, 0.25), share(ratios, 0.75)],
    unit: '×',
    goal,
  };
}

/** A figure with an absolute goal. */
export function valueLine(heading: Heading, value: number, unit: Unit, goal: Goal | null): Line {
  return { ...heading, against: null, base: null, joinery: null, value, range: null, unit, goal };
}

/** The same line by processor time per answer, which other load on the machine disturbs less than wall-clock time. */
export function byProcessorTime(line: Line): Line {
  const { base, joinery } = line;
  if (line.unit !== '×' || base === null || joinery === null) return line;
  return { ...line, value: base.cpuPerAnswer / joinery.cpuPerAnswer, range: null };
}

export function isGoalReached({ value, goal }: Line): boolean {
  if (goal === null) return true;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

function boundText(goal: Goal | null): string {
  if (goal === null) return '–';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function goalText(line: Line): string {
  return isGoalReached(line) ? boundText(line.goal) : `${boundText(line.goal)} ✗`;
}

function digits(value: number | undefined, after = 1): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return value.toFixed(value >= 100 ? 0 : after);
}

function valueText({ value, unit }: Line): string {
  return unit === '×' ? digits(value, 2) : `${digits(value)} ${unit}`;
}

const columns = [
  ...['engine', 'workload', 'conns', 'against', 'ratio', 'half of the rounds', 'by CPU', 'goal'],
  ...['per second', 'p50 ms', 'p99 ms', 'first byte ms', 'peak RSS MB', 'CPU ms'],
];

const joineryAndBase = (line: Line, key: keyof Figures, after: number, unit = 1) =>
  line.joinery === null
    ? '–'
    : `${digits(line.joinery[key] / unit, after)} (${digits(line.base === null ? Number.NaN : line.base[key] / unit, after)})`;

/** All figures: Joinery's, and in brackets the contender's. */
export function fullTable(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.engine,
    line.workload,
    line.connections,
    line.against ?? '–',
    valueText(line),
    line.range === null ? '–' : line.range.map((ratio) => digits(ratio, 2)).join(' to '),
    line.base === null ? '–' : digits(byProcessorTime(line).value, 2),
    goalText(line),
    joineryAndBase(line, 'rate', 2),
    joineryAndBase(line, 'p50', 2),
    joineryAndBase(line, 'p99', 2),
    joineryAndBase(line, 'firstByte', 2),
    joineryAndBase(line, 'peakMemory', 0, 2 ** 20),
    joineryAndBase(line, 'cpuPerAnswer', 2),
  ]);
  return table(columns, `|---|---|${'--:|'.repeat(columns.length - 2)}`, rows);
}

const engineColumns = ['sqlite', 'postgres', 'mysql'] as const;
/** Contenders that share a row with the main one: they have no goal, and are shown beside it in brackets. */
const secondaryContenders: readonly Against[] = ['best', 'client'];

/** An overview of the goals: one row per workload and load, one column per engine. */
export function summary(lines: readonly Line[]): string {
  const ofEngines = lines.filter(({ engine }) => engine !== 'browser' && engine !== 'files');
  const rows = Map.groupBy(ofEngines, ({ workload, connections }) => `${workload} | ${connections}`);
  const cells = [...rows].map(([name, ofRow]) => {
    const main = engineColumns.flatMap((engine) => mainLine(ofRow, engine) ?? []);
    const goals = [...new Set(main.map((line) => boundText(line.goal)))];
    return [name, ...engineColumns.map((engine) => summaryCell(ofRow, engine)), goals.join(' / ')];
  });
  const notes = [
    ...Map.groupBy(
      ofEngines.filter(({ note }) => note !== undefined),
      ({ note }) => note,
    ),
  ];
  return [
    table(
      ['workload', 'conns', 'SQLite', 'PostgreSQL', 'MariaDB', 'goal'],
      '|---|--:|--:|--:|--:|--:|',
      cells,
    ),
    ...notes.map(([note, of]) => `\n${of[0]?.workload}: ${note}.`),
  ].join('\n');
}

/** The line with the goal; the other contenders follow it in brackets. */
function mainLine(ofRow: readonly Line[], engine: Engine): Line | undefined {
  const own = ofRow.filter((line) => line.engine === engine);
  return own.find(({ against }) => against === null || !secondaryContenders.includes(against)) ?? own[0];
}

function summaryCell(ofRow: readonly Line[], engine: Engine): string {
  const main = mainLine(ofRow, engine);
  if (main === undefined) return '–';
  const value = isGoalReached(main) ? valueText(main) : `**${valueText(main)}**`;
  const own = ofRow.filter((line) => line.engine === engine && line !== main);
  const others = secondaryContenders.flatMap((contender) =>
    own.filter(({ against }) => against === contender),
  );
  return others.length === 0 ? value : `${value} (${others.map(valueText).join(', ')})`;
}

function table(head: readonly string[], ruler: string, rows: readonly (readonly unknown[])[]): string {
  return [`| ${head.join(' | ')} |`, ruler, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
