// How MySQL and MariaDB compare, match and sort.
import { sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { exact, listed } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, CompareSql, Use, Value } from '../../../query/dialect/sql.ts';
import {
  type Decimal,
  decimalOf,
  floorTo,
  type Literal,
  momentText,
  nearestFloat,
} from '../../../query/literals.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { plainText, quotedOrNull } from './render.ts';
import { byCodePoint, fold, foldFor, inCharset } from './texts.ts';
import { type StorageClass, storageOf, typeArguments } from './types.ts';

export const compare: CompareSql = {
  integerText: (value) => sql<string>`cast(${value} as char)`,
  comparable,
  literal,
  oneOf: (_column, literals) => listed(literals),
  comparesWith: (a, b) => familyOf(a) === familyOf(b),
  comparableWith: (value, column, other) =>
    familyOf(column) === 'text' && column.storage !== other.storage
      ? byCodePoint(sql`convert(${value} using utf8mb4)`)
      : comparable(value, column, 'equality'),
  shown: (value, column) => byCodePoint(plainText(value, column)),
  fold,
  // As bytes: the collations of the engines fill up the shorter text with blanks.
  compareText: (a, comparison, b) =>
    sql<boolean>`cast(${a} as binary) ${sql.raw(comparison)} cast(${b} as binary)`,
  pattern(pattern, ignoreCase) {
    const like = likeText(pattern);
    const isLike = (text: Value, place: Value | undefined) =>
      sql`${text} like ${place} escape ${sql.lit(likeEscape)}`;
    if (!ignoreCase) return { form: '', values: [like], sql: ([place], text) => isLike(text, place) };
    const { form, words } = foldFor(pattern);
    // This collation ignores case and accents without a new text for each row: what it turns down, the exact look would
    // turn down, too. Two letters have relatives beyond ASCII that it does not know of.
    if (!isAscii(like) || /[ik]/.test(like)) {
      return { form, values: [like], sql: ([place], text) => isLike(words(text), place) };
    }
    const loose = (text: Value) => sql`${text} collate utf8mb4_general_ci`;
    const literal = literalAnywhere(pattern);
    // The engine finds a literal text sooner than it finds out that a pattern does not fit.
    return {
      form: `${literal === null ? 'loose' : 'anywhere'} ${form}`,
      values: [literal ?? like, like],
      sql([first, second], text) {
        const mayMatch =
          literal === null ? isLike(loose(text), first) : sql`locate(${first}, ${loose(text)}) > 0`;
        return sql`(${mayMatch} and ${isLike(words(text), second)})`;
      },
    };
  },
  // The backslash is the engine's own escape character.
  matchesPattern: (text, pattern) => sql<boolean>`${text} like ${pattern}`,
  holds(text, part, place) {
    if (place === 'anywhere') return sql<boolean>`locate(${part}, ${text}) > 0`;
    const cut = sql`${place === 'start' ? sql`left` : sql`right`}(${text}, char_length(${part}))`;
    return sql<boolean>`cast(${cut} as binary) = cast(${part} as binary)`;
  },
  sort(value, { descending, nullsFirst, nullable }) {
    const direction = descending ? sql` desc` : sql``;
    // By itself the engine has NULL below everything else.
    if (!nullable || nullsFirst !== descending) return sql`${value}${direction}`;
    const last = nullsFirst ? sql`${value} is not null` : sql`${value} is null`;
    return sql`${last}, ${value}${direction}`;
  },
  cursorText(value, column) {
    const isText = kindOf(column) === 'text';
    if (!isText && !isBytes(column)) return quotedOrNull(value);
    const json = isText ? sql`json_quote(cast(${value} as char))` : sql`concat('"', hex(${value}), '"')`;
    return sql<string>`case when ${value} is null then 'null' else ${json} end`;
  },
  cursorValue,
  sortsWhole,
  countsWhileSorting: true,
  joinsAfterSort: true,
  sortsWhatIsShown: false,
  comparesRows: false,
};

