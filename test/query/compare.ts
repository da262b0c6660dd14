/** Compares an answer of the service with the reference evaluator's expectation, value by value. */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import type { Value } from './dataset.ts';
import {
  absolute,
  add,
  canonical,
  compareDecimals,
  decimal,
  fixed,
  isDecimal,
  multiply,
  negate,
  whole,
} from './decimal.ts';
import { type Cell, isApproximate, isList } from './reference/numbers.ts';
import type { Expected } from './reference.ts';
import type { GridRequest } from './request.ts';

const gridAnswer = z.object({
  data: z.array(z.array(z.unknown())),
  cols: z.array(z.string()),
  size: z.object({ offset: z.unknown(), total: z.unknown(), frame: z.unknown() }),
  summaries: z.unknown().optional(),
  pivot: z.object({ values: z.array(z.unknown()), measures: z.array(z.string()) }).optional(),
  next: z.string().optional(),
});

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

// The compiler's library lacks the reviver's third argument, the number's source text. Unlike other parsers, JSON.parse
// treats `__proto__` as an ordinary name.
const parseJson = JSON.parse as (text: string, reviver: Reviver) => unknown;

function parseExactly(text: string): unknown {
  return parseJson(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new LosslessNumber(source) : value,
  );
}

/** An object's entries in order; empty for anything else. */
function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The error in an answer, in words; undefined if it is right. */
export function differenceOf(expected: Expected, request: GridRequest, body: string): string | undefined {
  const answer = gridAnswer.safeParse(parseExactly(body));
  if (!answer.success) return `the answer has another shape: ${z.prettifyError(answer.error)}`;
  const { data, cols, size, summaries } = answer.data;
  if (JSON.stringify(cols) !== JSON.stringify(expected.cols)) {
    return `cols are ${JSON.stringify(cols)} instead of ${JSON.stringify(expected.cols)}`;
  }
  const frame = Math.max(0, Math.min(expected.limit, expected.total - expected.offset));
  const total = request.count === 'none' ? 'null' : String(expected.total);
  if (request.count !== 'estimate' && String(size.total) !== total) {
    return `the total is ${String(size.total)} instead of ${total}`;
  }
  if (String(size.offset) !== String(expected.offset)) return `size.offset is ${String(size.offset)}`;
  if (String(size.frame) !== String(frame) || data.length !== frame) {
    return `there are ${data.length} rows and a frame of ${String(size.frame)} instead of ${frame}`;
  }
  return (
    rowDifference(expected, data) ??
    summaryDifference(expected, summaries) ??
    pivotDifference(expected, answer.data.pivot)
  );
}

function pivotDifference(
  { pivot }: Expected,
  given: { readonly values: readonly unknown[]; readonly measures: readonly string[] } | undefined,
): string | undefined {
  if (!pivot) return given === undefined ? undefined : 'there is a pivot that nobody asked for';
  if (given === undefined) return 'the answer does not say what its columns are';
  if (JSON.stringify(given.measures) !== JSON.stringify(pivot.measures)) {
    return `the measures are ${JSON.stringify(given.measures)} instead of ${JSON.stringify(pivot.measures)}`;
  }
  const isSame =
    given.values.length === pivot.values.length &&
    pivot.values.every((cell, i) => isCell(cell, given.values[i]));
  return isSame ? undefined : `the values are ${rowText(given.values)} instead of ${cellsText(pivot.values)}`;
}

/** The cursor of the next page, if there is one. */
export function nextOf(body: string): string | undefined {
  return gridAnswer.parse(parseExactly(body)).next;
}

export function rowsOf(body: string): unknown[][] {
  return gridAnswer.parse(parseExactly(body)).data;
}

/** The same for the rows of all pages in sequence. */
export function pagesDifference(expected: Expected, pages: readonly unknown[][]): string | undefined {
  if (pages.length !== expected.total) return `${pages.length} of ${expected.total} rows are on the pages`;
  return rowDifference({ ...expected, offset: 0, limit: expected.total }, pages);
}

const summaryAnswer = z.object({
  cols: z.array(z.string()),
  data: z.array(z.unknown()),
  size: z.object({ offset: z.unknown(), total: z.unknown(), frame: z.unknown() }),
});

