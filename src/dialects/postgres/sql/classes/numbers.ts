// Numbers and booleans of PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { BoundLiteral, SummaryParts, Value } from '../../../../query/dialect/sql.ts';
import { decimalOf, isInteger, type Literal, nearestFloat, plainDigits } from '../../../../query/literals.ts';
import { computedColumn, declaredScale } from '../../../../query/pseudo.ts';
import * as asGiven from '../../../base/as-given.ts';
import * as readings from '../../../base/text-parsers.ts';
import { keyBy } from './keys.ts';
import {
  castText,
  compared,
  encodeOnly,
  extremeParts,
  orNull,
  ownJson,
  type PostgresClass,
  type Render,
  type Rendering,
  typed,
  unescapedCursor,
} from './type-class.ts';

/** Numbers are written identically in JSON, texts, addresses and files. */
function number(json: Render, type: string): Omit<PostgresClass, 'key' | 'literal'> {
  return {
    ...compared({ json, text: castText }, type),
    address: (value) => encodeOnly(castText(value), ''),
    family: 'number',
    isPlain: true,
    copied: (value) => value,
    isStored: true,
  };
}

/** Cheaper than `to_json`. Only integers have this operator, so a changed column type raises an error. */
const integerJson: Render = (value) => sql`(${value} | 0)::text`;

function integer(bits: number): PostgresClass {
  return {
    ...number(integerJson, 'int8'),
    ...unescapedCursor(integerJson),
    key: keyBy(readings.integer(bits)),
    literal: (given) => numberLiteral(given, false),
    add: (name, value) => addedExactly(name, value, sql`sum(${value})::numeric`, 0),
    asGiven: () => asGiven.wholeNumber,
  };
}

export const int2 = integer(16);
export const int4 = integer(32);
export const int8 = integer(64);

const asInteger = (value: Value) => sql`${value}::int8`;

const oidJson: Render = (value) => sql`to_json(${value}::int8)::text`;

/** An unsigned number, which has no arithmetic operators of its own. */
export const oid: PostgresClass = {
  ...number(oidJson, 'int8'),
  key: keyBy(readings.oid),
  literal: (given) => numberLiteral(given, false),
  comparable: asInteger,
  add: (name, value) => addedExactly(name, value, sql`sum(${value}::int8)`, 0),
  extreme(name, value, column) {
    const found = sql`${sql.raw(name)}(${value})`;
    return extremeParts({ json: oidJson, text: castText }, found, column, asInteger(found));
  },
  group: (value, column) => ({
    by: asInteger(value),
    shown: asInteger(value),
    json: (found) => orNull(oidJson(found)),
    text: castText,
    column,
  }),
};

export const numeric: PostgresClass = {
  ...number(ownJson, 'numeric'),
  key: keyBy(readings.numeric),
  literal: (given) => (isSpecial(given) ? typed(given.text, 'numeric') : numberLiteral(given, true)),
  add: (name, value, column) =>
    addedExactly(name, value, sql`sum(${value})::numeric`, declaredScale(column.nativeType)),
  asGiven: ({ nativeType }) => asGiven.decimalNumber(/^numeric\(\d+,(\d+)\)$/.exec(nativeType)?.[1]),
};

const trimmed: Render = (value) => sql`trim_scale(${value})::text`;

/** A computed number, without a fixed number of decimals. */
export const calculated: PostgresClass = {
  ...number(trimmed, 'numeric'),
  text: trimmed,
  address: (value) => encodeOnly(trimmed(value), ''),
  copied: (value) => sql`trim_scale(${value})`,
  isStored: false,
  key: keyBy(readings.numeric),
  literal: numeric.literal,
  // The engine's sum has as many decimals as the numbers happen to have.
  add(name, value, column) {
    const scale = declaredScale(column.nativeType);
    const sum = scale === null ? sql`sum(${value})` : sql`round(sum(${value}), ${sql.lit(scale)})`;
    return addedExactly(name, value, sum, scale);
  },
  extreme: (name, value, column) =>
    extremeParts({ json: trimmed, text: trimmed }, sql`${sql.raw(name)}(${value})`, column),
  group: (value, column) => ({
    by: value,
    shown: value,
    json: (found) => orNull(trimmed(found)),
    text: trimmed,
    column,
  }),
};

