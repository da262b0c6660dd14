// Fetches a chart's data, and converts the answer to marks: label, value, and the filter of a click.
import type { BucketName } from '../../src/contract/buckets.ts';
import { type Cell, toNumber } from '../api/exact.ts';
import type { GridAnswer } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import { zoneOf } from '../query/groups/narrowing.ts';
import { allPeriods, fittingBucket, parseMoment, parsePeriodStart } from '../values/periods.ts';
import { plainText } from '../values/text.ts';
import { type Bin, countBins, type DataPoint, makeBins, type Tile, tilePoints } from './bins.ts';
import type { ChartField } from './chartFields.ts';
import {
  barsRequest,
  type ChartRequest,
  countRequest,
  lineRequest,
  measuredAlias,
  otherRequest,
  rangeRequest,
  valuesRequest,
} from './chartRequest.ts';
import {
  hasPlace,
  isCategory,
  isInBin,
  isInPeriod,
  isInPeriodFrom,
  isInTile,
  isOther,
  isPoint,
  type MarkFilter,
} from './markFilter.ts';
import type { Chart } from './suggestChart.ts';

/** The parts of an answer that a chart reads. */
export type ChartAnswer = Pick<GridAnswer, 'data' | 'summaries'> & {
  readonly size: Pick<GridAnswer['size'], 'total'>;
};

export type Run = (request: ChartRequest) => Promise<ChartAnswer>;

export interface Bar {
  /** The parts of the category's name; null if the column is null. */
  readonly names: readonly Cell[];
  /** The key of the named record, if the category is a record. */
  readonly key: Cell | undefined;
  readonly value: number;
  readonly exact: Cell;
  readonly filter: MarkFilter;
}

export interface BarsData {
  readonly kind: 'bars';
  readonly bars: readonly Bar[];
  /** Everything beyond the bars, combined. */
  readonly other: (Omit<Bar, 'names' | 'key'> & { readonly categories: number }) | undefined;
}

export interface LinePoint {
  readonly start: number;
  /** Undefined: the period has no value, and the line has a gap. */
  readonly value: number | undefined;
  readonly exact: Cell;
  readonly filter: MarkFilter;
}

export interface LineData {
  readonly kind: 'line';
  readonly bucket: BucketName;
  readonly points: readonly LinePoint[];
  /** The number of periods without a place of their own, after the last one. */
  readonly left: number;
  /** The number of rows without a place on the axis. */
  readonly omitted: number;
}

export interface HistogramData {
  readonly kind: 'histogram';
  readonly bins: readonly { readonly bin: Bin; readonly count: number; readonly filter: MarkFilter }[];
  readonly omitted: number;
}

export interface PointsData {
  readonly kind: 'points';
  readonly points: readonly (DataPoint & {
    readonly exact: readonly [Cell, Cell];
    readonly filter: MarkFilter;
  })[];
  readonly omitted: number;
}

export interface TilesData {
  readonly kind: 'tiles';
  readonly tiles: readonly (Tile & { readonly filter: MarkFilter })[];
  /** The number of pairs drawn, and their total number. */
  readonly drawn: number;
  readonly total: number;
  readonly omitted: number;
}

export type ChartData = BarsData | LineData | HistogramData | PointsData | TilesData;

const MAX_BARS = 20;
const MAX_PERIODS = 2000;
const MAX_VALUES = 5000;
const MAX_POINTS = 1500;
const MAX_PAIRS = 20_000;
const BIN_COUNT = 24;
const TILE_COUNT = 28;

interface Task {
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly chart: Chart;
  readonly now: Date;
  readonly run: Run;
}

