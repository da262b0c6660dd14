// The slots of a chart: the positions of groups along the axis, and their series, with distinct names.
import type { BucketName } from '../../../src/contract/buckets.ts';
import { type Cell, LosslessNumber, toNumber } from '../../api/exact.ts';
import { t } from '../../messages/index.ts';
import type { Model } from '../../model/model.ts';
import type { FieldColumn } from '../../query/columns.ts';
import type { QueryDocument } from '../../query/document.ts';
import { allOf, isEqualTo, isInGroup, isInPeriodOf, type Narrowing } from '../../query/groups/narrowing.ts';
import type { Extras } from '../../query/rows.ts';
import { allPeriods, parsePeriodStart, periodName } from '../../values/periods.ts';
import { joinName } from '../../values/records.ts';
import { plainText } from '../../values/text.ts';
import { allParts, partName, type TimePart } from '../../values/timeParts.ts';
import { categoryName } from '../words.ts';
import type { GroupChart } from './groupChart.ts';

/** A position along the axis, or a series: one value for each of its fields. */
export interface Slot {
  readonly key: string;
  readonly label: string;
  /** Its position in time: the start of a period, or the number of a day of the week. */
  readonly start?: number;
  readonly narrowing: Narrowing | undefined;
  /** It stands for several without a place of their own. */
  readonly isOther?: boolean;
}

const MAX_PERIODS = 2000;

type Row = readonly Cell[];

function startOf({ bucket, part, zone }: FieldColumn, value: Cell): number | undefined {
  if (part) return toNumber(value);
  return bucket && typeof value === 'string' ? parsePeriodStart(value, bucket, zone) : undefined;
}

/** Reads the slots of a chart from the rows of an answer. */
export class SlotReader {
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

/** The fields that name a slot: for a record its name, otherwise what the table shows. */
export function namingFields(
  doc: QueryDocument,
  model: Model,
  dims: readonly FieldColumn[],
): readonly FieldColumn[] {
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

/** Appends distinguishing values, such as a key, to different groups of the same name. */
export function disambiguated(slots: readonly Slot[]): readonly Slot[] {
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

/** The indexes at which the values of some groups differ. */
function differentPlaces(slots: readonly Slot[]): readonly number[] {
  if (slots.length < 2) return [];
  const [first = [], ...others] = slots.map(valuesOf);
  return [...first.keys()].filter((place) => others.some((values) => values[place] !== first[place]));
}

function valuesOf({ key }: Slot): readonly (string | null)[] {
  return JSON.parse(key);
}

/** Largest first; ties stay in the order of the answer. */
export function largest(slots: readonly Slot[], sizes: ReadonlyMap<string, number>): readonly Slot[] {
  const size = ({ key }: Slot) => Math.abs(sizes.get(key) ?? 0);
  return slots.toSorted((a, b) => size(b) - size(a));
}

/** Periods are in chronological order, whatever their size; slots without one come last. */
export function sortedByTime(series: readonly Slot[]): readonly Slot[] {
  if (series.every(({ start }) => start === undefined)) return series;
  const last = Number.POSITIVE_INFINITY;
  return series.toSorted((a, b) => (a.start ?? last) - (b.start ?? last));
}

/** Every day of the week, every hour of the day …, including those without groups; groups without a date come last. */
export function withAllParts(slots: readonly Slot[], part: TimePart, chart: GroupChart): readonly Slot[] {
  const byNumber = new Map(slots.map((slot) => [slot.start, slot]));
  const [dim] = chart.x;
  const known = allParts(part).map(
    (start): Slot =>
      byNumber.get(start) ?? {
        key: `empty ${start}`,
        label: partName(part, String(start)),
        start,
        narrowing: dim && isEqualTo(dim.path, new LosslessNumber(String(start))),
      },
  );
  return [...known, ...slots.filter(({ start }) => start === undefined)];
}

/**
 * Every period from the first to the last has a slot; groups without a date come last. If an hour occurs twice, each
 * occurrence has its own slot, and no periods are filled in.
 */
export function withAllPeriods(
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
  const filled = areDifferent ? allPeriods(first, last, bucket, MAX_PERIODS) : [];
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
