// Groups of two fields as a heat map.
import { type Cell, parseExact } from '../../api/exact.ts';
import {
  AXIS_BELOW,
  type Box,
  CHARACTER,
  type Drawing,
  type Mark,
  shorten,
  TOP_MARGIN,
  widest,
} from '../drawing/shape.ts';
import { amountText, type GroupChart } from './groupChart.ts';
import type { GroupData } from './groupData.ts';
import { bare, markOf, type Spot, slotTicks, spotsOf } from './spots.ts';

/** The minimum darkness of a tile, so that it is visible. */
const MIN_STRENGTH = 0.06;
const MAX_UPRIGHT_LABEL = 28;

/** The value at an end of the scale, with its digits; zero if no tile has it. */
const exactOf = (end: number, spots: readonly Spot[]): Cell =>
  spots.find(({ point }) => point.value === end)?.point.exact ?? parseExact<Cell>(String(end));

/** Series from top to bottom, slots from left to right; darker for larger values. */
export function drawHeat(data: GroupData, chart: GroupChart, width: number): Drawing {
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
    const strength =
      high === low ? 1 : MIN_STRENGTH + ((1 - MIN_STRENGTH) * (spot.point.value - low)) / (high - low);
    return { ...markOf(spot, 'tile', box, box), tone: 0, strength };
  });
  const isTime = data.bucket !== undefined || data.part !== undefined;
  const names = data.slots.map(({ label }) => shorten(label, MAX_UPRIGHT_LABEL));
  // Truncated names that begin alike would look the same, so labels are vertical instead.
  const isUpright = !isTime && widest(names) > step - CHARACTER;
  const middle = (place: number) => inner.x + (place + 0.5) * step;
  return {
    ...bare,
    width,
    height: inner.y + inner.height + (isUpright ? widest(names) + 20 : AXIS_BELOW),
    inner,
    isUpright,
    scale: {
      low: amountText(chart, exactOf(low, spots), data.digits),
      high: amountText(chart, exactOf(high, spots), data.digits),
      from: high === low ? 1 : MIN_STRENGTH,
      hasGaps: spots.length < data.slots.length * data.series.length,
    },
    xTicks: isTime
      ? slotTicks(data, middle, inner.width)
      : data.slots.map(({ label }, place) => ({
          at: middle(place),
          label: names[place] ?? '',
          ...(names[place] === label ? {} : { full: label }),
        })),
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
