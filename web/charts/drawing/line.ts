// A measure over time as a line, with gaps for missing values.
import { area, line } from 'd3-shape';
import { late } from '../../messages/late.ts';
import { periodName } from '../../values/periods.ts';
import type { LineData } from '../chartData.ts';
import { axisOver, roundSpan, type Span, spanOf } from '../scale.ts';
import type { Chart } from '../suggestChart.ts';
import { timeTicks } from '../timeTicks.ts';
import { type Drawing, type Mark, plotArea, ticksOf, upwards, valueText } from './shape.ts';

const DOT = 3.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

const isPresent = (spot: Point | undefined) => spot !== undefined;
const xOf = (spot: Point | undefined) => spot?.x ?? 0;
const yOf = (spot: Point | undefined) => spot?.y ?? 0;
const linePath = line<Point | undefined>().defined(isPresent).x(xOf).y(yOf).digits(2);
const areaPath = area<Point | undefined>().defined(isPresent).x(xOf).y1(yOf).digits(2);

function pathsOf(path: string | null): readonly string[] {
  return path === null ? [] : [path];
}

/** An area's height shows the value, so it must start at zero. */
function includesZero([min, max]: Span): boolean {
  return min <= 0 && max >= 0;
}

export function drawLine(data: LineData, chart: Chart, width: number, height: number): Drawing {
  const values = data.points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const range = roundSpan(spanOf(values, chart.aggregate === 'count' || chart.aggregate === 'sum'), 6);
  const inner = plotArea(width, range, height);
  const first = data.points[0]?.start ?? 0;
  const last = data.points.at(-1)?.start ?? first;
  const xAxis = axisOver(first === last ? [first - 1, last + 1] : [first, last], [
    inner.x + 6,
    inner.x + inner.width - 6,
  ]);
  const yAxis = upwards(range, inner);
  const spots = data.points.map(({ start, value }) =>
    value === undefined ? undefined : { x: xAxis(start), y: yAxis(value) },
  );
  const step = spots.length > 1 ? (inner.width - 12) / (spots.length - 1) : inner.width;
  const marks = data.points.flatMap(({ start, exact, filter }, i): Mark[] => {
    const spot = spots[i];
    if (!spot) return [];
    return [
      {
        id: String(i),
        shape: 'dot',
        box: { x: spot.x - DOT, y: spot.y - DOT, width: 2 * DOT, height: 2 * DOT },
        hit: { x: spot.x - step / 2, y: inner.y, width: step, height: inner.height },
        label: late.charts.period(periodName(start, data.bucket), data.bucket),
        value: valueText(exact, chart),
        filter,
      },
    ];
  });
  return {
    width,
    height,
    inner,
    xTicks:
      first === last
        ? [{ at: xAxis(first), label: periodName(first, data.bucket) }]
        : timeTicks(first, last, Math.max(2, inner.width / 90), data.bucket).map(({ at, label }) => ({
            at: xAxis(at),
            label,
          })),
    yTicks: ticksOf(yAxis, 6),
    lines: 'horizontal',
    paths: pathsOf(linePath(spots)).map((d) => ({ d, tone: 0 })),
    areas: includesZero(range) ? pathsOf(areaPath.y0(yAxis(0))(spots)) : [],
    legend: [],
    zero: includesZero(range) ? yAxis(0) : undefined,
    marks,
  };
}