async function loadBars({ doc, model, chart, now, run }: Task): Promise<BarsData> {
  // Requests one more than shown: if only a single category remains, it gets its own bar.
  const answer = await run(barsRequest(doc, model, chart, MAX_BARS + 1, now));
  const groups = toNumber(answer.size.total) ?? answer.data.length;
  const names = chart.x.attributes.length;
  const width = names + (chart.x.key ? 1 : 0);
  const rows = groups > MAX_BARS + 1 ? answer.data.slice(0, MAX_BARS) : answer.data;
  const bars = rows.map((row): Bar => {
    const values = row.slice(0, width);
    const exact = row[width] ?? null;
    return {
      names: row.slice(0, names),
      key: chart.x.key ? (row[names] ?? null) : undefined,
      value: toNumber(exact) ?? 0,
      exact,
      filter: isCategory(chart.x, values),
    };
  });
  if (groups <= bars.length) return { kind: 'bars', bars, other: undefined };
  const filter = isOther(
    chart.x,
    rows.map((row) => row.slice(0, width)),
  );
  const rest = await run(otherRequest(doc, model, chart, filter, now));
  const exact = Object.values(rest.summaries?.[measuredAlias] ?? {})[0] ?? null;
  return {
    kind: 'bars',
    bars,
    other: { value: toNumber(exact) ?? 0, exact, filter, categories: groups - bars.length },
  };
}

async function countRows({ doc, model, chart, now, run }: Task, filter?: MarkFilter): Promise<number> {
  const answer = await run(countRequest(doc, model, chart.x.node.root, filter, now));
  return toNumber(answer.summaries?.[measuredAlias]?.count) ?? 0;
}

