// The groups of the table as the points of a chart: the same query, the same groups, none merged.
import type { BucketName } from '../../../src/contract/buckets.ts';
import { type Cell, LosslessNumber, toNumber } from '../../api/exact.ts';
import type { GridAnswer, PageOf } from '../../api/resources.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import type { Model } from '../../model/model.ts';
import type { FieldColumn } from '../../query/columns.ts';
import type { QueryDocument } from '../../query/document.ts';
import { allOf, isInGroup, isInPeriodOf, isOne, type Narrowing, zoneOf } from '../../query/narrowing.ts';
import type { UniGrid } from '../../query/request.ts';
import { type Extras, toRows } from '../../query/rows.ts';
import { commonDigits } from '../../values/cellLook.ts';
import { allPeriods, parseMoment, periodName } from '../../values/periods.ts';
import { joinName } from '../../values/records.ts';
import { plainText } from '../../values/text.ts';
import { allParts, partName, type TimePart } from '../../values/timeParts.ts';
import { categoryName } from '../words.ts';
import { type GroupChart, isOverTime } from './groupChart.ts';

export type GroupAnswer = Pick<GridAnswer, 'cols' | 'data' | 'pivot'> & {
  readonly size: Pick<GridAnswer['size'], 'total'>;
};
export type RunGroups = (query: UniGrid, page: PageOf) => Promise<GroupAnswer>;

/** A place along the axis, or a series: a value of each of its fields. */
export interface Slot {
  readonly key: string;
  readonly label: string;
  /** Where it stands along time: when a period begins, the number of a day of the week. */
  readonly start?: number;
  readonly narrowing: Narrowing | undefined;
  /** It stands for several, which got no place of their own. */
  readonly isRest?: boolean;
}

export interface GroupPoint {
  readonly value: number;
  readonly exact: Cell;
}

export interface GroupData {
  readonly slots: readonly Slot[];
  /** One without a name where there is nothing to tell apart. */
  readonly series: readonly Slot[];
  /** By the keys of slot and series; absent where there is no such group. */
  readonly points: ReadonlyMap<string, GroupPoint>;
  /** The decimals that all of them are shown with. */
  readonly digits: number | undefined;
  readonly bucket: BucketName | undefined;
  /** The slots are days of the week, hours of the day …: all of them, in their order. */
  readonly part: TimePart | undefined;
  /** All groups of the table. */
  readonly groups: number;
  /** Slots that got no place of their own: their measure together where it adds up, and how many they are. */
  readonly other: (GroupPoint & { readonly slots: number }) | undefined;
  readonly left: { readonly slots: number; readonly series: number; readonly groups: number };
}

const GROUPS_AT_MOST = 5000;
/** A drawing has room for few, and the eye for few colours; a heat map has but one, and a row for each series. */
const most = { slots: 20, series: 8, rows: 40 };
const PERIODS_AT_MOST = 2000;

export function pointKey(slot: Slot, series: Slot): string {
  return `${slot.key} ${series.key}`;
}

type Row = readonly Cell[];

function startOf({ bucket, part, zone }: FieldColumn, value: Cell): number | undefined {
  if (part) return toNumber(value);
  return bucket && typeof value === 'string' ? parseMoment(value, zone) : undefined;
}

/** Reads the places of a chart out of the rows of an answer. */
export class Reader {
  readonly #at: ReadonlyMap<string, number>;
  readonly #extras: Extras;

  constructor(cols: readonly string[], extras: Extras) {
    this.#at = new Map(cols.map((name, i) => [name, i]));
    this.#extras = extras;
  }

