/** Literals for generated requests: taken from the data, so that they match something, and from its edges. */
import { LosslessNumber } from 'lossless-json';
import type { DataColumn, DataTable, Kind, Value } from './dataset.ts';
import { columnIndex, isNumeric, shown } from './dataset.ts';
import type { Literal } from './request.ts';

/** A choice that is independent of the number of options; small numbers stand for simple choices. */
export interface Draw {
  readonly index: number;
  readonly shape: number;
  readonly from: number;
  readonly to: number;
}

export function pick<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new Error('There is nothing to pick from.');
  // The index is within the list, and undefined may be one of its items.
  return list[index % list.length] as T;
}

const edges: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  integer: ['0', '-1', '2.5', '2147483648', '9007199254740993', '1.0', '1e2'],
  bigint: [
    '9223372036854775808',
    '-9223372036854775809',
    '9007199254740993',
    '9007199254740992',
    '9007199254740993.5',
    '9007199254740992.5',
    '-9007199254740992.5',
    '123456789012345678901234567890',
    '1e30',
  ],
  decimal: ['0', '0.005', '-0.01', '5', '5.000', '0.1234567890125', '1e3', '123456789012345678901234.5'],
  double: ['0', '0.5', '-1e300', '1e-320', '5'],
  date: ['1970-01-01', '2024-02-29', '9999-12-31', '0001-01-01'],
  datetime: ['1970-01-01T00:00:00', '2024-12-31T23:59:59', '9999-12-31T23:59:59', '2024-12-31T10:59:59.5'],
  time: ['00:00:00', '23:59:59'],
  text: [
    '',
    ' ',
    '%',
    '_',
    '\\',
    'A',
    'é',
    'É',
    'σ',
    'ς',
    'Σ',
    'ß',
    'ẞ',
    'ss',
    'п',
    '𐐀',
    "'",
    '"',
    'i',
    'I',
    'a',
  ],
};

const presentValues = new WeakMap<DataTable, Map<string, readonly Exclude<Value, null>[]>>();

function present(table: DataTable, column: DataColumn): readonly Exclude<Value, null>[] {
  const known = presentValues.get(table) ?? new Map<string, readonly Exclude<Value, null>[]>();
  presentValues.set(table, known);
  const index = columnIndex(table, column.name);
  const values = known.get(column.name) ?? table.rows.flatMap((row) => row[index] ?? []);
  known.set(column.name, values);
  return values;
}

/** The text of a column value, in three of four cases an existing one. */
function drawText(table: DataTable, column: DataColumn, draw: Draw): string {
  const values = present(table, column);
  const odd = edges[column.kind];
  const fromEdge = odd !== undefined && (draw.index % 4 === 3 || values.length === 0);
  if (fromEdge) return pick(odd, draw.index >> 2);
  return values.length === 0 ? '' : shown(pick(values, draw.index >> 2));
}

/** A literal that can be compared with the column: of its own type, or the equivalent text. */
export function drawLiteral(table: DataTable, column: DataColumn, draw: Draw): Literal {
  const text = drawText(table, column, draw);
  if (column.kind === 'boolean') return text === 'true';
  if (isNumeric(column.kind)) {
    const asText = draw.shape % 5 === 4 && /^-?\d+(\.\d+)?$/.test(text) && !isFraction(column, text);
    return asText ? text : new LosslessNumber(text);
  }
  if (column.kind === 'date') return draw.shape % 5 === 4 ? `${text}T15:16:17Z` : text;
  // Without an offset, an instant is read as UTC.
  if (column.kind === 'datetime')
    return momentForm(text.replace(' ', 'T').replace(/(Z|\+00:00)$/, ''), draw.shape);
  return text;
}

/** A text is parsed as the column's type, so a fraction in a text is not a value of an integer column. */
function isFraction(column: DataColumn, text: string): boolean {
  return column.kind !== 'decimal' && column.kind !== 'double' && text.includes('.');
}

function momentForm(text: string, shape: number): string {
  const forms = [text, `${text}Z`, text.replace('T', ' '), text.slice(0, 10), text];
  return pick(forms, shape);
}

/** An argument of a text function: a part of an existing text, in another case, or with wildcards. */
export function drawPart(table: DataTable, column: DataColumn, draw: Draw, isPattern: boolean): Literal {
  const text = drawText(table, column, draw);
  const characters = [...text];
  const from = characters.length === 0 ? 0 : draw.from % characters.length;
  const to = from + 1 + (draw.to % 4);
  const part = pick(
    [
      text,
      characters.slice(from).join(''),
      characters.slice(0, to).join(''),
      characters.slice(from, to).join(''),
    ],
    draw.shape >> 3,
  );
  const cased = pick([part, part.toUpperCase(), part.toLowerCase(), swapCase(part)], draw.shape);
  if (isPattern) return withWildcards(cased, draw);
  // A number may stand for its digits.
  return /^(0|[1-9]\d*)$/.test(cased) && draw.to % 3 === 2 ? new LosslessNumber(cased) : cased;
}

function swapCase(text: string): string {
  return [...text]
    .map((character) =>
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
    )
    .join('');
}

function withWildcards(text: string, draw: Draw): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  const characters = [...text];
  const one = characters.map((character, i) => (i === draw.from % 3 ? '_' : character)).join('');
  // A trailing backslash has nothing to escape.
  const closed = text.replace(/\\+$/, '');
  return pick(
    [
      `%${escaped}%`,
      `${escaped}%`,
      `%${escaped}`,
      closed,
      escaped,
      one.replace(/\\+$/, ''),
      `%${closed}_`,
      `_%${escaped}`,
    ],
    draw.to,
  );
}