function float(type: 'float4' | 'float8'): PostgresClass {
  return {
    ...number(ownJson, type),
    address: (value) => encodeOnly(castText(value), '+'),
    key: keyBy(type === 'float8' ? readings.double : readings.single),
    literal: (given) => floatLiteral(given, type),
    // The engine's own average also sums squares, which overflow sooner.
    add: (name, value) =>
      shownAs(
        name === 'sum'
          ? sql`sum(${value}::float8)`
          : sql`(sum(${value}::float8) / nullif(count(${value}), 0))`,
        double,
      ),
  };
}

export const float4 = float('float4');
export const float8 = float('float8');

const truth: Rendering = {
  json: (value) => sql`case ${value} when true then 'true' when false then 'false' end`,
  text: castText,
};

export const boolean: PostgresClass = {
  ...compared(truth, 'boolean'),
  address: (value) => encodeOnly(castText(value), ''),
  family: 'boolean',
  key: keyBy(readings.boolean),
  literal: booleanLiteral,
  extreme: (name, value, column) =>
    extremeParts(truth, sql`${name === 'min' ? sql`bool_and` : sql`bool_or`}(${value})`, column),
  asGiven: () => /^(?:true|false)$/,
  isPlain: true,
};

const decimal = computedColumn('numeric', 'numeric', 'numeric');
const double = computedColumn('numeric', 'float8', 'double precision');
const count = computedColumn('integer', 'int8', 'bigint');

function shownAs(value: RawBuilder<unknown>, column: Column): SummaryParts {
  const { json, text } = column === count ? int8 : numeric;
  return { json: json(value, column), text: text(value, column), sort: value, column };
}

/** A number of rows. */
export function counted(value: RawBuilder<unknown>): SummaryParts {
  return shownAs(value, count);
}

/** An average is exact to the column's decimals, but at least to this many. */
const minDecimals = 8;

/** Averages show four more decimals than guaranteed; the division computes many more than the engine's own average. */
function addedExactly(
  name: 'sum' | 'avg',
  value: Value,
  sum: RawBuilder<unknown>,
  declared: number | null,
): SummaryParts {
  if (name === 'sum') return shownAs(sum, decimal);
  const scale =
    declared === null
      ? sql`greatest(max(scale(${value})), ${sql.lit(minDecimals)})`
      : sql.lit(Math.max(declared, minDecimals));
  const quotient = sql`round(${sum}, ${scale} + 24) / nullif(count(${value}), 0)`;
  return shownAs(sql`round(${quotient}, ${scale} + 4)`, decimal);
}

function isSpecial({ kind, text }: Literal): boolean {
  return kind === 'text' && /^(NaN|[+-]?Infinity)$/.test(text);
}

/** Integers of all sizes share operators and indexes; everything else is compared as decimals. */
function numberLiteral(given: Literal, asDecimal: boolean): BoundLiteral | null {
  const number = decimalOf(given);
  if (number === null) return null;
  const digits = plainDigits(number);
  const isBig =
    !isInteger(number) || digits.length > 20 || BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits);
  return typed(digits, asDecimal || isBig ? 'numeric' : 'int8');
}

function floatLiteral(given: Literal, type: 'float4' | 'float8'): BoundLiteral | null {
  if (isSpecial(given)) return typed(given.text, type);
  const number = decimalOf(given);
  if (number === null) return null;
  const { value, side } = nearestFloat(number, type === 'float8' ? 'double' : 'single');
  return { ...typed(String(value), type), side };
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

function booleanLiteral(given: Literal): BoundLiteral | null {
  const text = given.text.toLowerCase();
  return Object.hasOwn(truths, text) ? typed(truths[text], 'boolean') : null;
}
