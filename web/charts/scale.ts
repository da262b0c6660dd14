// Numeric axes: d3's linear scales over ranges that suit the drawing.
import { type ScaleLinear, scaleLinear } from 'd3-scale';

export type Axis = ScaleLinear<number, number>;
export type Span = readonly [number, number];

/** Maps values to positions. */
export function axisOver(values: Span, positions: Span): Axis {
  return scaleLinear(values, positions);
}

/** The ends of the axis, smaller first. */
export function endsOf(axis: Axis): Span {
  const [min = 0, max = 1] = axis.domain();
  return [min, max];
}

/** The span widened to round ends, so that there is a tick beyond the outermost marks. */
export function roundSpan([min, max]: Span, ticks: number): Span {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  if (min !== max) return endsOf(scaleLinear([min, max], [0, 1]).nice(ticks));
  if (min === 0) return [0, 1];
  return min > 0 ? [0, min] : [min, 0];
}

/** Bars must start at zero to be comparable; lines need not, but do if zero is near. */
export function spanOf(values: readonly number[], fromZero: boolean): Span {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return [0, 1];
  const near = min >= 0 && min <= max * 0.5;
  if (fromZero || near) return [Math.min(0, min), Math.max(0, max)];
  return [min, max];
}
