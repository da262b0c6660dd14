// The table's groups as the points of a chart: the same query, the same groups, none merged.
import type { BucketName } from '../../../src/contract/buckets.ts';
import { type Cell, LosslessNumber, toNumber } from '../../api/exact.ts';
import type { GridAnswer, PageOf } from '../../api/resources.ts';
import { late } from '../../messages/late.ts';
import type { Model } from '../../model/model.ts';
import type { QueryDocument } from '../../query/document.ts';
import { isNoneOf, type Narrowing, zoneOf } from '../../query/groups/narrowing.ts';
import { hasAllGroups } from '../../query/groups/shownGroups.ts';
import type { UniGrid } from '../../query/request.ts';
import { type Extras, toRows } from '../../query/rows.ts';
import { commonDigits } from '../../values/cellStyle.ts';
import { sumOf } from '../../values/sums.ts';
import { plainText } from '../../values/text.ts';
import type { TimePart } from '../../values/timeParts.ts';
import { type GroupChart, isOverTime } from './groupChart.ts';
import {
  disambiguated,
  largest,
  namingFields,
  type Slot,
  SlotReader,
  sortedByTime,
  withAllParts,
  withAllPeriods,
} from './groupSlots.ts';

export type GroupAnswer = Pick<GridAnswer, 'cols' | 'data' | 'pivot'> & {
  readonly size: Pick<GridAnswer['size'], 'total'>;
};
export type RunGroups = (query: UniGrid, page: PageOf) => Promise<GroupAnswer>;

export interface GroupPoint {
  readonly value: number;
  readonly exact: Cell;
}

export interface GroupData {
  readonly slots: readonly Slot[];
  /** A single unnamed one if there are no series. */
  readonly series: readonly Slot[];
  /** By the keys of slot and series; absent if there is no such group. */
  readonly points: ReadonlyMap<string, GroupPoint>;
  /** Only then has a group that is absent no rows; otherwise the query or the limit may leave it out. */
  readonly hasAllGroups: boolean;
  /** The number of decimals of all values. */
  readonly digits: number | undefined;
  readonly bucket: BucketName | undefined;
  /** The slots are days of the week, hours of the day …: all of them, in order. */
  readonly part: TimePart | undefined;
  /** The number of groups in the table. */
  readonly groups: number;
  /** Slots without a place of their own: their combined measure if it adds up, their number, and their rows. */
  readonly other:
    | (GroupPoint & { readonly slots: number; readonly narrowing: Narrowing | undefined })
    | undefined;
  readonly omitted: { readonly slots: number; readonly series: number; readonly groups: number };
}

const MAX_GROUPS = 5000;
/**
 * A drawing has room for few, and few colours are distinguishable; a heat map has only one colour, and a row per
 * series.
 */
const limits = { slots: 20, series: 8, rows: 40 };

export function pointKey(slot: Slot, series: Slot): string {
  return `${slot.key} ${series.key}`;
}

/** Exact to the last digit. */
export function sumOfPoints(points: readonly GroupPoint[]): GroupPoint {
  const sum = sumOf(points.map(({ exact }) => plainText(exact)));
  return { value: Number(sum), exact: new LosslessNumber(sum) };
}

/** The sum of existing points; undefined if there are none, since missing is not 0. */
export function totalOf(points: readonly (GroupPoint | undefined)[]): Cell | undefined {
  const present = points.flatMap((point) => point ?? []);
  return present.length > 0 ? sumOfPoints(present).exact : undefined;
}

/** The common number of decimals in the chart, as in a column. */
export function digitsOf({ measure }: GroupChart, points: GroupData['points']): number | undefined {
  if (measure.type !== 'numeric') return undefined;
  const values = [...points.values()].map(({ exact }) => exact);
  return commonDigits(values, measure);
}

/** The parts of a bar make up a whole, so none may be missing. */
const isStacked = ({ kind, addsUp }: GroupChart) => addsUp && (kind === 'stacked' || kind === 'share');

/** The rows of all groups except these; undefined if the query excludes some groups. */
function narrowingToOthers(doc: QueryDocument, shown: readonly Slot[]): Narrowing | undefined {
  return hasAllGroups(doc) ? isNoneOf(shown.flatMap(({ narrowing }) => narrowing ?? [])) : undefined;
}

/** One series for all that have none of their own. */
function otherSeries(doc: QueryDocument, series: readonly Slot[], shown: readonly Slot[]): Slot | undefined {
  if (series.length === 0) return undefined;
  return {
    key: 'rest',
    label: late.charts.other(series.length),
    narrowing: narrowingToOthers(doc, shown),
    isOther: true,
  };
}

