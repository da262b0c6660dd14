// How PostgreSQL compares, matches and sorts.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { exact } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, CompareSql, Use, Value } from '../../../query/dialect/sql.ts';
import {
  decimalOf,
  isWhole,
  type Literal,
  momentText,
  nearestFloat,
  plainDigits,
} from '../../../query/literals.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { oneOf } from './lists.ts';
import { readings } from './literals.ts';
import { shown, storageOf } from './render.ts';
import type { Storage } from './types.ts';

export const compare: CompareSql = {
  integerText: (value) => sql<string>`(${value})::text`,
  comparable,
  literal,
  oneOf,
  comparesWith: (a, b) => {
    const family = familyOf(a);
    return family === familyOf(b) && (family !== 'own' || a.nativeType === b.nativeType);
  },
  comparableWith: (value, column, other) =>
    familyOf(column) === 'text' && column.nativeType !== other.nativeType
      ? sql`${value}::text`
      : comparable(value, column, 'order'),
  shown,
  fold,
  compareText: (a, comparison, b) => sql<boolean>`${a} ${sql.raw(comparison)} ${b} collate "C"`,
  pattern,
  matchesPattern: (text, pattern) => sql<boolean>`${text} collate "C" like ${withWholeEscapes(pattern)}`,
  holds(text, part, place) {
    if (place === 'anywhere') return sql<boolean>`strpos(${text} collate "C", ${part} collate "C") > 0`;
    const cut = place === 'start' ? sql`left` : sql`right`;
    return sql<boolean>`${cut}(${text}, length(${part})) = ${part} collate "C"`;
  },
  sort(value, { descending, nullsFirst, nullable }) {
    const direction = descending ? sql` desc` : sql``;
    const nulls = !nullable ? sql`` : nullsFirst ? sql` nulls first` : sql` nulls last`;
    return sql`${value}${direction}${nulls}`;
  },
  cursorText: (value) => sql<string>`coalesce(to_json((${value})::text)::text, 'null')`,
  cursorValue,
  sortsWhole: () => true,
  countsWhileSorting: false,
  joinsAfterSort: false,
  sortsWhatIsShown: true,
  comparesRows: true,
};

type Family = 'number' | 'text' | 'moment' | 'own';

const families: Partial<Record<Storage, Family>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  text: 'text',
  char: 'text',
  enum: 'text',
  'enum in domain': 'text',
  date: 'moment',
  timestamp: 'moment',
  timestamptz: 'moment',
};

function familyOf(column: Column): Family {
  return families[storageOf(column)] ?? 'own';
}

/** Types that the engine itself cannot order or read from any text: they compare by the text that they show. */
const byText: ReadonlySet<Storage> = new Set<Storage>([
  'json',
  'jsonb',
  'unordered',
  'opaque',
  'array',
  'array of oid',
  'array of bytea',
  'array of json',
  'array of opaque',
]);

export function comparesByText(column: Column): boolean {
  return byText.has(storageOf(column));
}

function comparable(value: Value, column: Column, use: Use): Value {
  const storage = storageOf(column);
  if (comparesByText(column)) return sql`${shown(value, column)} collate "C"`;
  if (storage === 'oid') return sql`${value}::int8`;
  if (storage !== 'enum' && storage !== 'enum in domain') return value;
  // An unknown label equals nothing, but as a value of the type it would be an error.
  return use === 'equality' ? sql`${value}::text` : enumOf(value, column);
}

/** A domain around an enum has no comparisons, and beside NULL a value is one of the enum itself. */
function enumOf(value: Value, column: Column): Value {
  return storageOf(column) === 'enum in domain' ? sql`coalesce(${value}, null)` : value;
}

function literal(column: Column, given: Literal, use: Use): BoundLiteral | null {
  const storage = storageOf(column);
  switch (storage) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
    case 'numeric':
      return numberLiteral(given, storage);
    case 'float4':
    case 'float8':
      return floatLiteral(given, storage);
    case 'boolean':
      return booleanLiteral(given);
    case 'date':
      return momentLiteral('date', given, storage);
    case 'timestamp':
    case 'timestamptz':
      return momentLiteral('datetime', given, storage);
    case 'time':
      return momentLiteral('time', given, storage);
    case 'uuid':
    case 'inet':
    case 'bytea': {
      const text = readings[storage]?.(given.text) ?? null;
      return text === null ? null : typed(text, storage);
    }
    case 'enum':
    case 'enum in domain':
      return use === 'equality' ? exact(given.text) : exact(given.text, (place) => enumLabel(column, place));
    case 'plain':
      return typed(given.text, column.nativeType);
    default:
      // Without a type of its own the parameter takes the column's, and its collation.
      return exact(given.text);
  }
}