/** The text of a pattern that is nothing but a text with anything around it. */
function literalAnywhere([before, part, after, ...more]: Pattern): string | null {
  const isSurrounded = before === 'any' && after === 'any' && more.length === 0;
  return isSurrounded && typeof part === 'object' ? part.text : null;
}

/** The bound of our sessions, in bytes of what the engine makes of a text to sort it: `max_sort_length`. */
export const sortedBytes = 1024;

const unbounded: ReadonlySet<StorageClass> = new Set<StorageClass>(['jsontext', 'json', 'geometry']);

function sortsWhole(column: Column): boolean {
  const { kind, collation } = storageOf(column.storage);
  if (unbounded.has(kind)) return false;
  if ((kind !== 'text' && kind !== 'binary') || /^(enum|set|tiny)/.test(column.nativeType)) return true;
  const [length = Number.POSITIVE_INFINITY] = typeArguments(column.nativeType);
  return length * sortedBytesPer(collation) <= sortedBytes;
}

/** What a character of the column takes at most, but for the few that stand for several. */
function sortedBytesPer(collation: string | null): number {
  if (collation === null) return 1;
  if (/^(latin1|ascii)_/.test(collation)) return 2;
  // Collations that tell accents or cases apart have a weight for each level.
  return /_as_|_cs$/.test(collation) ? 8 : 4;
}

type Family = 'number' | 'text' | 'moment' | StorageClass;

const families: Partial<Record<StorageClass, Family>> = {
  integer: 'number',
  boolean: 'number',
  bit: 'number',
  year: 'number',
  decimal: 'number',
  double: 'number',
  float: 'number',
  date: 'moment',
  datetime: 'moment',
};

function kindOf(column: Column): StorageClass {
  return storageOf(column.storage).kind;
}

function familyOf(column: Column): Family {
  const kind = kindOf(column);
  return families[kind] ?? kind;
}

/** Types that have no order of their own, or none that a literal could find its place in. */
const byText: ReadonlySet<StorageClass> = new Set<StorageClass>(['jsontext', 'json', 'geometry', 'other']);

export function isBytes(column: Column): boolean {
  const kind = kindOf(column);
  return byText.has(kind) || kind === 'binary';
}

function comparable(value: Value, column: Column, use: Use): Value {
  const kind = kindOf(column);
  if (byText.has(kind)) return sql`cast(${plainText(value, column)} as binary)`;
  if (kind === 'bit' || kind === 'bits') return sql`${value} + 0`;
  if (kind === 'float') return sql`cast(${value} as double)`;
  if (use === 'equality') return value;
  // An ENUM is sorted by the place of its member, a SET by its text.
  if (column.mode === 'selection') return sql`${value} + 0`;
  return kind === 'text' && column.mode === 'other' ? sql`cast(${value} as char)` : value;
}

function literal(column: Column, given: Literal, use: Use): BoundLiteral | null {
  const kind = kindOf(column);
  switch (kind) {
    case 'integer':
    case 'year':
      return integerLiteral(given);
    case 'boolean':
    case 'bit':
      return booleanLiteral(given);
    case 'bits':
      return /^[01]{1,64}$/.test(given.text) ? exact(BigInt(`0b${given.text}`)) : null;
    case 'decimal':
      return decimalLiteral(given, column);
    case 'double':
    case 'float':
      return floatLiteral(given, kind === 'double' ? 'double' : 'single');
    case 'date':
    case 'datetime':
    case 'time':
      return momentLiteral(given, kind);
    case 'binary': {
      const bytes = Buffer.from(given.text, 'base64');
      return bytes.toString('base64') === given.text ? exact(bytes) : null;
    }
    case 'uuid':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given.text) ? exact(given.text) : null;
    case 'text':
      if (use !== 'equality' && column.mode === 'selection') return exact(memberPlace(column, given.text));
      return exact(given.text, inCharset(column));
    default:
      return exact(Buffer.from(given.text));
  }
}

const lowest = -(2n ** 63n);
const highest = 2n ** 64n - 1n;

