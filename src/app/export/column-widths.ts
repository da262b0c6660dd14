// Column widths of a sheet, from its first rows: widths come before the rows.
import type { ModeType } from '../../contract/mode.ts';
import type { AnswerColumn } from '../read/planned-query.ts';

/** Lines of JSON lists within the bytes. */
export interface Lined {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const narrowest = 8;
const widest = 60;
/** Dates and times are shown shorter than they arrive. */
const shown: Partial<Record<ModeType, number>> = { date: 10, datetime: 20, boolean: 6 };
/** The most bytes to examine: a first row may be huge. */
const bytesRead = 64 * 1024;

/** In characters. */
export function columnWidths(
  names: readonly string[],
  columns: readonly AnswerColumn[],
  first: Lined | null,
): readonly number[] {
  // Headings are bold, so they need a little more.
  const longest = names.map((name) => name.length * 1.15);
  for (const row of first === null ? [] : firstRows(first)) {
    row.forEach((cell, i) => {
      const length = cell === null ? 0 : (shown[columns[i]?.type ?? 'text'] ?? lineLength(String(cell)));
      longest[i] = Math.max(longest[i] ?? 0, length);
    });
  }
  return longest.map((length) => Math.round(Math.max(narrowest, Math.min(length + 2, widest))));
}

function lineLength(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}

function firstRows({ bytes, start, end }: Lined): readonly (readonly unknown[])[] {
  const text = Buffer.from(bytes.subarray(start, Math.min(end, start + bytesRead))).toString();
  const lines = text.split('\n');
  // The last line may be cut off.
  return (start + bytesRead < end ? lines.slice(0, -1) : lines).flatMap((line) => {
    const row: unknown = line === '' ? null : JSON.parse(line);
    return Array.isArray(row) ? [row] : [];
  });
}
