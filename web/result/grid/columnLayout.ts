// The layout of columns: their widths, the pinned ones, and the visible ones.

import { type Cell, isExact } from '../../api/exact.ts';
import type { ResultColumn } from '../../query/columns.ts';
import { ownValue } from '../../state/ownValue.ts';
import type { ColumnFormat } from '../../values/columnFormat.ts';
import { displayValue } from '../../values/show.ts';
import { isDigitName, isMoment, isNumeric } from '../../values/types.ts';

export interface Placed {
  readonly column: ResultColumn;
  readonly index: number;
  readonly width: number;
  /** The offset from the start of the row. */
  readonly start: number;
  readonly pinned: boolean;
}

export interface Layout {
  readonly columns: readonly Placed[];
  readonly width: number;
  readonly pinnedWidth: number;
}

const CHARACTER = 7.6;

/** A first guess from name and type, until the person resizes the column. */
export function guessWidth(column: ResultColumn): number {
  const name = column.label.length * CHARACTER + 68;
  const content = {
    boolean: 80,
    integer: 84,
    numeric: 100,
    date: 110,
    datetime: 200,
    time: 90,
    uuid: 290,
    text: 260,
    string: 190,
    json: 240,
    array: 200,
    binary: 120,
    interval: 120,
    selection: 120,
    other: 160,
  }[column.type];
  const key = column.kind === 'field' && column.pointsTo ? 190 : 0;
  const totals = column.kind === 'field' && column.totals.length > 0 ? 200 : 0;
  return Math.round(Math.max(72, Math.min(Math.max(name, content, key, totals), 300)));
}

const DIGIT = 8.2;
const MAX_NUMBER_WIDTH = 400;

/** The extra width of a coloured cell. */
const COLOUR_PADDING = 14;

/**
 * A clipped number looks like another number, so numeric columns fit their first rows; so do dates with a chosen
 * format.
 */
export function fitWidths(
  columns: readonly ResultColumn[],
  cols: readonly string[],
  rows: readonly (readonly Cell[])[],
  formats: Readonly<Record<string, ColumnFormat>>,
): Readonly<Record<string, number>> {
  const widths = new Map<string, number>();
  for (const column of columns) {
    const place = cols.indexOf(column.id);
    const format = ownValue(formats, column.id);
    const isNumber = alignsToEnd(column);
    if (place < 0 || !(isNumber || (format?.date !== undefined && isMoment(column.type)))) continue;
    let longest = 0;
    for (const row of rows) longest = Math.max(longest, lengthOf(row[place] ?? null, column, format));
    const room = 24 + (format?.rules || format?.scale ? COLOUR_PADDING : 0);
    const needed = Math.min(Math.round(longest * (isNumber ? DIGIT : CHARACTER) + room), MAX_NUMBER_WIDTH);
    if (needed > guessWidth(column)) widths.set(column.id, needed);
  }
  return Object.fromEntries(widths);
}

function lengthOf(value: Cell, column: ResultColumn, format: ColumnFormat | undefined): number {
  const grouping = groupsDigits(column);
  if (value === null) return 0;
  if (format) return displayValue(value, column.type, { format, grouping }).text.length;
  return isExact(value) ? shownLength(value.value, grouping) : 0;
}

/** Counts digits instead of formatting, because a first page with hundreds of columns has thousands of numbers. */
function shownLength(digits: string, grouping: boolean): number {
  const whole = /^-?(\d+)/.exec(digits)?.[1]?.length ?? 0;
  return digits.length + (grouping ? Math.floor(Math.max(0, whole - 1) / 3) : 0);
}

export function layOutColumns(
  columns: readonly ResultColumn[],
  widths: Readonly<Record<string, number>>,
  pins: readonly string[],
): Layout {
  let start = 0;
  let pinnedWidth = 0;
  const placed = columns.map((column, index): Placed => {
    const width = ownValue(widths, column.id) ?? guessWidth(column);
    const pinned = pins.includes(column.id);
    const place = { column, index, width, start, pinned };
    start += width;
    if (pinned) pinnedWidth += width;
    return place;
  });
  return { columns: placed, width: start, pinnedWidth };
}

export interface VisibleColumns {
  readonly pinned: readonly Placed[];
  readonly others: readonly Placed[];
  /** The total width of the columns before the first visible one. */
  readonly gap: number;
}

const OVERSCAN = 240;

/** All pinned columns, and the others that are visible. */
export function visibleColumns(layout: Layout, scrollLeft: number, viewport: number): VisibleColumns {
  const pinned = layout.columns.filter((column) => column.pinned);
  const from = scrollLeft + layout.pinnedWidth - OVERSCAN;
  const to = scrollLeft + viewport + OVERSCAN;
  const others = layout.columns.filter(
    ({ pinned: isPinned, start, width }) => !isPinned && start + width > from && start < to,
  );
  return { pinned, others, gap: (others[0]?.start ?? layout.pinnedWidth) - layout.pinnedWidth };
}

export function alignsToEnd(column: ResultColumn): boolean {
  if (column.kind === 'list') return false;
  return isNumeric(column.type) && !(column.kind === 'field' && (column.pointsTo ?? column.part));
}

export function groupsDigits(column: ResultColumn): boolean {
  return column.kind !== 'field' || !isDigitName(column.column);
}
