// Groups as geometry: bars from zero, side by side, stacked or as shares; lines; a heat map.
import { line } from 'd3-shape';
import { t } from '../../messages/index.ts';
import { show } from '../../values/show.ts';
import {
  AXIS_BELOW,
  type Box,
  CHARACTER,
  type Drawing,
  type Mark,
  PLOT_HEIGHT,
  plotArea,
  shorten,
  type Tick,
  TOP_MARGIN,
  ticksOf,
  upwards,
  widest,
} from '../drawing/shape.ts';
import { type Axis, axisOver, roundSpan, type Span, spanOf } from '../scale.ts';
import { timeTicks } from '../timeTicks.ts';
import { addsUp, type GroupChart } from './groupChart.ts';
import { type GroupData, type GroupPoint, pointKey, type Slot } from './groupData.ts';

const DOT = 3.5;
const BAR_STEP = 26;
const THICKEST = 22;
/** The room for a bar below which its neighbours merge into one shape. */
const GAP_FROM = 6;

interface Spot {
  readonly slot: Slot;
  readonly place: number;
  readonly series: Slot;
  readonly tone: number;
  readonly point: GroupPoint;
  /** Where the bar begins and ends; a stack begins where the one before ends. */
  readonly from: number;
  readonly to: number;
  readonly share: number | undefined;
}

function spotsOf(data: GroupData, chart: GroupChart): readonly Spot[] {
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
      return [{ slot, place, series, tone, point, from, to: from + size, share }];
    });
  });
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

function markOf(spot: Spot, chart: GroupChart, shape: Mark['shape'], box: Box, hit: Box): Mark {
  const { slot, series, share, point } = spot;
  const text = show(point.exact, chart.measure.type).text;
  const filters = [slot.narrowing, series.narrowing].filter((one) => one !== undefined);
  return {
    id: `${spot.place} ${spot.tone}`,
    shape,
    box,
    hit,
    tone: spot.tone,
    label: series.label === '' ? slot.label : `${slot.label} · ${series.label}`,
    value: share === undefined ? text : `${text} (${percent.format(share)})`,
    filter: { with: 'AND', entries: filters },
  };
}

function legendOf(data: GroupData): Drawing['legend'] {
  return data.series.length > 1 || data.series[0]?.label
    ? data.series.map(({ label }, tone) => ({ label, tone }))
    : [];
}

/** The labels along time that have room. */
function slotTicks(data: GroupData, at: (place: number) => number, width: number): readonly Tick[] {
  const timed = data.slots.filter(({ start }) => start !== undefined);
  const [first, last] = [timed[0]?.start, timed.at(-1)?.start];
  if (!data.bucket || first === undefined || last === undefined) return [];
  const few = data.slots.length * 64 <= width;
  if (few) return data.slots.map(({ label }, place) => ({ at: at(place), label }));
  const places = new Map(timed.map(({ start }, place) => [start, place]));
  return timeTicks(first, last, Math.max(2, width / 90), data.bucket).flatMap(({ at: time, label }) => {
    const place = places.get(time);
    return place === undefined ? [] : [{ at: at(place), label }];
  });
}

function valueSpan(spots: readonly Spot[], chart: GroupChart, fromZero: boolean): Span {
  if (chart.kind === 'share') return spots.some(({ to }) => to < 0) ? [-1, 1] : [0, 1];
  return roundSpan(
    spanOf(
      spots.flatMap(({ from, to }) => (fromZero ? [from, to] : [to])),
      fromZero,
    ),
    6,
  );
}

function valueTicks(axis: Axis, chart: GroupChart, wanted: number): readonly Tick[] {
  if (chart.kind !== 'share') return ticksOf(axis, wanted);
  return axis.ticks(Math.min(wanted, 5)).map((value) => ({ at: axis(value), label: percent.format(value) }));
}

const bare = { legend: [], paths: [], areas: [] } as const;

