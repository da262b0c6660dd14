// Groups as geometry: bars from zero, side by side, stacked or as shares; lines and heat maps have files of their own.
import { late } from '../../messages/late.ts';
import {
  AXIS_BELOW,
  type Box,
  CHARACTER,
  type Drawing,
  type Mark,
  PLOT_HEIGHT,
  plotArea,
  shorten,
  TOP_MARGIN,
  upwards,
  widest,
} from '../drawing/shape.ts';
import { axisOver } from '../scale.ts';
import { drawHeat } from './drawHeat.ts';
import { drawLines } from './drawLines.ts';
import { amountText, type GroupChart } from './groupChart.ts';
import type { GroupData, GroupPoint } from './groupData.ts';
import { bare, legendOf, markOf, slotTicks, spotsOf, valueSpan, valueTicks } from './spots.ts';

const BAR_STEP = 26;
const MAX_BAR_THICKNESS = 22;
/** The minimum bar width for a gap between neighbours; below it they merge into one shape. */
const MIN_WIDTH_FOR_GAP = 6;

/** Vertical columns along time. */
function drawColumns(data: GroupData, chart: GroupChart, width: number, height: number): Drawing {
  const spots = spotsOf(data, chart);
  const range = valueSpan(spots, chart, true);
  const inner = plotArea(width, range, height);
  const axis = upwards(range, inner);
  const step = inner.width / Math.max(1, data.slots.length);
  const lanes = chart.kind === 'bars' ? data.series.length : 1;
  const room = step > MIN_WIDTH_FOR_GAP ? step * 0.8 : step;
  const lane = room / lanes;
  const middle = (place: number) => inner.x + (place + 0.5) * step;
  const marks = spots.map((spot): Mark => {
    const x = middle(spot.place) - room / 2 + (lanes > 1 ? spot.tone * lane : 0);
    const [a, b] = [axis(spot.from), axis(spot.to)];
    const box = {
      x,
      y: Math.min(a, b),
      width: Math.max(0.5, lane - (lane > MIN_WIDTH_FOR_GAP ? 1 : 0)),
      height: Math.max(spot.point.value === 0 ? 0 : 1, Math.abs(a - b)),
    };
    const isOne = data.series.length === 1;
    return markOf(spot, 'bar', box, isOne ? { ...box, y: inner.y, height: inner.height } : box);
  });
  return {
    ...bare,
    width,
    height,
    inner,
    xTicks: slotTicks(data, middle, inner.width),
    yTicks: valueTicks(axis, chart, 6),
    lines: 'horizontal',
    zero: axis(0),
    marks,
    legend: legendOf(data),
  };
}

/** Horizontal bars, longest first. */
function drawRows(data: GroupData, chart: GroupChart, width: number): Drawing {
  const spots = spotsOf(data, chart);
  const lanes = chart.kind === 'bars' ? data.series.length : 1;
  const step = Math.max(BAR_STEP, lanes * 12 + 8);
  const most = Math.max(8, Math.floor(Math.min(width * 0.36, 260) / CHARACTER));
  const names = [
    ...data.slots.map(({ label }) => label),
    ...(data.other ? [late.charts.other(data.other.slots)] : []),
  ];
  const labels = names.map((label) => shorten(label, most));
  const left = Math.max(48, widest(labels) + 14);
  const texts = lanes === 1 && chart.kind === 'bars';
  const noteOf = (point: GroupPoint) => amountText(chart, point.exact, data.digits);
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
  const thick = Math.min(MAX_BAR_THICKNESS, (step - 6) / lanes);
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
    const mark = markOf(spot, 'bar', box, hit);
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
          label: late.charts.other(data.other.slots),
          value: noteOf(data.other),
          note: noteOf(data.other),
          ...(data.other.narrowing ? { filter: data.other.narrowing } : {}),
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

export function drawGroups(data: GroupData, chart: GroupChart, width: number, height = PLOT_HEIGHT): Drawing {
  if (chart.kind === 'heat') return drawHeat(data, chart, width);
  if (chart.kind === 'line') return drawLines(data, chart, width, height);
  const isAlongTime = data.bucket !== undefined || data.part !== undefined;
  return isAlongTime ? drawColumns(data, chart, width, height) : drawRows(data, chart, width);
}
