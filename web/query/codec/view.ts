// Decodes the view of an answer: order, widths, formats, chart.

import { type BucketName, bucketNames } from '../../../src/contract/buckets.ts';
import { type SummaryName, summaryNames } from '../../../src/contract/summaries.ts';
import {
  type ColourRule,
  type ColumnFormat,
  comparisons,
  dateForms,
  numberStyles,
  tones,
} from '../../values/columnFormat.ts';
import { type ChartChoice, type ListColumn, rowHeights, type Step, type View } from '../document.ts';
import { entriesOf, list, oneOf, optional, text, Unreadable } from './parts.ts';
import { listId } from './writing.ts';

function readStep(value: unknown): Step {
  const [own, entity, other] = list(value);
  return { own: text(own), entity: text(entity), other: text(other) };
}

function readList(value: unknown): ListColumn {
  const [root, steps, attribute] = list(value);
  const path = { root: text(root), steps: list(steps).map(readStep), attribute: text(attribute) };
  return { id: listId(path), ...path };
}

function readWidths(value: unknown): Record<string, number> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object') throw new Unreadable();
  const pairs = Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return Object.fromEntries(pairs);
}

function readChart(value: unknown): ChartChoice {
  const [kind, x, y, aggregate, bucket] = list(value);
  return {
    kind: optional(text, kind),
    x: optional(text, x),
    y: optional(text, y),
    aggregate: optional((one) => oneOf<SummaryName>(summaryNames, one), aggregate),
    bucket: optional((one) => oneOf<BucketName>(bucketNames, one), bucket),
  };
}

function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 20)
    throw new Unreadable();
  return value;
}

function readFormat(value: unknown): ColumnFormat {
  const [digits, grouping, style, currency, date, rules, scale] = list(value);
  const code = optional(text, currency);
  // The browser throws on any other currency code.
  if (code !== undefined && !/^[A-Z]{3}$/.test(code)) throw new Unreadable();
  const read = list(rules).map((rule): ColourRule => {
    const [when, than, tone] = list(rule);
    return { when: oneOf(comparisons, when), than: text(than), tone: oneOf(tones, tone) };
  });
  return {
    digits: optional(whole, digits),
    grouping: optional((one) => one === true, grouping),
    style: optional((one) => oneOf(numberStyles, one), style),
    currency: code,
    date: optional((one) => oneOf(dateForms, one), date),
    rules: read.length > 0 ? read : undefined,
    scale: optional((one) => oneOf(tones, one), scale),
  };
}

export function readView(value: unknown): View {
  const [order, hidden, pinned, widths, lists, chart, names, formats, rowHeight] = list(value);
  return {
    order: list(order).map(text),
    hidden: list(hidden).map(text),
    pinned: list(pinned).map(text),
    widths: readWidths(widths),
    lists: list(lists).map(readList),
    ...(chart ? { chart: readChart(chart) } : {}),
    names: Object.fromEntries(entriesOf(names).map(([id, name]) => [id, text(name)])),
    formats: Object.fromEntries(entriesOf(formats).map(([id, format]) => [id, readFormat(format)])),
    ...(rowHeight ? { rowHeight: oneOf(rowHeights, rowHeight) } : {}),
  };
}

/** Undefined if it was not written by this page. */
export function decodeView(value: unknown): View | undefined {
  try {
    return readView(value);
  } catch {
    return undefined;
  }
}
