// Groups along time as lines, one for each series.
import { line } from 'd3-shape';
import { type Drawing, type Mark, plotArea, upwards } from '../drawing/shape.ts';
import { type GroupChart, isZeroIfEmpty } from './groupChart.ts';
import { type GroupData, pointKey } from './groupData.ts';
import { bare, legendOf, markOf, type Spot, slotTicks, spotsOf, valueSpan, valueTicks } from './spots.ts';

const DOT = 3.5;

interface Place {
  readonly x: number;
  readonly y: number;
}

const strokes = line<Place | undefined>()
  .defined((place) => place !== undefined)
  .x((place) => place?.x ?? 0)
  .y((place) => place?.y ?? 0)
  .digits(2);

/** One line per series; the axis includes zero only if it is near, since there are no filled areas. */
export function drawLines(data: GroupData, chart: GroupChart, width: number, height: number): Drawing {
  const spots = spotsOf(data, chart);
  const empty = data.hasAllGroups && isZeroIfEmpty(chart.measure) ? 0 : undefined;
  const range = valueSpan(spots, chart, empty === 0);
  const inner = plotArea(width, range, height);
  const axis = upwards(range, inner);
  const step = data.slots.length > 1 ? (inner.width - 12) / (data.slots.length - 1) : inner.width;
  const at = (place: number) => inner.x + 6 + (data.slots.length > 1 ? place * step : step / 2);
  const isOne = data.series.length === 1;
  // A group without a date has no period, so it is a separate dot.
  const places = data.series.map((series) =>
    data.slots.map((slot, place): Place | undefined => {
      const value = data.points.get(pointKey(slot, series))?.value ?? empty;
      return slot.start === undefined || value === undefined ? undefined : { x: at(place), y: axis(value) };
    }),
  );
  const isAlone = ({ slot, place, tone }: Spot) =>
    slot.start === undefined || [place - 1, place + 1].every((next) => places[tone]?.[next] === undefined);
  const marks = spots.map((spot): Mark => {
    const [x, y] = [at(spot.place), axis(spot.to)];
    const box = { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT };
    const hit = isOne
      ? { x: x - step / 2, y: inner.y, width: step, height: inner.height }
      : { x: x - 8, y: y - 8, width: 16, height: 16 };
    return { ...markOf(spot, 'dot', box, hit), ...(isAlone(spot) ? { isAlone: true } : {}) };
  });
  const paths = places.flatMap((some, tone) => {
    const d = strokes(some);
    return d === null ? [] : [{ d, tone }];
  });
  return {
    ...bare,
    width,
    height,
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