/** The same for an answer with only the summaries. */
export function summaryAnswerDifference(expected: Expected, body: string): string | undefined {
  const answer = summaryAnswer.safeParse(parseExactly(body));
  if (!answer.success) return `the summaries have another shape: ${z.prettifyError(answer.error)}`;
  const { cols, data, size } = answer.data;
  const wanted = [...(expected.summaries ?? [])].flatMap(([alias, cells]) =>
    [...cells].map(([summary, cell]) => ({ name: `${summary}_${alias}`, cell })),
  );
  const names = JSON.stringify(wanted.map(({ name }) => name));
  if (JSON.stringify(cols) !== names) return `cols of summaries are ${JSON.stringify(cols)}, not ${names}`;
  if (String(size.total) !== '1' || String(size.frame) !== String(wanted.length)) {
    return `the size of the summaries is ${JSON.stringify(size)}`;
  }
  const wrong = wanted.find(({ cell }, i) => !isCell(cell, data[i]));
  return wrong && `${wrong.name} alone is not ${cellText(wrong.cell)} in ${body}`;
}

/** The same for an export of all rows, with one JSON object per line. */
export function exportDifference(expected: Expected, body: string): string | undefined {
  const rows = body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => entriesOf(parseExactly(line)));
  if (rows.length !== expected.total) return `${rows.length} of ${expected.total} rows are exported`;
  const odd = rows.find((row) => JSON.stringify(row.map(([name]) => name)) !== JSON.stringify(expected.cols));
  if (odd) return `a row has the names ${JSON.stringify(odd.map(([name]) => name))}`;
  const all = { ...expected, offset: 0, limit: expected.total };
  return rowDifference(
    all,
    rows.map((row) => row.map(([, value]) => value)),
  );
}

/** Row by row; within a tie, each row of the answer must match a different expected row. */
function rowDifference(expected: Expected, data: readonly unknown[][]): string | undefined {
  let position = 0;
  for (const tie of expected.ties) {
    const begin = Math.max(position, expected.offset);
    position += tie.length;
    const end = Math.min(position, expected.offset + data.length);
    const left = [...tie];
    for (let i = begin; i < end; i++) {
      const row = data[i - expected.offset] ?? [];
      const partner = left.findIndex((cells) => cells.every((cell, column) => isCell(cell, row[column])));
      if (partner < 0 || row.length !== expected.cols.length) {
        return `row ${i - expected.offset} is ${rowText(row)} instead of ${left.map(cellsText).join(' or ')}`;
      }
      left.splice(partner, 1);
    }
  }
  return undefined;
}

function summaryDifference(expected: Expected, summaries: unknown): string | undefined {
  const wanted = expected.summaries;
  if (!wanted) return summaries === undefined ? undefined : 'there are summaries that nobody asked for';
  const given = entriesOf(summaries).map(([alias, cells]) => [alias, entriesOf(cells)] as const);
  const names = [...wanted].map(([alias, cells]) => [alias, [...cells.keys()]]);
  const givenNames = given.map(([alias, cells]) => [alias, cells.map(([name]) => name)]);
  if (JSON.stringify(names) !== JSON.stringify(givenNames)) {
    return `summaries are ${JSON.stringify(givenNames)} instead of ${JSON.stringify(names)}`;
  }
  for (const [alias, cells] of given) {
    for (const [summary, value] of cells) {
      const cell = wanted.get(alias)?.get(summary) ?? null;
      if (!isCell(cell, value)) {
        return `${summary} of ${alias} is ${valueText(value)} instead of ${cellText(cell)}`;
      }
    }
  }
  return undefined;
}

function isCell(cell: Cell, value: unknown): boolean {
  if (isList(cell)) {
    return (
      Array.isArray(value) && value.length === cell.length && cell.every((one, i) => isCell(one, value[i]))
    );
  }
  if (isApproximate(cell)) {
    if (!isLosslessNumber(value)) return false;
    const count = whole(cell.count);
    const distance = absolute(add(multiply(decimal(String(value)), count), negate(cell.total)));
    return compareDecimals(distance, multiply(cell.tolerance, count)) <= 0;
  }
  if (isDecimal(cell)) {
    return isLosslessNumber(value) && canonical(decimal(String(value))) === canonical(cell);
  }
  if (typeof cell === 'number') return isLosslessNumber(value) && Number(String(value)) === cell;
  return cell === value;
}

function cellText(cell: Cell): string {
  if (isList(cell)) return cellsText(cell);
  if (isApproximate(cell)) {
    return `about ${fixed(cell.total)}/${cell.count}`;
  }
  return valueText(cell);
}

function cellsText(cells: readonly Cell[]): string {
  return `[${cells.map(cellText).join(', ')}]`;
}

function rowText(row: readonly unknown[]): string {
  return `[${row.map(valueText).join(', ')}]`;
}

function valueText(value: Value | unknown): string {
  if (isDecimal(value)) return fixed(value);
  return isLosslessNumber(value) ? String(value) : JSON.stringify(value);
}
