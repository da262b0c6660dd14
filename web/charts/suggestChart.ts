// Which chart suits a query, and why.
import type { BucketName } from '../../src/contract/buckets.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import type { Model } from '../model/model.ts';
import type { ChartChoice, QueryDocument } from '../query/document.ts';
import { type ChartField, chartFields } from './chartFields.ts';

export type ChartKind = 'line' | 'bars' | 'scatter' | 'histogram';
const chartKinds: readonly ChartKind[] = ['line', 'bars', 'scatter', 'histogram'];

/** Why this chart; the message catalogue has a sentence for each. */
export type Reason =
  | 'time-and-number'
  | 'category-and-number'
  | 'two-numbers'
  | 'one-number'
  | 'time-alone'
  | 'category-alone'
  | 'chosen';

export interface Chart {
  readonly kind: ChartKind;
  readonly x: ChartField;
  /** Absent for the number of rows. */
  readonly y: ChartField | undefined;
  readonly aggregate: SummaryName;
  /** Absent for the period that suits the range. */
  readonly bucket: BucketName | undefined;
  readonly reason: Reason;
}

/** Sums of prices or ages are meaningless; averages are not. */
const AVERAGED =
  /(price|rate|ratio|percent|pct|score|rating|age|avg|mean|temperature|duration|seconds|length|height|weight|width|lat|latitude|lon|lng|longitude|rank|level|grade)s?$/i;

function defaultAggregate(field: ChartField | undefined): SummaryName {
  if (!field) return 'count';
  return AVERAGED.test(field.attributes[0] ?? '') ? 'avg' : 'sum';
}

function bestField(fields: readonly ChartField[], role: ChartField['role']): ChartField | undefined {
  const candidates = fields.filter((field) => field.role === role && field.rank > 0);
  // Among equals the first column of the result wins, because a person put it there.
  return candidates.reduce<ChartField | undefined>(
    (leader, field) => (leader && leader.rank >= field.rank ? leader : field),
    undefined,
  );
}

function makeChart(kind: ChartKind, x: ChartField, y: ChartField | undefined, reason: Reason): Chart {
  return { kind, x, y, aggregate: defaultAggregate(y), bucket: undefined, reason };
}

/** Based on the fields of the result alone; undefined if there is nothing to draw. */
function suggestFrom(fields: readonly ChartField[]): Chart | undefined {
  const time = bestField(fields, 'time');
  const category = bestField(fields, 'category');
  const numbers = fields.filter(({ role }) => role === 'number');
  const [number, second] = numbers.toSorted((a, b) => b.rank - a.rank);
  if (time && number) return makeChart('line', time, number, 'time-and-number');
  if (category && number) return makeChart('bars', category, number, 'category-and-number');
  if (number && second) return makeChart('scatter', number, second, 'two-numbers');
  if (number) return makeChart('histogram', number, undefined, 'one-number');
  if (time) return makeChart('line', time, undefined, 'time-alone');
  if (category) return makeChart('bars', category, undefined, 'category-alone');
  return undefined;
}

export function suggestChart(doc: QueryDocument, model: Model): Chart | undefined {
  return suggestFrom(chartFields(doc, model));
}

const xRoles: Record<ChartKind, readonly ChartField['role'][]> = {
  line: ['time'],
  bars: ['category', 'number'],
  scatter: ['number'],
  histogram: ['number'],
};

/** The possible x axis fields for a kind of chart. */
export function xChoices(fields: readonly ChartField[], kind: ChartKind): readonly ChartField[] {
  return fields.filter(({ role }) => xRoles[kind].includes(role));
}

export function yChoices(fields: readonly ChartField[]): readonly ChartField[] {
  return fields.filter(({ role }) => role === 'number');
}

/** The kinds that the fields allow. */
export function possibleKinds(fields: readonly ChartField[]): readonly ChartKind[] {
  return chartKinds.filter((kind) => xChoices(fields, kind).length > (kind === 'scatter' ? 1 : 0));
}

export interface ChartPreference extends Omit<ChartChoice, 'kind'> {
  readonly kind?: ChartKind | undefined;
}

/** The choice in a document; an unknown kind is ignored. */
export function preferenceOf(choice: ChartChoice | undefined): ChartPreference {
  return { ...choice, kind: chartKinds.find((kind) => kind === choice?.kind) };
}

/** Stands for the number of rows in place of a field. */
export const ROWS = 'rows';

function pick(choices: readonly ChartField[], id: string | undefined): ChartField | undefined {
  return choices.find((field) => field.id === id);
}

/** The chart that a person chose, completed with suitable defaults. Fields that no longer exist are ignored. */
export function chartFor(fields: readonly ChartField[], preference: ChartPreference): Chart | undefined {
  const suggested = suggestFrom(fields);
  const kind = preference.kind ?? suggested?.kind;
  if (kind === undefined) return undefined;
  const xs = xChoices(fields, kind);
  const suggestedX = suggested && xs.includes(suggested.x) ? suggested.x : undefined;
  const x = pick(xs, preference.x) ?? suggestedX ?? xs.toSorted((a, b) => b.rank - a.rank)[0];
  if (!x) return undefined;
  const y = chooseY(fields, kind, x, preference, suggested);
  if (kind === 'scatter' && !y) return undefined;
  const aggregate = y ? (preference.aggregate ?? defaultAggregate(y)) : 'count';
  const chart: Chart = { kind, x, y, aggregate, bucket: preference.bucket, reason: 'chosen' };
  const same =
    suggested &&
    suggested.kind === kind &&
    suggested.x === x &&
    suggested.y === y &&
    suggested.aggregate === aggregate;
  return same ? { ...chart, reason: suggested.reason } : chart;
}

function chooseY(
  fields: readonly ChartField[],
  kind: ChartKind,
  x: ChartField,
  preference: ChartPreference,
  suggested: Chart | undefined,
): ChartField | undefined {
  if (kind === 'histogram' || (preference.y === ROWS && kind !== 'scatter')) return undefined;
  const choices = yChoices(fields).filter((field) => field !== x);
  const preferred = pick(choices, preference.y);
  if (preferred) return preferred;
  if (kind === 'scatter') return choices[0];
  return suggested?.y && choices.includes(suggested.y) ? suggested.y : undefined;
}