/** Columns upwards, along time. */
function drawColumns(data: GroupData, chart: GroupChart, width: number): Drawing {
  const spots = spotsOf(data, chart);
  const range = valueSpan(spots, chart, true);
  const inner = plotArea(width, range);
  const axis = upwards(range, inner);
  const step = inner.width / Math.max(1, data.slots.length);
  const lanes = chart.kind === 'bars' ? data.series.length : 1;
  const room = step > GAP_FROM ? step * 0.8 : step;
  const lane = room / lanes;
  const middle = (place: number) => inner.x + (place + 0.5) * step;
  const marks = spots.map((spot): Mark => {
    const x = middle(spot.place) - room / 2 + (lanes > 1 ? spot.tone * lane : 0);
    const [a, b] = [axis(spot.from), axis(spot.to)];
    const box = {
      x,
      y: Math.min(a, b),
      width: Math.max(0.5, lane - (lane > GAP_FROM ? 1 : 0)),
      height: Math.max(spot.point.value === 0 ? 0 : 1, Math.abs(a - b)),
    };
    const isOne = data.series.length === 1;
    return markOf(spot, chart, 'bar', box, isOne ? { ...box, y: inner.y, height: inner.height } : box);
  });
  return {
    ...bare,
    width,
    height: PLOT_HEIGHT,
    inner,
    xTicks: slotTicks(data, middle, inner.width),
    yTicks: valueTicks(axis, chart, 6),
    lines: 'horizontal',
    zero: axis(0),
    marks,
    legend: legendOf(data),
  };
}

