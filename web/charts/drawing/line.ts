// A measure over time as a line, broken where there is nothing to say.
import { t } from '../../messages/index.ts';
import type { LineData } from '../data.ts';
import { periodName, timeTicks } from '../periods.ts';
import { linearScale, niceRange, valueRange } from '../scale.ts';
import type { Chart } from '../suggest.ts';
import { type Drawing, type Mark, PLOT_HEIGHT, plotArea, ticksOf, upwards, valueText } from './shape.ts';

const DOT = 3.5;

interface Spot {
  readonly x: number;
  readonly y: number;
}

function runsOf(spots: readonly (Spot | undefined)[]): readonly (readonly Spot[])[] {
  const runs: Spot[][] = [];
  let open = false;
  for (const spot of spots) {
    if (spot && open) runs.at(-1)?.push(spot);
    else if (spot) runs.push([spot]);
    open = spot !== undefined;
  }
  return runs;
}

const place = (n: number): string => String(Math.round(n * 100) / 100);

function strokeOf(run: readonly Spot[]): string {
  return run.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${place(x)} ${place(y)}`).join('');
}

export function drawLine(data: LineData, chart: Chart, width: number): Drawing {
  const values = data.points.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [min, max] = valueRange(values, chart.aggregate === 'count' || chart.aggregate === 'sum');
  const range = niceRange(min, max, 6);
  const inner = plotArea(width, range);
  const first = data.points[0]?.start ?? 0;
  const last = data.points.at(-1)?.start ?? first;
  const xScale = linearScale(first === last ? [first - 1, last + 1] : [first, last], [
    inner.x + 6,
    inner.x + inner.width - 6,
  ]);
  const yScale = upwards(range, inner);
  const spots = data.points.map(({ start, value }) =>
    value === undefined ? undefined : { x: xScale.at(start), y: yScale.at(value) },
  );
  const runs = runsOf(spots);
  const base = yScale.at(Math.max(range[0], Math.min(0, range[1])));
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
        label: t.charts.period(periodName(start, data.bucket), data.bucket),
        value: valueText(exact, chart),
        filter,
      },
    ];
  });
  return {
    width,
    height: PLOT_HEIGHT,
    inner,
    xTicks:
      first === last
        ? [{ at: xScale.at(first), label: periodName(first, data.bucket) }]
        : timeTicks(first, last, Math.max(2, inner.width / 90), data.bucket).map(({ at, label }) => ({
            at: xScale.at(at),
            label,
          })),
    yTicks: ticksOf(yScale, 6),
    lines: 'horizontal',
    paths: runs.map(strokeOf),
    areas: runs
      .filter((run) => run.length > 1)
      .map(
        (run) =>
          `${strokeOf(run)}L${place(run.at(-1)?.x ?? 0)} ${place(base)}L${place(run[0]?.x ?? 0)} ${place(base)}Z`,
      ),
    zero: range[0] <= 0 && range[1] >= 0 ? yScale.at(0) : undefined,
    marks,
  };
}
