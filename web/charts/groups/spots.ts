// Shared by all drawings of groups: the ends of values, the texts of marks, the ticks of both axes.
import { type Box, type Drawing, type Mark, type Tick, ticksOf } from '../drawing/shape.ts';
import { type Axis, roundSpan, type Span, spanOf } from '../scale.ts';
import { timeTicks } from '../timeTicks.ts';
import { amountText, type GroupChart } from './groupChart.ts';
import { type GroupData, type GroupPoint, pointKey } from './groupData.ts';
import type { Slot } from './groupSlots.ts';

export interface Spot {
  readonly slot: Slot;
  readonly place: number;
  readonly series: Slot;
  readonly tone: number;
  readonly point: GroupPoint;
  /** Its value as text. */
  readonly text: string;
  /** The start and end of the bar; in a stack it starts where the previous one ends. */
  readonly from: number;
  readonly to: number;
  readonly share: number | undefined;
}

export function spotsOf(data: GroupData, chart: GroupChart): readonly Spot[] {
  const stacks = chart.kind === 'stacked' || chart.kind === 'share';
  return data.slots.flatMap((slot, place) => {
    const here = data.series.map((one) => data.points.get(pointKey(slot, one)));
    const whole = here.reduce((sum, point) => sum + Math.abs(point?.value ?? 0), 0);
    let up = 0;
    let down = 0;
    return data.series.flatMap((series, tone): Spot[] => {
      const point = here[tone];
      if (!point) return [];
      const share = chart.kind === 'share' && whole > 0 ? point.value / whole : undefined;
      const size = share ?? point.value;
      const from = stacks ? (size < 0 ? down : up) : 0;
      if (size < 0) down += size;
      else up += size;
      const text = amountText(chart, point.exact, data.digits);
      return [{ slot, place, series, tone, point, text, from, to: from + size, share }];
    });
  });
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export function markOf(spot: Spot, shape: Mark['shape'], box: Box, hit: Box): Mark {
  const { slot, series, share, text } = spot;
  const filters = [slot.narrowing, series.narrowing].filter((one) => one !== undefined);
  return {
    id: `${spot.place} ${spot.tone}`,
    shape,
    box,
    hit,
    tone: spot.tone,
    label: series.label === '' ? slot.label : `${slot.label} · ${series.label}`,
    value: share === undefined ? text : `${text} (${percent.format(share)})`,
    quiet: series.isOther === true,
    ...(series.isOther && !series.narrowing ? {} : { filter: { with: 'AND', entries: filters } }),
  };
}

export function legendOf(data: GroupData): Drawing['legend'] {
  return data.series.length > 1 || data.series[0]?.label
    ? data.series.map(({ label }, tone) => ({ label, tone }))
    : [];
}

const LABEL_WIDTH = 64;

/** The labels along time that fit. */
export function slotTicks(data: GroupData, at: (place: number) => number, width: number): readonly Tick[] {
  if (data.part) {
    const every = Math.max(1, Math.ceil((data.slots.length * LABEL_WIDTH) / width));
    return data.slots.flatMap(({ label }, place) => (place % every === 0 ? [{ at: at(place), label }] : []));
  }
  const timed = data.slots.filter(({ start }) => start !== undefined);
  const [first, last] = [timed[0]?.start, timed.at(-1)?.start];
  if (!data.bucket || first === undefined || last === undefined) return [];
  const few = data.slots.length * LABEL_WIDTH <= width;
  if (few) return data.slots.map(({ label }, place) => ({ at: at(place), label }));
  const places = new Map(timed.map(({ start }, place) => [start, place]));
  const ticks = timeTicks(first, last, Math.max(2, width / 90), data.bucket).flatMap(
    ({ at: time, label }) => {
      const place = places.get(time);
      return place === undefined ? [] : [{ at: at(place), label }];
    },
  );
  // A slot without a date comes after all periods, and is labelled if the label fits.
  const timeless = data.slots.flatMap(({ start, label }, place) =>
    start === undefined && at(place) - (ticks.at(-1)?.at ?? 0) >= LABEL_WIDTH
      ? [{ at: at(place), label }]
      : [],
  );
  return [...ticks, ...timeless];
}

export function valueSpan(spots: readonly Spot[], chart: GroupChart, fromZero: boolean): Span {
  if (chart.kind === 'share') return spots.some(({ to }) => to < 0) ? [-1, 1] : [0, 1];
  return roundSpan(
    spanOf(
      spots.flatMap(({ from, to }) => (fromZero ? [from, to] : [to])),
      fromZero,
    ),
    6,
  );
}

export function valueTicks(axis: Axis, chart: GroupChart, wanted: number): readonly Tick[] {
  if (chart.kind !== 'share') return ticksOf(axis, wanted);
  return axis.ticks(Math.min(wanted, 5)).map((value) => ({ at: axis(value), label: percent.format(value) }));
}

export const bare = { legend: [], paths: [], areas: [] } as const;