/** Bars to the side, longest first. */
function drawRows(data: GroupData, chart: GroupChart, width: number): Drawing {
  const spots = spotsOf(data, chart);
  const lanes = chart.kind === 'bars' ? data.series.length : 1;
  const step = Math.max(BAR_STEP, lanes * 12 + 8);
  const most = Math.max(8, Math.floor(Math.min(width * 0.36, 260) / CHARACTER));
  const names = [
    ...data.slots.map(({ label }) => label),
    ...(data.other ? [t.charts.other(data.other.slots)] : []),
  ];
  const labels = names.map((label) => shorten(label, most));
  const left = Math.max(48, widest(labels) + 14);
  const texts = lanes === 1 && chart.kind === 'bars';
  const noteOf = (point: GroupPoint) => show(point.exact, chart.measure.type).text;
  const notes = texts
    ? [...spots.map(({ point }) => noteOf(point)), ...(data.other ? [noteOf(data.other)] : [])]
    : [];
  const right = texts ? Math.min(widest(notes) + 18, width * 0.3) : 24;
  const inner: Box = {
    x: left,
    y: TOP_MARGIN,
    width: Math.max(40, width - left - right),
    height: names.length * step,
  };
  const range = valueSpan(spots, chart, true);
  const axis = axisOver(range, [inner.x, inner.x + inner.width]);
  const thick = Math.min(THICKEST, (step - 6) / lanes);
  const bar = (place: number, lane: number, from: number, to: number): Box => {
    const [a, b] = [axis(from), axis(Math.max(range[0], Math.min(to, range[1])))];
    const y = inner.y + place * step + (step - thick * lanes) / 2 + lane * thick;
    return {
      x: Math.min(a, b),
      y,
      width: Math.max(from === to ? 0 : 1.5, Math.abs(a - b)),
      height: thick - 1,
    };
  };
  const marks = spots.map((spot): Mark => {
    const lane = lanes > 1 ? spot.tone : 0;
    const box = bar(spot.place, lane, spot.from, spot.to);
    const hit =
      data.series.length === 1 ? { x: 0, y: inner.y + spot.place * step, width, height: step } : box;
    const mark = markOf(spot, chart, 'bar', box, hit);
    return texts ? { ...mark, note: noteOf(spot.point) } : mark;
  });
  const others: Mark[] = data.other
    ? [
        {
          id: 'other',
          shape: 'bar',
          box: bar(data.slots.length, 0, 0, data.other.value),
          hit: { x: 0, y: inner.y + data.slots.length * step, width, height: step },
          quiet: true,
          cut: data.other.value > range[1] || data.other.value < range[0],
          label: t.charts.other(data.other.slots),
          value: noteOf(data.other),
          note: noteOf(data.other),
        },
      ]
    : [];
  return {
    ...bare,
    width,
    height: inner.y + inner.height + AXIS_BELOW,
    inner,
    xTicks: valueTicks(axis, chart, Math.max(2, inner.width / 90)),
    yTicks: names.map((label, i) => ({
      at: inner.y + (i + 0.5) * step,
      label: labels[i] ?? '',
      ...(labels[i] === label ? {} : { full: label }),
    })),
    lines: 'vertical',
    zero: axis(0),
    marks: [...marks, ...others],
    legend: legendOf(data),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const strokes = line<Place | undefined>()
  .defined((place) => place !== undefined)
  .x((place) => place?.x ?? 0)
  .y((place) => place?.y ?? 0)
  .digits(2);

/** One line for each series; the axis begins at zero where it is near, and no area is filled that would need it. */
function drawLines(data: GroupData, chart: GroupChart, width: number): Drawing {
  const spots = spotsOf(data, chart);
  // No rows means no sum and a count of nothing; it does not mean an average of zero.
  const empty = addsUp(chart.measure) ? 0 : undefined;
  const range = valueSpan(spots, chart, empty === 0);
  const inner = plotArea(width, range);
  const axis = upwards(range, inner);
  const step = data.slots.length > 1 ? (inner.width - 12) / (data.slots.length - 1) : inner.width;
  const at = (place: number) => inner.x + 6 + (data.slots.length > 1 ? place * step : step / 2);
  const isOne = data.series.length === 1;
  const marks = spots.map((spot): Mark => {
    const [x, y] = [at(spot.place), axis(spot.to)];
    const box = { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT };
    const hit = isOne
      ? { x: x - step / 2, y: inner.y, width: step, height: inner.height }
      : { x: x - 8, y: y - 8, width: 16, height: 16 };
    return markOf(spot, chart, 'dot', box, hit);
  });
  const paths = data.series.flatMap((one, tone) => {
    const places = data.slots.map((slot, place) => {
      const value =
        data.points.get(pointKey(slot, one))?.value ?? (slot.start === undefined ? undefined : empty);
      return value === undefined ? undefined : { x: at(place), y: axis(value) };
    });
    const d = strokes(places);
    return d === null ? [] : [{ d, tone }];
  });
  return {
    ...bare,
    width,
    height: PLOT_HEIGHT,
    inner,
    xTicks: slotTicks(data, at, inner.width),
    yTicks: valueTicks(axis, chart, 6),
    lines: 'horizontal',
    paths,
    zero: range[0] <= 0 && range[1] >= 0 ? axis(0) : undefined,
    marks,
    legend: legendOf(data),
  };
}

/** Series from top to bottom, slots from left to right; the darker, the more. */
function drawHeat(data: GroupData, chart: GroupChart, width: number): Drawing {
  const spots = spotsOf(data, { ...chart, kind: 'bars' });
  const most = Math.max(8, Math.floor(Math.min(width * 0.3, 200) / CHARACTER));
  const labels = data.series.map(({ label }) => shorten(label, most));
  const left = Math.max(48, widest(labels) + 14);
  const inner: Box = {
    x: left,
    y: TOP_MARGIN,
    width: Math.max(40, width - left - 16),
    height: data.series.length * 30,
  };
  const step = inner.width / Math.max(1, data.slots.length);
  const values = spots.map(({ point }) => point.value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const marks = spots.map((spot): Mark => {
    const box = {
      x: inner.x + spot.place * step,
      y: inner.y + spot.tone * 30,
      width: Math.max(1, step - 1),
      height: 29,
    };
    const strength = high === low ? 1 : 0.06 + (0.94 * (spot.point.value - low)) / (high - low);
    return { ...markOf(spot, chart, 'tile', box, box), tone: 0, strength };
  });
  const room = Math.max(3, Math.floor(step / CHARACTER));
  const middle = (place: number) => inner.x + (place + 0.5) * step;
  return {
    ...bare,
    width,
    height: inner.y + inner.height + AXIS_BELOW,
    inner,
    xTicks: data.bucket
      ? slotTicks(data, middle, inner.width)
      : data.slots.map(({ label }, place) => ({ at: middle(place), label: shorten(label, room) })),
    yTicks: data.series.map(({ label }, i) => ({
      at: inner.y + (i + 0.5) * 30,
      label: labels[i] ?? '',
      ...(labels[i] === label ? {} : { full: label }),
    })),
    lines: 'none',
    zero: undefined,
    marks,
  };
}

export function drawGroups(data: GroupData, chart: GroupChart, width: number): Drawing {
  if (chart.kind === 'heat') return drawHeat(data, chart, width);
  if (chart.kind === 'line') return drawLines(data, chart, width);
  return data.bucket ? drawColumns(data, chart, width) : drawRows(data, chart, width);
}
