// Computed fields on SQLite: the engine's own arithmetic where it is exact, and functions of ours for the rest.
import { type RawBuilder, sql } from 'kysely';
import { isMoment, isNumber, numberBound, type ValueKind } from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn, declaredScale } from '../../../../query/pseudo.ts';
import { joined, named } from '../../../base/calls.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { plainNumber } from '../classes/added.ts';
import { classOf } from '../classes.ts';
import { addend, copyProduct, rememberProduct } from '../products.ts';
import { storageOf } from '../types.ts';
import { numberOf } from './numbers.ts';

const storages: Record<ValueKind, string> = {
  integer: 'integer',
  numeric: 'calculated',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

const natives: Record<ValueKind, string> = {
  integer: 'INTEGER',
  numeric: 'NUMERIC',
  text: 'TEXT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'DATETIME',
};

type Calls = ComputeSql['calls'];

/**
 * A sum or difference that is not much smaller than its operands is a double with all its digits. Otherwise
 * cancellation loses too many digits: 7.78 minus 7.77 is computed with decimals.
 */
const added =
  (sign: '+' | '-', name: string): Calls['ADD'] =>
  (args, { result, isPlain }) => {
    const plain = sql`(${sql.join(args, sql.raw(` ${sign} `))})`;
    if (result.kind === 'integer') return plain;
    const exactly = sql`${sql.raw(name)}(${sql.join(args)})`;
    const [a, b, ...more] = args;
    if (!isPlain || more.length > 0) return exactly;
    return sql`iif(${size(plain)} >= max(${size(a)}, ${size(b)}), ${asDecimal(plain)}, ${exactly})`;
  };

const multiplied: Calls['MUL'] = (args, { result, isPlain, stored }) => {
  const plain = sql`(${sql.join(args, sql` * `)})`;
  if (result.kind === 'integer') return plain;
  return isPlain ? rememberProduct(asDecimal(plain), plain, stored) : sql`joinery_decimal(${plain})`;
};

/** As a double, because the least integer has no absolute value. */
const size = (value: Value | undefined) => sql`abs(${value} + 0.0)`;

const isInRange = (value: Value) => sql`${size(value)} < ${sql.raw(numberBound)}`;

/** A double as the decimal of fifteen digits that it stands for; only for values that are cheap to write twice. */
function asDecimal(value: Value): RawBuilder<unknown> {
  return sql`iif(${isInRange(value)}, printf('%.15g', ${value}) + 0, null)`;
}

/** A function that we added to the engine. */
const own = (name: string) => named(`joinery_${name}`);

const withWord =
  (name: string): Calls['ADD'] =>
  (args, { keyword, result }: Call) =>
    sql`${sql.raw(`joinery_${name}`)}(${sql.join([...args, sql.lit(keyword), sql.lit(result.kind)])})`;

/**
 * A day or moment in ISO 8601. The engine itself recognises the usual forms, because it writes such moments back
 * unchanged, and nonexistent ones differently; only other values need a call to our function.
 */
function asMoment(value: Value, kind: ValueKind, zone: string): RawBuilder<unknown> {
  const asked = sql`joinery_as_moment(${value}, ${sql.lit(kind)}, ${sql.lit(zone)})`;
  // The engine accepts year 0 and hour 24.
  const isText = sql`typeof(${value}) = 'text' and substr(${value}, 1, 4) <> '0000'`;
  return kind === 'date'
    ? sql`iif(${isText} and date(${value}) = ${value}, ${value}, ${asked})`
    : sql`iif(${isText} and substr(${value}, 12, 2) <> '24' and datetime(${value}) = replace(${value}, 'T', ' '), replace(${value}, ' ', 'T'), ${asked})`;
}

/** The position of a part in the text of a moment; a day has only the date parts. */
const places: Readonly<Record<string, readonly [from: number, count: number]>> = {
  year: [1, 4],
  month: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
};

/** Moments are texts of one form. Each is mentioned only once, because it may be a long computation itself. */
function part(moment: Value, word: string): RawBuilder<unknown> {
  if (word === 'weekday') return sql`((strftime('%w', ${moment}) + 6) % 7 + 1)`;
  if (word === 'week') return sql`cast(strftime('%V', ${moment}) as integer)`;
  const [from, count] = places[word === 'quarter' ? 'month' : word] ?? [1, 4];
  const number = sql`cast(substr(${moment}, ${sql.lit(from)}, ${sql.lit(count)}) as integer)`;
  return word === 'quarter' ? sql`((${number} + 2) / 3)` : number;
}

const calls: Calls = {
  ADD: added('+', 'joinery_add'),
  SUB: added('-', 'joinery_sub'),
  MUL: multiplied,
  DIV: own('div'),
  MOD: own('mod'),
  NEG: ([a]) => sql`(- ${a})`,
  ABS: own('abs'),
  ROUND: own('round'),
  FLOOR: own('floor'),
  CEIL: own('ceil'),
  CONCAT: joined(
    (texts) => sql`(${sql.join(texts, sql` || `)})`,
    (text) => sql`joinery_fitting(${text})`,
  ),
  UPPER: own('upper'),
  LOWER: own('lower'),
  TRIM: ([a]) => sql`trim(${a})`,
  LENGTH: own('length'),
  SUBSTRING: own('substring'),
  REPLACE: own('replace'),
  COALESCE: named('coalesce'),
  NULLIF: named('nullif'),
  PART: ([moment = sql`null`], { keyword }) => part(moment, keyword),
  TRUNCATE: withWord('truncate'),
  SHIFT: withWord('shift'),
  DISTANCE: withWord('distance'),
  CAST: ([value = sql`null`], { args, keyword }) =>
    sql`joinery_cast(${value}, ${sql.lit(args[0]?.kind ?? 'text')}, ${sql.lit(keyword)})`,
};

export const computing: ComputeSql = {
  type({ kind, scale }) {
    const native = kind === 'numeric' ? `NUMERIC(18,${scale})` : natives[kind];
    return computedColumn(kind, storages[kind], native);
  },
  sumType: ({ kind, scale }) => ({ ...computing.type({ kind, scale }), storage: 'added' }),
  operand(value, column, kind, zone) {
    if (kind === 'text') return classOf(column).text(value, column);
    if (storageOf(column) === 'added') return plainNumber(value);
    if (isMoment(kind)) return asMoment(value, kind, zone);
    if (kind === 'numeric' && declaredScale(column.nativeType) === null) {
      return sql`iif(${isInRange(value)}, ${value}, null)`;
    }
    return value;
  },
  literal(resultType, literal) {
    const text = literalText(resultType, literal);
    if (text === null) return null;
    if (isNumber(resultType.kind)) return exact(numberOf(text));
    if (resultType.kind === 'boolean') return exact(text === 'true' ? 1n : 0n);
    return exact(isMoment(resultType.kind) ? text.replace(' ', 'T') : text);
  },
  nullOf: () => sql`null`,
  convert: (value) => value,
  // Forces a text: the engine may remember that a number's text is JSON, and treat it as a number again.
  result: (value, { kind }) =>
    kind === 'text' ? sql`(${value} || '')` : copyProduct(sql`(${value})`, value),
  // A column may hold anything, whatever type it declares.
  digits: () => null,
  // The engine turns integers that overflow into doubles; our functions check all other numbers.
  bounded(value, { kind }, isPlain) {
    if (kind !== 'integer') return value;
    return isPlain
      ? sql`case typeof(${value}) when 'integer' then ${value} end`
      : sql`joinery_whole(${value})`;
  },
  sumOver: (value, window) => sql`joinery_sum(${value}) over (${window})`,
  measured: (_summary, { sort, number }) => number ?? sort,
  listType: computedColumn('array', 'list', 'JSON'),
  aggregateList: (json, number) => sql`'[' || group_concat(${json}, ',' order by ${number}) || ']'`,
  emptyList: sql`'[]'`,
  hasLateral: false,
  looksUpMeasures: true,
  boundsPartitions: true,
  limitsParameters: true,
  unordered: (value) => sql`+${value}`,
  addend,
  // A subquery with an offset is never merged into the outer query, which would repeat its expressions at each mention.
  computeOnce: sql` limit -1 offset 0`,
  namedQuery: sql`materialized `,
  calls,
};