  cell(row: Row, id: string): Cell {
    return row[this.#at.get(id) ?? -1] ?? null;
  }

  slot(row: Row, dims: readonly FieldColumn[], named: readonly FieldColumn[]): Slot {
    const values = dims.map(({ id }) => this.cell(row, id));
    const [first] = dims;
    const start = dims.length === 1 && first ? startOf(first, values[0] ?? null) : undefined;
    return {
      key: JSON.stringify(values.map((value) => (value === null ? null : plainText(value)))),
      label: named.map((dim) => this.#text(row, dim)).join(' · '),
      ...(start === undefined ? {} : { start }),
      narrowing:
        dims.length === 0 ? undefined : allOf(...dims.map((dim, i) => isInGroup(dim, values[i] ?? null))),
    };
  }

  #text(row: Row, dim: FieldColumn): string {
    const value = this.cell(row, dim.id);
    const names = this.#extras.records.get(dim.alias)?.label ?? [];
    const name = joinName(names.map((alias) => this.cell(row, alias)));
    if (value !== null && name !== undefined) return name;
    const start = startOf(dim, value);
    if (dim.bucket && start !== undefined) return periodName(start, dim.bucket);
    return categoryName([value], dim);
  }
}

/** The fields that name a slot: a record by its name, everything else by what the table shows of it. */
function naming(doc: QueryDocument, model: Model, dims: readonly FieldColumn[]): readonly FieldColumn[] {
  if (dims.length < 2) return dims;
  const root = doc.entities[0];
  const labels = model.entities.get(root?.id ?? '')?.labelColumns ?? [];
  const own = labels.flatMap((name) =>
    dims.filter(
      ({ path }) => path.root === root?.alias && path.steps.length === 0 && path.attribute === name,
    ),
  );
  if (own.length > 0) return own;
  const shown = dims.filter(({ id }) => !doc.view.hidden.includes(id));
  return (shown.length > 0 ? shown : dims).slice(0, 2);
}

/** Different groups of the same name get behind it what they differ in, such as a key. */
export function toldApart(slots: readonly Slot[]): readonly Slot[] {
  const alike = Map.groupBy(slots, ({ label }) => label);
  const places = new Map([...alike].map(([label, twins]) => [label, differentPlaces(twins)]));
  return slots.map((slot) => {
    const different = places.get(slot.label) ?? [];
    if (different.length === 0) return slot;
    const values = valuesOf(slot);
    return {
      ...slot,
      label: `${slot.label} (${different.map((place) => values[place] ?? t.common.null).join(', ')})`,
    };
  });
}

/** Where the values of some groups are not the same. */
function differentPlaces(slots: readonly Slot[]): readonly number[] {
  if (slots.length < 2) return [];
  const [first = [], ...others] = slots.map(valuesOf);
  return [...first.keys()].filter((place) => others.some((values) => values[place] !== first[place]));
}

function valuesOf({ key }: Slot): readonly (string | null)[] {
  return JSON.parse(key);
}

/** Sums of texts of digits, without the noise of doubles. */
export function together(points: readonly GroupPoint[]): GroupPoint {
  const decimals = Math.max(0, ...points.map(({ exact }) => plainText(exact).split('.')[1]?.length ?? 0));
  const sum = points.reduce((total, { value }) => total + value, 0);
  return { value: sum, exact: new LosslessNumber(sum.toFixed(Math.min(decimals, 20))) };
}

/** The decimals that all numbers of the chart are shown with, as those of a column are. */
export function digitsOf({ measure }: GroupChart, points: GroupData['points']): number | undefined {
  if (measure.type !== 'numeric') return undefined;
  const values = [...points.values()].map(({ exact }) => exact);
  return commonDigits(values, measure);
}

/** The largest first; ties stay in the order of the answer. */
function largest(slots: readonly Slot[], sizes: ReadonlyMap<string, number>): readonly Slot[] {
  const size = ({ key }: Slot) => Math.abs(sizes.get(key) ?? 0);
  return slots.toSorted((a, b) => size(b) - size(a));
}

/** The parts of a bar make up a whole, so that none of them may be missing. */
const stacks = ({ kind, addsUp }: GroupChart) => addsUp && (kind === 'stacked' || kind === 'share');

/** One series for those that got none of their own. */
function restOf(series: readonly Slot[]): Slot | undefined {
  if (series.length === 0) return undefined;
  return { key: 'rest', label: late.charts.other(series.length), narrowing: undefined, isRest: true };
}

/** Periods stand in their order, whatever their size, and what has none behind them. */
function inTime(series: readonly Slot[]): readonly Slot[] {
  if (series.every(({ start }) => start === undefined)) return series;
  const last = Number.POSITIVE_INFINITY;
  return series.toSorted((a, b) => (a.start ?? last) - (b.start ?? last));
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
  const answer = await run({ ...query, order }, { offset: 0, limit: GROUPS_AT_MOST, count: 'exact' });
  return arrange(doc, model, chart, answer, extras);
}

export function arrange(
  doc: QueryDocument,
  model: Model,
  chart: GroupChart,
  answer: GroupAnswer,
  extras: Extras,
): GroupData {
  const reader = new Reader(answer.cols, extras);
  const xNames = naming(doc, model, chart.x);
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
  const isWhole = groups <= answer.data.length;
  const kept = allSeries.slice(0, chart.kind === 'heat' ? most.rows : most.series);
  const ownSeries = toldApart(inTime(kept));
  const restSeries = isWhole && stacks(chart) ? restOf(allSeries.slice(kept.length)) : undefined;
  const shownSeries = restSeries ? [...ownSeries, restSeries] : ownSeries;
  const [time] = chart.x;
  const bucket = isOverTime(chart) ? time?.bucket : undefined;
  const part = chart.x.length === 1 ? chart.x[0]?.part : undefined;
  const ordered =
    bucket && time
      ? alongTime([...slots.values()], bucket, {
          path: time.path,
          zone: zoneOf(answer.data[0] ? reader.cell(answer.data[0], time.id) : null, time.zone),
        })
      : part
        ? inTurn([...slots.values()], part, chart)
        : largest([...slots.values()], slotSizes);
  // A single one left over gets its own place.
  const isAll = bucket !== undefined || part !== undefined || ordered.length === most.slots + 1;
  const places = isAll ? ordered.length : most.slots;
  const shown = toldApart(ordered.slice(0, places));
  const rest = ordered.slice(places);
  const restSlots = rest.length + (chart.series.length === 0 ? groups - answer.data.length : 0);
  const [only] = shownSeries;
  const hasOther = restSlots > 0 && isWhole && chart.addsUp && chart.series.length === 0 && only;
  const other = hasOther
    ? { ...together(rest.flatMap((slot) => points.get(pointKey(slot, only)) ?? [])), slots: restSlots }
    : undefined;
  if (restSeries) {
    for (const slot of shown) {
      const some = allSeries.slice(kept.length).flatMap((one) => points.get(pointKey(slot, one)) ?? []);
      if (some.length > 0) points.set(pointKey(slot, restSeries), together(some));
    }
  }
  return {
    slots: shown,
    series: shownSeries,
    points,
    digits: digitsOf(chart, points),
    bucket,
    part,
    groups,
    other,
    left: {
      slots: other ? 0 : restSlots,
      series: restSeries ? 0 : allSeries.length - ownSeries.length,
      groups: groups - answer.data.length,
    },
  };
}

/** Every day of the week, every hour of the day …, also those without groups; groups without a moment come behind. */
function inTurn(slots: readonly Slot[], part: TimePart, chart: GroupChart): readonly Slot[] {
  const byNumber = new Map(slots.map((slot) => [slot.start, slot]));
  const [dim] = chart.x;
  const known = allParts(part).map(
    (start): Slot =>
      byNumber.get(start) ?? {
        key: `empty ${start}`,
        label: partName(part, String(start)),
        start,
        narrowing: dim && isOne(dim.path, new LosslessNumber(String(start))),
      },
  );
  return [...known, ...slots.filter(({ start }) => start === undefined)];
}

/**
 * Every period between the first and the last has its place; groups without a moment come behind. Where a clock shows an
 * hour twice, each of the two has its own, and nothing is put in between.
 */
function alongTime(
  slots: readonly Slot[],
  bucket: BucketName,
  { path, zone }: Pick<FieldColumn, 'path' | 'zone'>,
): readonly Slot[] {
  const byStart = new Map(slots.map((slot) => [slot.start, slot]));
  const dated = slots
    .filter(({ start }) => start !== undefined)
    .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const areDifferent = dated.every((slot) => byStart.get(slot.start) === slot);
  const [first = 0, last = -1] = [dated[0]?.start, dated.at(-1)?.start];
  const filled = areDifferent ? allPeriods(first, last, bucket, PERIODS_AT_MOST) : [];
  const known =
    filled.length < dated.length
      ? dated
      : filled.map(
          (start): Slot =>
            byStart.get(start) ?? {
              key: `empty ${start}`,
              label: periodName(start, bucket),
              start,
              narrowing: isInPeriodOf(path, start, bucket, zone),
            },
        );
  return [...known, ...slots.filter(({ start }) => start === undefined)];
}
