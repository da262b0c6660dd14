// The frequency of values, as columns over a numeric axis.

import { t } from '../../messages/index.ts';
import { formatNumber } from '../../values/show.ts';
import type { HistogramData } from '../chartData.ts';
import { axisOver, roundSpan } from '../scale.ts';
import type { Chart } from '../suggestChart.ts';
import { binName, type Drawing, type Mark, plotArea, ticksOf, upwards } from './shape.ts';

export function drawHistogram(data: HistogramData, chart: Chart, width: number, height: number): Drawing {
  const range = roundSpan([0, Math.max(1, ...data.bins.map(({ count: n }) => n))], 6);
  const inner = plotArea(width, range, height);
  const from = data.bins[0]?.bin.from ?? 0;
  const to = data.bins.at(-1)?.bin.to ?? 1;
  // A single value is a bin without width; it is placed in the middle.
  const xAxis = axisOver(from === to ? [from - 0.5, to + 0.5] : [from, to], [inner.x, inner.x + inner.width]);
  const yAxis = upwards(range, inner);
  const zero = yAxis(0);
  const oneEach = chart.x.type === 'integer' && data.bins.every(({ bin }) => bin.to - bin.from <= 1);
  const marks = data.bins.map(({ bin, count: n, filter }, i): Mark => {
    const left = from === to ? inner.x + inner.width * 0.4 : xAxis(bin.from);
    const right = from === to ? inner.x + inner.width * 0.6 : xAxis(bin.to);
    const gap = right - left > 4 ? 1 : 0;
    const top = yAxis(n);
    return {
      id: String(i),
      shape: 'bar',
      box: {
        x: left + gap,
        y: top,
        width: Math.max(0.5, right - left - 2 * gap),
        height: Math.max(n > 0 ? 1 : 0, zero - top),
      },
      hit: { x: left, y: inner.y, width: right - left, height: inner.height },
      label: oneEach && !bin.exact ? formatNumber(String(bin.from)) : binName(bin),
      value: t.common.rows(n),
      filter,
    };
  });
  const half = oneEach && from !== to ? xAxis(0.5) - xAxis(0) : 0;
  return {
    width,
    height,
    inner,
    xTicks: ticksOf(xAxis, Math.max(2, inner.width / 90))
      .map((tick) => ({ ...tick, at: tick.at + half }))
      .filter(({ at }) => at <= inner.x + inner.width + 1),
    yTicks: ticksOf(yAxis, 6),
    lines: 'horizontal',
    paths: [],
    areas: [],
    legend: [],
    zero,
    marks,
  };
}
