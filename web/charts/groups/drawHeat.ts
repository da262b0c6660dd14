// Groups of two fields as a heat map.
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
import type { GroupChart } from './groupChart.ts';
import type { GroupData } from './groupData.ts';
import { bare, markOf, slotTicks, spotsOf } from './spots.ts';

/** Series from top to bottom, slots from left to right; the darker, the more. */
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
    const strength = high === low ? 1 : 0.06 + (0.94 * (spot.point.value - low)) / (high - low);
    return { ...markOf(spot, 'tile', box, box), tone: 0, strength };
  });
  const room = Math.max(3, Math.floor(step / CHARACTER));
  const middle = (place: number) => inner.x + (place + 0.5) * step;
  return {
    ...bare,
    width,
    height: inner.y + inner.height + AXIS_BELOW,
    inner,
    xTicks:
      data.bucket || data.part
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
