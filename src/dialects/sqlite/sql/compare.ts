// How SQLite compares, matches and sorts, exactly as the other engines do.
import { sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { exact, placeAt } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, CompareSql, Use, Value } from '../../../query/dialect/sql.ts';
import {
  compareDecimals,
  decimalOf,
  isWhole,
  type Literal,
  momentOf,
  nearestFloat,
  plainDigits,
} from '../../../query/literals.ts';
import { oneOf } from './lists.ts';
import { normalMoment } from './moments.ts';
import { holds, matchesPattern, pattern } from './patterns.ts';

export const compare: CompareSql = {
  integerText: (value) => sql<string>`cast(${value} as text)`,
  comparable,
  literal,
  oneOf,
  // Moments are texts, and those with an offset are taken on the clock of UTC.
  isZoned: () => false,
  comparesWith: (a, b) => isUntyped(a) || isUntyped(b) || comparisonClass(a) === comparisonClass(b),
  comparableWith: (value, column) => comparable(value, column, 'order'),
  shown,
  fold: (text) => sql`joinery_fold(${text})`,
  compareText: (a, comparison, b) => sql<boolean>`${a} ${sql.raw(comparison)} ${b} collate binary`,
  pattern,
  matchesPattern,
  holds,
  sort(value, { descending, nullsFirst, nullable }) {
    const direction = descending ? sql` desc` : sql``;
    const nulls = !nullable ? sql`` : nullsFirst ? sql` nulls first` : sql` nulls last`;
    return sql`${value}${direction}${nulls}`;
  },
  // A text of plain letters as it is, any other by its bytes, which take twice the room: quote() would end it at a NUL, and what is no UTF-8 would not come back as it was.
  cursorText: (value) =>
    sql<string>`case typeof(${value}) when 'null' then 'null' when 'text' then case when octet_length(${value}) = length(${value}) and ${value} not glob '*[^ -~]*' then json_quote('S' || ${value}) else '"T' || hex(${value}) || '"' end else json_quote(quote(${value})) end`,
  cursorValue: (_column, text) => cursorValue(text),
  sortsWhole: () => true,
  countsWhileSorting: true,
  joinsAfterSort: false,
  sortsWhatIsShown: false,
  comparesRows: true,
};

/** A column without a declared type holds anything. */
function isUntyped(column: Column): boolean {
  return column.mode === 'other';
}

function comparisonClass({ mode }: Column): string {
  if (mode === 'integer' || mode === 'numeric' || mode === 'boolean') return 'number';
  if (mode === 'date' || mode === 'datetime') return 'moment';
  if (mode === 'binary' || mode === 'time') return mode;
  return 'text';
}

/** A moment compares by what it means; it is sorted as it is stored, so that its index serves. */
function comparable(value: Value, column: Column, use: Use): Value {
  return column.storage === 'moment' && use !== 'sort' ? sql`joinery_moment(${value})` : value;
}

function literal(column: Column, given: Literal): BoundLiteral | null {
  switch (column.mode) {
    case 'boolean':
      return booleanLiteral(given);
    case 'integer':
      return integerLiteral(given);
    case 'numeric':
      return numberLiteral(given);
    case 'date':
    case 'datetime':
    case 'time':
      return momentLiteral(column, given);
    case 'binary':
      return binaryLiteral(given);
    default:
      return column.storage === 'text' || given.kind === 'text' ? exact(given.text) : booleanLiteral(given);
  }
}

function booleanLiteral(given: Literal): BoundLiteral | null {
  const text = given.text.toLowerCase();
  if (text === 'true') return exact(1n);
  if (text === 'false') return exact(0n);
  return numberLiteral(given);
}