export async function loadGroups(
  doc: QueryDocument,
  model: Model,
  chart: GroupChart,
  now: Date,
  run: RunGroups,
): Promise<GroupData> {
  const { query, extras } = toRows(doc, model, now);
  const overTime = isOverTime(chart);
  const order = overTime
    ? chart.x.map(({ id }) => ({ alias: id, asc: true }))
    : [{ alias: chart.measure.id, asc: false }];
  const answer = await run({ ...query, order }, { offset: 0, limit: MAX_GROUPS, count: 'exact' });
  return arrange(doc, model, chart, answer, extras);
}

export function arrange(
  doc: QueryDocument,
  model: Model,
  chart: GroupChart,
  answer: GroupAnswer,
  extras: Extras,
): GroupData {
  const reader = new SlotReader(answer.cols, extras);
  const xNames = namingFields(doc, model, chart.x);
  const slots = new Map<string, Slot>();
  const series = new Map<string, Slot>();
  const points = new Map<string, GroupPoint>();
  const slotSizes = new Map<string, number>();
  const seriesSizes = new Map<string, number>();
  const add = (sizes: Map<string, number>, key: string, value: number) =>
    sizes.set(key, (sizes.get(key) ?? 0) + value);
  for (const row of answer.data) {
    const slot = reader.slot(row, chart.x, xNames);
    const one = reader.slot(row, chart.series, chart.series);
    if (!slots.has(slot.key)) slots.set(slot.key, slot);
    if (!series.has(one.key)) series.set(one.key, one);
    const exact = reader.cell(row, chart.measure.id);
    const value = toNumber(exact);
    if (value === undefined) continue;
    points.set(pointKey(slot, one), { value, exact });
    add(slotSizes, slot.key, value);
    add(seriesSizes, one.key, value);
  }
  const groups = toNumber(answer.size.total) ?? answer.data.length;
  const allSeries = largest([...series.values()], seriesSizes);
  const isComplete = groups <= answer.data.length;
  const kept = allSeries.slice(0, chart.kind === 'heat' ? limits.rows : limits.series);
  const ownSeries = disambiguated(sortedByTime(kept));
  const restSeries =
    isComplete && isStacked(chart) ? otherSeries(doc, allSeries.slice(kept.length), kept) : undefined;
  const shownSeries = restSeries ? [...ownSeries, restSeries] : ownSeries;
  const [time] = chart.x;
  const bucket = isOverTime(chart) ? time?.bucket : undefined;
  const part = chart.x.length === 1 ? chart.x[0]?.part : undefined;
  const ordered =
    bucket && time
      ? withAllPeriods([...slots.values()], bucket, {
          path: time.path,
          zone: zoneOf(answer.data[0] ? reader.cell(answer.data[0], time.id) : null, time.zone),
        })
      : part
        ? withAllParts([...slots.values()], part, chart)
        : largest([...slots.values()], slotSizes);
  // If only a single one remains, it gets its own place.
  const isAll = bucket !== undefined || part !== undefined || ordered.length === limits.slots + 1;
  const places = isAll ? ordered.length : limits.slots;
  const shown = disambiguated(ordered.slice(0, places));
  const rest = ordered.slice(places);
  const restSlots = rest.length + (chart.series.length === 0 ? groups - answer.data.length : 0);
  const [only] = shownSeries;
  const hasOther = restSlots > 0 && isComplete && chart.addsUp && chart.series.length === 0 && only;
  const other = hasOther
    ? {
        ...sumOfPoints(rest.flatMap((slot) => points.get(pointKey(slot, only)) ?? [])),
        slots: restSlots,
        narrowing: narrowingToOthers(doc, shown),
      }
    : undefined;
  if (restSeries) {
    for (const slot of shown) {
      const some = allSeries.slice(kept.length).flatMap((one) => points.get(pointKey(slot, one)) ?? []);
      if (some.length > 0) points.set(pointKey(slot, restSeries), sumOfPoints(some));
    }
  }
  return {
    slots: shown,
    series: shownSeries,
    points,
    hasAllGroups: isComplete && hasAllGroups(doc),
    digits: digitsOf(chart, points),
    bucket,
    part,
    groups,
    other,
    omitted: {
      slots: other ? 0 : restSlots,
      series: restSeries ? 0 : allSeries.length - ownSeries.length,
      groups: groups - answer.data.length,
    },
  };
}
