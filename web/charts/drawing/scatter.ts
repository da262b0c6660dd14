// Pairs of numbers as points, or as tiles if there are too many to distinguish.

import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import { displayValue } from '../../values/show.ts';
import type { PointsData, TilesData } from '../chartData.ts';
import type { ChartField } from '../chartFields.ts';
import { type Axis, axisOver, roundSpan, spanOf } from '../scale.ts';
import type { Chart } from '../suggestChart.ts';
import { type Box, binName, type Drawing, type Mark, plotArea, ticksOf, upwards } from './shape.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Plane {
  readonly inner: Box;
  readonly x: Axis;
  readonly y: Axis;
}

function planeOver({ width, height }: Size, xs: readonly number[], ys: readonly number[]): Plane {
  const yRange = roundSpan(spanOf(ys, false), 6);
  const inner = plotArea(width, yRange, height);
  const xRange = roundSpan(spanOf(xs, false), inner.width / 90);
  return { inner, x: axisOver(xRange, [inner.x, inner.x + inner.width]), y: upwards(yRange, inner) };
}

function onPlane(plane: Plane, { width, height }: Size, marks: readonly Mark[]): Drawing {
  return {
    width,
    height,
    inner: plane.inner,
    xTicks: ticksOf(plane.x, Math.max(2, plane.inner.width / 90)),
    yTicks: ticksOf(plane.y, 6),
    lines: 'both',
    paths: [],
    areas: [],
    legend: [],
    zero: undefined,
    marks,
  };
}

function pairName(x: ChartField, left: string, y: ChartField, right: string): string {
  return late.charts.pair(x.label, left, y.label, right);
}

export function drawPoints(data: PointsData, chart: Chart, size: Size): Drawing {
  const { x, y = chart.x } = chart;
  const plane = planeOver(
    size,
    data.points.map((point) => point.x),
    data.points.map((point) => point.y),
  );
  const most = Math.max(1, ...data.points.map(({ count: n }) => n));
  const marks = data.points.map((point, i): Mark => {
    // The area, not the radius, stands for the number of rows.
    const radius = most === 1 ? 4 : 3.5 + 8 * Math.sqrt(point.count / most);
    const [left, top] = [plane.x(point.x), plane.y(point.y)];
    const reach = Math.max(radius, 6);
    return {
      id: String(i),
      shape: 'dot',
      box: { x: left - radius, y: top - radius, width: 2 * radius, height: 2 * radius },
      hit: { x: left - reach, y: top - reach, width: 2 * reach, height: 2 * reach },
      label: pairName(
        x,
        displayValue(point.exact[0], x.type).text,
        y,
        displayValue(point.exact[1], y.type).text,
      ),
      value: t.common.rows(point.count),
      filter: point.filter,
    };
  });
  return onPlane(plane, size, marks);
}

export function drawTiles(data: TilesData, chart: Chart, size: Size): Drawing {
  const { x, y = chart.x } = chart;
  const plane = planeOver(
    size,
    data.tiles.flatMap((tile) => [tile.x.from, tile.x.to]),
    data.tiles.flatMap((tile) => [tile.y.from, tile.y.to]),
  );
  const most = Math.max(1, ...data.tiles.map(({ count: n }) => n));
  const marks = data.tiles.map((tile, i): Mark => {
    const box = {
      x: plane.x(tile.x.from),
      y: plane.y(tile.y.to),
      width: Math.max(2, plane.x(tile.x.to) - plane.x(tile.x.from)),
      height: Math.max(2, plane.y(tile.y.from) - plane.y(tile.y.to)),
    };
    return {
      id: String(i),
      shape: 'tile',
      box,
      hit: box,
      strength: 0.25 + 0.75 * Math.sqrt(tile.count / most),
      label: pairName(x, binName(tile.x), y, binName(tile.y)),
      value: t.common.rows(tile.count),
      filter: tile.filter,
    };
  });
  return onPlane(plane, size, marks);
}