function numberLiteral(given: Literal): BoundLiteral | null {
  if (given.kind === 'text' && /^[+-]?Infinity$/.test(given.text)) return exact(Number(given.text));
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  if (isWhole(decimal) && decimal.digits.length + decimal.exponent <= 19) {
    const whole = BigInt(plainDigits(decimal));
    if (BigInt.asIntN(64, whole) === whole) return exact(whole);
  }
  const { value, side } = nearestFloat(decimal, 'double');
  return { ...exact(value), side };
}

/** Integers compare with a double by its exact value, not by the digits that tell it from its neighbours. */
function integerLiteral(given: Literal): BoundLiteral | null {
  const bound = numberLiteral(given);
  const decimal = decimalOf(given);
  if (bound === null || bound.side === 0 || decimal === null) return bound;
  const { value } = nearestFloat(decimal, 'double');
  if (!Number.isInteger(value)) return bound;
  const whole = decimalOf({ kind: 'number', text: BigInt(value).toString() });
  return whole === null ? bound : { ...bound, side: compareDecimals(decimal, whole) };
}

function momentLiteral(column: Column, given: Literal): BoundLiteral | null {
  const moment = given.kind === 'text' ? momentOf(given.text) : null;
  if (moment === null || (column.mode === 'time') !== (moment.date === null)) return null;
  const normal = normalMoment(column.mode === 'date' ? { ...moment, ...dayOf(given.text) } : moment);
  if (normal === null) return null;
  return column.mode === 'time' ? exact(normal) : withinDays(normal);
}

/** Offsets from UTC shift a stored moment by less than a day. */
function withinDays(normal: string): BoundLiteral {
  const day = new Date(`${normal.slice(0, 10)}T00:00:00Z`);
  const shifted = (days: number) => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  // Beyond these years the texts of dates no longer sort.
  if (day.getUTCFullYear() < 1 || day.getUTCFullYear() > 9998) return exact(normal);
  return {
    ...exact(normal),
    form: 'within',
    values: [normal, shifted(-1), shifted(2)],
    within: (places) => [placeAt(places, 1), placeAt(places, 2)],
  };
}

/** A date is compared with the day of an instant, on the clock of UTC. */
function dayOf(text: string): { date: string; time: null; offsetMinutes: null } | null {
  const moment = momentOf(text);
  const normal = moment === null ? null : normalMoment(moment);
  return normal === null ? null : { date: normal.slice(0, 10), time: null, offsetMinutes: null };
}

function binaryLiteral(given: Literal): BoundLiteral | null {
  const bytes = Buffer.from(given.text, 'base64');
  return bytes.toString('base64') === given.text ? exact(bytes) : null;
}

/** The storage class decides, as it does in render.ts; a column of texts needs no question. */
function shown(value: Value, column: Column): Value {
  if (column.storage === 'text') return value;
  const integer =
    column.storage === 'boolean'
      ? sql`case ${value} when 0 then 'false' when 1 then 'true' else cast(${value} as text) end`
      : sql`cast(${value} as text)`;
  return sql`case typeof(${value}) when 'text' then ${value} when 'integer' then ${integer} when 'real' then ${realText(value)} when 'blob' then joinery_base64(${value}) end`;
}

export function realText(value: Value): Value {
  return sql`case ${value} when 9e999 then 'Infinity' when -9e999 then '-Infinity' else json_quote(${value}) end`;
}

function cursorValue(text: string): Bound {
  // The sign takes the type's affinity away, which would make texts of the numbers in a column without a type.
  const asText = (place: Value) => sql`+cast(${place} as text)`;
  if (text.startsWith('S')) return exact(text.slice(1), asText, 'text');
  if (text.startsWith('T')) return exact(Buffer.from(text.slice(1), 'hex'), asText, 'text');
  return exact(unquoted(text));
}

/** The value that SQLite's quote() wrote as this literal. */
function unquoted(literal: string): bigint | number | Buffer {
  if (literal.startsWith('X')) return Buffer.from(literal.slice(2, -1), 'hex');
  if (/^-?\d+$/.test(literal)) return BigInt(literal);
  return Number(literal.replace('e+999', 'e999'));
}
