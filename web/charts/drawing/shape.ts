// The parts of every drawing: marks, ticks, the plot area, and texts for values.
import type { Cell } from '../../api/exact.ts';
import { t } from '../../messages/index.ts';
import { late } from '../../messages/late.ts';
import { displayValue, formatNumber } from '../../values/show.ts';
import type { Bin } from '../bins.ts';
import type { MarkFilter } from '../markFilter.ts';
import { type Axis, axisOver, type Span } from '../scale.ts';
import type { Chart } from '../suggestChart.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Mark {
  readonly id: string;
  readonly shape: 'bar' | 'dot' | 'tile';
  readonly box: Box;
  /** The area in which a pointer hits the mark; larger than a small mark. */
  readonly hit: Box;
  /** The darkness of a tile, from 0 to 1. */
  readonly strength?: number;
  /** A mark for the remainder is drawn less prominently. */
  readonly quiet?: boolean;
  /** Its value is outside the axis, so it is drawn broken. */
  readonly cut?: boolean;
  readonly label: string;
  readonly value: string;
  /** Written beside the mark. */
  readonly note?: string;
  /** The filter of a click; absent for a remainder. */
  readonly filter?: MarkFilter;
  /** The index of its series. */
  readonly tone?: number;
  /** No line leads to it, so its dot is always drawn. */
  readonly isAlone?: boolean;
}

export interface Tick {
  readonly at: number;
  readonly label: string;
  /** The whole text, if the label was shortened. */
  readonly full?: string;
}

export interface Scale {
  readonly low: string;
  readonly high: string;
  /** The darkness of the lowest value, from 0 to 1. */
  readonly from: number;
  /** Some positions have no tile. */
  readonly hasGaps: boolean;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly inner: Box;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly lines: 'horizontal' | 'vertical' | 'both' | 'none';
  /** The strokes of a line chart, one per series. */
  readonly paths: readonly { readonly d: string; readonly tone: number }[];
  readonly areas: readonly string[];
  readonly marks: readonly Mark[];
  /** The names of the series; empty if there is only one. */
  readonly legend: readonly { readonly label: string; readonly tone: number }[];
  /** The legend of the tiles' colours, from lightest to darkest. */
  readonly scale?: Scale;
  /** The labels below are vertical, because they would not fit side by side. */
  readonly isUpright?: boolean;
  /** The position of zero, if it is on the value axis. */
  readonly zero: number | undefined;
}

export const CHARACTER = 6.6;
export const AXIS_BELOW = 30;
export const TOP_MARGIN = 12;
const RIGHT_MARGIN = 16;
/** The default height. */
export const PLOT_HEIGHT = 400;

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 });

/** All values of an axis have the same notation: all short, or all with the same number of decimals. */
function axisNumbers(values: readonly number[]): readonly string[] {
  if (values.some((value) => Math.abs(value) >= 10_000)) return values.map((value) => compact.format(value));
  const decimals = Math.max(0, ...values.map((value) => String(value).split('.')[1]?.length ?? 0));
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return values.map((value) => format.format(value));
}

export function shorten(text: string, most: number): Tick['label'] {
  const line = text.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, Math.max(1, most - 1)).trimEnd()}…` : line;
}

export function ticksOf(axis: Axis, wanted: number): readonly Tick[] {
  const values = axis.ticks(wanted);
  const labels = axisNumbers(values);
  return values.map((value, i) => ({ at: axis(value), label: labels[i] ?? '' }));
}

const rounded = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/** An average beside a mark is rounded; its tooltip and the table have every digit. */
export function noteText(value: number, exact: Cell, chart: Chart): string {
  const text = valueText(exact, chart);
  if (chart.aggregate !== 'avg' || exact === null) return text;
  return Math.abs(value) >= 1000 ? formatNumber(String(Math.round(value))) : rounded.format(value);
}

export function widest(labels: readonly string[]): number {
  return labels.reduce((most, label) => Math.max(most, label.length), 0) * CHARACTER;
}

/** A measure as text with all its digits; null if there was nothing to measure. */
export function valueText(exact: Cell, chart: Chart): string {
  if (exact === null) return chart.aggregate === 'count' || chart.aggregate === 'sum' ? '0' : t.common.null;
  return displayValue(exact, chart.y?.type).text;
}

/** The area that axis labels leave for the plot. */
export function plotArea(width: number, ySpan: Span, height = PLOT_HEIGHT): Box {
  const labels = axisNumbers(axisOver(ySpan, [0, 1]).ticks(6));
  const left = Math.max(32, widest(labels) + 16);
  return {
    x: left,
    y: TOP_MARGIN,
    width: Math.max(40, width - left - RIGHT_MARGIN),
    height: Math.max(40, height - TOP_MARGIN - AXIS_BELOW),
  };
}

export function upwards(span: Span, inner: Box): Axis {
  return axisOver(span, [inner.y + inner.height, inner.y]);
}

export function binName(bin: Bin): string {
  if (bin.from === bin.to) {
    const [from, to] = bin.exact ?? [String(bin.from), String(bin.to)];
    return from === to ? formatNumber(from) : late.charts.between(formatNumber(from), formatNumber(to), true);
  }
  return late.charts.between(formatNumber(String(bin.from)), formatNumber(String(bin.to)), bin.last);
}