/** The whole number at or below the literal, as far as there are any of the engine's. */
function integerLiteral(given: Literal): BoundLiteral | null {
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const { floor, above } = floorTo(decimal, 0);
  if (floor > highest) return { ...exact(highest), side: 1 };
  if (floor < lowest) return { ...exact(lowest), side: -1 };
  return { ...exact(floor), side: above ? 1 : 0 };
}

function booleanLiteral(given: Literal): BoundLiteral | null {
  const text = given.text.toLowerCase();
  if (text === 'true') return exact(1n);
  return text === 'false' ? exact(0n) : integerLiteral(given);
}

/** The value of the column's own scale at or below the literal. */
function decimalLiteral(given: Literal, column: Column): BoundLiteral | null {
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const [precision = 10, scale = 0] = typeArguments(column.nativeType);
  const most = 10n ** BigInt(precision) - 1n;
  const { floor, above } = floorTo(decimal, scale);
  const type = sql`decimal(${sql.lit(precision)}, ${sql.lit(scale)})`;
  const value = (units: bigint) => exact(unitsText(units, scale), (place) => sql`cast(${place} as ${type})`);
  if (floor > most) return { ...value(most), side: 1 };
  if (floor < -most) return { ...value(-most), side: -1 };
  return { ...value(floor), side: above ? 1 : 0 };
}

function unitsText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

function floatLiteral(given: Literal, precision: 'double' | 'single'): BoundLiteral | null {
  const decimal: Decimal | null = decimalOf(given);
  if (decimal === null) return null;
  const { value, side } = nearestFloat(decimal, precision);
  return { ...exact(value), side };
}

const momentTypes = { date: 'date', datetime: 'datetime(6)', time: 'time(6)' } as const;

/** What the engine holds beyond the calendar: days without a month, and times of several days or below zero. */
const odd = {
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?$/,
  time: /^-?\d{2,3}:[0-5]\d:[0-5]\d(\.\d{1,6})?$/,
} as const;

function momentLiteral(given: Literal, kind: 'date' | 'datetime' | 'time'): BoundLiteral | null {
  const asMoment = (place: Value) => sql`cast(${place} as ${sql.raw(momentTypes[kind])})`;
  const moment = momentText(kind, given);
  if (moment !== null) return { ...exact(moment.text, asMoment), side: moment.side };
  const isZero = kind === 'time' || /^0000-00-00|-00\b/.test(given.text);
  if (given.kind !== 'text' || !isZero || !odd[kind].test(given.text)) return null;
  return exact(given.text.replace('T', ' '), asMoment);
}

/** The members of an ENUM, as its declaration lists them. */
export function membersOf(column: Column): string[] {
  return [...column.nativeType.matchAll(/'((?:[^']|'')*)'/g)].map(([, member = '']) =>
    member.replaceAll("''", "'"),
  );
}

/** The place of a member of an ENUM; NULL for a text that is none. */
function memberPlace(column: Column, text: string): bigint | null {
  const place = membersOf(column).indexOf(text);
  return place < 0 ? null : BigInt(place + 1);
}

function cursorValue(column: Column, text: string): Bound {
  if (isBytes(column)) return exact(Buffer.from(text, 'hex'));
  const kind = kindOf(column);
  switch (kind) {
    case 'integer':
    case 'boolean':
    case 'bit':
    case 'bits':
    case 'year':
      return exact(BigInt(text));
    case 'double':
    case 'float':
      return exact(Number(text));
    case 'decimal': {
      const [precision = 10, scale = 0] = typeArguments(column.nativeType);
      return exact(text, (place) => sql`cast(${place} as decimal(${sql.lit(precision)}, ${sql.lit(scale)}))`);
    }
    case 'date':
    case 'datetime':
    case 'time':
      return exact(text, (place) => sql`cast(${place} as ${sql.raw(momentTypes[kind])})`);
    default:
      return column.mode === 'selection' ? exact(BigInt(text)) : exact(text, inCharset(column));
  }
}