/** How many rows remain besides those that are drawn; a row that is drawn for each of several values is not missing. */
async function countOthers(task: Task, drawn: number): Promise<number> {
  return Math.max(0, (await countRows(task)) - drawn);
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

async function range(
  { doc, model, now, run }: Task,
  field: ChartField,
): Promise<{ readonly [summary: string]: Cell }> {
  const distinct = field.role === 'number' ? (['count_distinct'] as const) : [];
  const over = async (also?: readonly MarkFilter[]) => {
    const answer = await run(rangeRequest(doc, model, field, ['min', 'max', ...distinct], now, also));
    return answer.summaries?.[measuredAlias] ?? {};
  };
  const all = await over();
  const isOutside = (end: Cell | undefined) => typeof end === 'string' && toNumber(end) === undefined;
  // One infinite number would leave no range for all others.
  return field.role === 'number' && (isOutside(all.min) || isOutside(all.max))
    ? over([hasPlace(field)])
    : all;
}

function momentOf(value: Cell | undefined): number | undefined {
  return typeof value === 'string' ? parseMoment(value) : undefined;
}

async function pickBucket(task: Task): Promise<BucketName> {
  const { chart } = task;
  if (chart.bucket) return chart.bucket;
  const ends = await range(task, chart.x);
  const [from, to] = [momentOf(ends.min), momentOf(ends.max)];
  if (from === undefined || to === undefined) return 'month';
  return fittingBucket(from, to, chart.x.type === 'date' ? 'day' : 'hour');
}

async function loadLine(task: Task): Promise<LineData> {
  const { doc, model, chart, now, run } = task;
  const bucket = await pickBucket(task);
  const answer = await run(lineRequest(doc, model, chart, bucket, MAX_PERIODS, now));
  const { timezone } = doc;
  const found = answer.data.flatMap(([moment = null, exact = null]) => {
    const start = typeof moment === 'string' ? parsePeriodStart(moment, bucket, timezone) : undefined;
    if (typeof moment !== 'string' || start === undefined) return [];
    return [{ start, exact, filter: isInPeriodFrom(chart.x, moment, bucket, timezone) }];
  });
  const zone = zoneOf(answer.data[0]?.[0] ?? null, timezone);
  const known = new Map(found.map((point) => [point.start, point]));
  const [first = 0, last = -1] = [found[0]?.start, found.at(-1)?.start];
  // If an hour occurs twice, no periods are filled in.
  const filled = known.size < found.length ? [] : allPeriods(first, last, bucket, MAX_PERIODS);
  const missing = (start: number) => ({
    start,
    exact: null,
    filter: isInPeriod(chart.x, start, bucket, zone),
  });
  const shown =
    filled.length < found.length ? found : filled.map((start) => known.get(start) ?? missing(start));
  // Without rows, the sum and the count are 0, but the average is not.
  const empty = chart.aggregate === 'count' || chart.aggregate === 'sum' ? 0 : undefined;
  const points = shown.map((point): LinePoint => ({ ...point, value: toNumber(point.exact) ?? empty }));
  const total = toNumber(answer.size.total) ?? answer.data.length;
  const withoutPlace = answer.data.flatMap(([moment = null]) => {
    if (moment === null) return isCategory(chart.x, [null]);
    const isFar = typeof moment === 'string' && parsePeriodStart(moment, bucket, timezone) === undefined;
    return isFar ? isInPeriodFrom(chart.x, moment, bucket, timezone) : [];
  });
  const omitted = withoutPlace.length > 0 ? await countRows(task, { with: 'OR', entries: withoutPlace }) : 0;
  return { kind: 'line', bucket, points, left: total - answer.data.length, omitted };
}

async function loadHistogram(task: Task): Promise<HistogramData> {
  const { chart } = task;
  const { min, max, count_distinct: distinct } = await range(task, chart.x);
  const [low, high] = [toNumber(min), toNumber(max)];
  if (low === undefined || high === undefined) return { kind: 'histogram', bins: [], omitted: 0 };
  const made = makeBins(low, high, BIN_COUNT, chart.x.type === 'integer');
  const exact = [plainText(min ?? null), plainText(max ?? null)] as const;
  const bins = low === high ? made.map((bin): Bin => ({ ...bin, exact })) : made;
  const counts =
    (toNumber(distinct) ?? 0) <= MAX_VALUES
      ? await countByValue(task, bins)
      : await Promise.all(bins.map((bin) => countRows(task, isInBin(chart.x, bin))));
  return {
    kind: 'histogram',
    bins: bins.map((bin, i) => ({ bin, count: counts[i] ?? 0, filter: isInBin(chart.x, bin) })),
    omitted: await countOthers(task, sumOf(counts)),
  };
}

async function countByValue({ doc, model, chart, now, run }: Task, bins: readonly Bin[]) {
  const answer = await run(valuesRequest(doc, model, [chart.x], MAX_VALUES, now));
  return countBins(
    bins,
    answer.data.flatMap(([cell, count]) => {
      const value = toNumber(cell);
      return value === undefined ? [] : [{ value, count: toNumber(count) ?? 0 }];
    }),
  );
}

async function loadScatter(task: Task): Promise<PointsData | TilesData> {
  const { doc, model, chart, now, run } = task;
  const { x, y } = chart;
  if (!y) return { kind: 'points', points: [], omitted: 0 };
  const answer = await run(valuesRequest(doc, model, [x, y], MAX_PAIRS, now));
  const total = toNumber(answer.size.total) ?? answer.data.length;
  const points = answer.data.flatMap(([a = null, b = null, count]) => {
    const [left, right] = [toNumber(a), toNumber(b)];
    if (left === undefined || right === undefined) return [];
    return [{ x: left, y: right, count: toNumber(count) ?? 1, exact: [a, b] as const }];
  });
  const drawn = sumOf(points.map(({ count }) => count));
  // The pairs that were not fetched have rows, too.
  const omitted = total > answer.data.length ? 0 : await countOthers(task, drawn);
  if (total <= MAX_POINTS) {
    return {
      kind: 'points',
      omitted,
      points: points.map((point) => ({ ...point, filter: isPoint(x, y, point.exact) })),
    };
  }
  const xs = binsOver(
    points.map((point) => point.x),
    x,
  );
  const ys = binsOver(
    points.map((point) => point.y),
    y,
  );
  const tiles = tilePoints(points, xs, ys).map((tile) => ({
    ...tile,
    filter: isInTile(x, y, tile.x, tile.y),
  }));
  return { kind: 'tiles', tiles, drawn: points.length, total, omitted };
}

function binsOver(values: readonly number[], field: ChartField): readonly Bin[] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return makeBins(min, max, TILE_COUNT, field.type === 'integer');
}

const loaders: Record<Chart['kind'], (task: Task) => Promise<ChartData>> = {
  bars: loadBars,
  line: loadLine,
  histogram: loadHistogram,
  scatter: loadScatter,
};

export function loadChart(
  doc: QueryDocument,
  model: Model,
  chart: Chart,
  now: Date,
  run: Run,
): Promise<ChartData> {
  return loaders[chart.kind]({ doc, model, chart, now, run });
}