/** A parameter of a type: it would else take one from what is around it. */
function typed(value: unknown, type: string): BoundLiteral {
  return exact(value, (place) => sql`${place}::${sql.raw(type)}`, type);
}

const special = /^(NaN|[+-]?Infinity)$/;

function numberLiteral(given: Literal, storage: Storage): BoundLiteral | null {
  if (storage === 'numeric' && given.kind === 'text' && special.test(given.text)) {
    return typed(given.text, 'numeric');
  }
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const digits = plainDigits(decimal);
  const isBig =
    !isWhole(decimal) || digits.length > 20 || BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits);
  // Whole numbers of any size have common operators and indexes; all others are compared as decimals.
  const type = storage === 'numeric' || isBig ? 'numeric' : 'int8';
  return typed(digits, type);
}

function floatLiteral(given: Literal, storage: 'float4' | 'float8'): BoundLiteral | null {
  if (given.kind === 'text' && special.test(given.text)) return typed(given.text, storage);
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const { value, side } = nearestFloat(decimal, storage === 'float8' ? 'double' : 'single');
  return { ...typed(String(value), storage), side };
}

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

function booleanLiteral(given: Literal): BoundLiteral | null {
  const text = given.text.toLowerCase();
  return Object.hasOwn(booleans, text) ? typed(booleans[text], 'boolean') : null;
}

function momentLiteral(
  kind: 'date' | 'datetime' | 'time',
  given: Literal,
  storage: Storage,
): BoundLiteral | null {
  const moment = momentText(kind, given);
  if (moment !== null) return { ...typed(moment.text, storage), side: moment.side };
  // Eternity, the time before Christ, years of five digits.
  const text = given.kind === 'text' ? (readings[storage]?.(given.text) ?? null) : null;
  return text === null ? null : typed(text, storage);
}

/** NULL for an unknown label, which has no place in the order; the engine itself has quoted the type's name. */
function enumLabel(column: Column, text: Value): RawBuilder<unknown> {
  const labels = sql`unnest(enum_range(${enumOf(sql`null::${sql.raw(column.nativeType)}`, column)}))`;
  return sql`(select label from ${labels} as labels (label) where label::text = ${text})`;
}

/** Lower case by ICU, whatever the database's own locale; see query/fold.ts for the two exceptions. */
function fold(text: Value): Value {
  return sql`replace(lower(replace(${text}, ${sql.lit('\u0130')}, 'i') collate "und-x-icu"), ${sql.lit('\u03c2')}, ${sql.lit('\u03c3')}) collate "C"`;
}

function pattern(parts: Pattern, ignoreCase: boolean): Bound<[text: Value]> {
  const like = likeText(parts);
  const matching = (form: string, words: (text: Value) => Value): Bound<[text: Value]> => ({
    form,
    values: [like],
    sql: ([place], text) => sql`${words(text)} ${place} escape ${sql.lit(likeEscape)}`,
  });
  if (!ignoreCase) return matching('exact', (text) => sql`${text} collate "C" like`);
  if (!isAscii(like)) return matching('folded', (text) => sql`${fold(text)} like`);
  // The locale "C" folds ASCII only, and quickly; two other characters fold to ASCII letters.
  if (!/[ik]/.test(like)) return matching('ASCII', (text) => sql`${text} collate "C" ilike`);
  const folded = (text: Value) => sql`translate(${text}, ${sql.lit('\u0130\u212a')}, 'ik')`;
  return matching('translated', (text) => sql`${folded(text)} collate "C" ilike`);
}

/** A pattern that ends in a lone backslash would be an error: there it stands for itself. */
function withWholeEscapes(pattern: Value): Value {
  return sql`regexp_replace(${pattern}, ${sql.lit(String.raw`^((?:[^\\]|\\.)*)\\$`)}, ${sql.lit(String.raw`\1\\\\`)}, 'n')`;
}

/** The types whose text reads back as the same value; bounds of their own must not cut it. */
const cursorTypes: Partial<Record<Storage, string>> = {
  int2: 'int8',
  int4: 'int8',
  int8: 'int8',
  oid: 'int8',
  numeric: 'numeric',
  float4: 'float4',
  float8: 'float8',
  boolean: 'boolean',
  uuid: 'uuid',
  bytea: 'bytea',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  time: 'time',
  inet: 'inet',
};

const ownTypes: ReadonlySet<Storage> = new Set<Storage>(['enum', 'enum in domain', 'plain']);

function cursorValue(column: Column, text: string): Bound {
  const storage = storageOf(column);
  const type = cursorTypes[storage] ?? (ownTypes.has(storage) ? column.nativeType : null);
  return exact(text, (place) => (type === null ? place : enumOf(sql`${place}::${sql.raw(type)}`, column)));
}
