// Numbers of MySQL and MariaDB, including booleans and bits.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { maxDigits } from '../../../../query/computing/kinds.ts';
import { equality, exact } from '../../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, Value } from '../../../../query/dialect/sql.ts';
import type { Shown } from '../../../../query/dialect/write.ts';
import { decimalOf, floorTo, type Literal, nearestFloat } from '../../../../query/literals.ts';
import * as asGiven from '../../../base/as-given.ts';
import { plainText, quickNumber, digitsOf as shownDigits, shownIsEnough } from '../../../base/writing.ts';
import { typeArguments } from '../types.ts';
import { shortestFloat, signed, wholeText } from './float-texts.ts';
import { bareJson, type Digits, equalTo, quotedJson, type Sql, type Traits } from './traits.ts';

/** What numbers share; `text` and what follows from it differs. */
function number(text: Traits['text']): Omit<Traits, 'key' | 'literal' | 'cursorValue' | 'sum'> {
  return {
    text,
    json: (value, column) => bareJson(text(value, column)),
    reserved: '',
    family: 'number',
    comparable: (value) => value,
    sortsWhole: () => true,
    cursorText: quotedJson,
    extreme: 'value',
    shared: 'value',
    isPlain: true,
    line: text,
    ...shownIsEnough(writeNumber),
  };
}

/** A whole number is bound as a number: some types would interpret its text differently. */
function writeNumber(shown: Shown): Bound | null {
  const digits = shownDigits(shown);
  if (digits !== null && /^-?\d{1,19}$/.test(digits) && digits !== '-0') return exact(BigInt(digits));
  const text = plainText(shown);
  return text === null ? null : exact(text, undefined, 'text');
}

const underflowing = -1e-60;

/** Bound as a double: the text of a large one would be out of range. */
function writeFloat(precision: (number: number) => number): (shown: Shown) => Bound | null {
  return (shown) => {
    const digits = shownDigits(shown);
    const number = digits === null ? Number.NaN : precision(Number(digits));
    // The engine drops the sign of zero, but not of a number that underflows to zero as a single one does.
    if (Object.is(number, -0)) return exact(precision(underflowing) === 0 ? underflowing : 0);
    return Number.isFinite(number) ? exact(number) : writeNumber(shown);
  };
}

function writeTruth(shown: Shown): Bound | null {
  return typeof shown.json === 'boolean' ? exact(shown.json ? 1n : 0n) : writeNumber(shown);
}

/** A number that the engine would otherwise show as bytes. */
const asNumber = (value: Value): Sql => sql`${value} + 0`;

const integerDigits: Digits = { precision: 20, scale: 0 };

const integerCursor = { cursorValue: (text: string) => exact(BigInt(text)) };

export const integer: Traits = {
  ...number(unfilled),
  quick: quickNumber,
  asGiven: ({ nativeType }) => (/ zerofill$/.test(nativeType) ? null : asGiven.wholeNumber),
  ...integerCursor,
  key: (text) => equalityWith(readInteger(text)),
  literal: integerLiteral,
  sum: { as: 'decimal', number: (value) => value, digits: () => integerDigits },
};

export const year: Traits = {
  ...integer,
  ...number((value) => sql`(${value} + 0)`),
  key: (text) => (/^(\d{4}|0)$/.test(text) ? equality(BigInt(text)) : null),
  sum: { as: 'decimal', number: (value) => sql`(${value} + 0)`, digits: () => integerDigits },
};

export const boolean: Traits = {
  ...integer,
  ...number((value) => sql`case ${value} when 0 then 'false' when 1 then 'true' else ${value} end`),
  key: (text) => equalityWith(readBoolean(text)),
  literal: booleanLiteral,
  sum: null,
  ...shownIsEnough(writeTruth),
};

export const bit: Traits = {
  ...boolean,
  ...number((value) => sql`case ${value} + 0 when 0 then 'false' when 1 then 'true' end`),
  comparable: asNumber,
  extreme: 'number',
  shared: 'number',
  ...shownIsEnough(writeTruth),
};

const bitsText = (value: Value, column: Column) =>
  sql`lpad(bin(${value} + 0), ${sql.lit(typeArguments(column.nativeType)[0] ?? 1)}, '0')`;

export const bits: Traits = {
  ...bit,
  text: bitsText,
  json: (value, column) => quotedJson(bitsText(value, column)),
  line: bitsText,
  family: 'bits',
  key: (text, column) =>
    /^[01]+$/.test(text) && text.length === typeArguments(column.nativeType)[0]
      ? equality(BigInt(`0b${text}`))
      : null,
  literal: ({ text }) => (/^[01]{1,64}$/.test(text) ? exact(BigInt(`0b${text}`)) : null),
  ...shownIsEnough(({ json }) =>
    typeof json === 'string' && /^[01]{1,64}$/.test(json) ? exact(BigInt(`0b${json}`)) : null,
  ),
};

const plainDecimal = /^-?\d+(?:\.\d+)?$/;

/**
 * MariaDB reserves no place for the zero before the point of a type without whole digits: where the engine keeps the
 * text in a temporary table, its last digit would be lost.
 */
function decimalText(value: Value, column: Column): Sql {
  const { precision, scale } = digitsOf(column);
  if (precision > scale) return unfilled(value, column);
  return asDecimal({ ...column, nativeType: `decimal(${precision + 1},${scale})` })(value);
}

export const decimal: Traits = {
  ...number(decimalText),
  quick: (json) => (plainDecimal.test(json) ? json : undefined),
  asGiven: ({ nativeType }) =>
    asGiven.decimalNumber(/^decimal\(\d+,(\d+)\)(?: unsigned)?$/.exec(nativeType)?.[1]),
  key(text, column) {
    const { precision, scale } = digitsOf(column);
    const decimal = /^-?\d+(\.\d+)?$/.test(text) ? decimalOf({ kind: 'text', text }) : null;
    if (decimal === null) return null;
    const wholeDigits = decimal.digits === '0' ? 0 : decimal.digits.length + decimal.exponent;
    if (-decimal.exponent > scale || wholeDigits > precision - scale) return null;
    return equalTo(text, asDecimal(column));
  },
  literal: decimalLiteral,
  cursorValue: (text, column) => exact(text, asDecimal(column)),
  sum: { as: 'decimal', number: (value) => value, digits: digitsOf },
};

/**
 * A computed number has no declared scale. It is cast to its type's scale: some functions of the engine return fewer
 * decimals, and the trailing zero of ten must not be trimmed.
 */
function trimmed(value: Value, column: Column): Sql {
  if (digitsOf(column).scale === 0) return sql`${value}`;
  return sql`trim(trailing '.' from trim(trailing '0' from ${asDecimal(column)(value)}))`;
}

/**
 * Computed numbers may have as many digits as the engine can hold, with fewer than half of them before the point. A sum
 * of very many has a few more.
 */
const maxIntegerDigits = maxDigits + 15;

function calculatedDigits(column: Column): Digits {
  const { precision, scale } = digitsOf(column);
  return { precision, scale, whole: Math.min(precision - scale, maxIntegerDigits) };
}

export const calculated: Traits = {
  ...decimal,
  ...number(trimmed),
  sum: { as: 'decimal', number: (value) => value, digits: calculatedDigits },
};

export const double: Traits = {
  ...number((value, column) => signed(value, wholeText(unfilled(value, column), column))),
  key: (text) => equalityWith(readNumber(text)),
  literal: (given) => floatLiteral(given, 'double'),
  cursorValue: (text) => exact(Number(text)),
  sum: { as: 'double' },
  ...shownIsEnough(writeFloat(Number)),
};

export const float: Traits = {
  ...double,
  ...number((value, column) => signed(value, wholeText(shortestFloat(value), column))),
  ...shownIsEnough(writeFloat(Math.fround)),
  comparable: (value) => sql`cast(${value} as double)`,
  key(text) {
    const given = readNumber(text);
    return given === null ? null : equality(Math.fround(given));
  },
  literal: (given) => floatLiteral(given, 'single'),
};

function equalityWith(value: unknown): ReturnType<Traits['key']> {
  return value === null ? null : equality(value);
}

/** ZEROFILL pads the text with zeros that JSON does not allow; a sum has no such attribute. */
function unfilled(value: Value, column: Column): Sql {
  return /zerofill/i.test(column.nativeType) ? sql`(${value} + 0)` : sql`${value}`;
}

function digitsOf({ nativeType }: Column): Digits {
  const [precision = 10, scale = 0] = typeArguments(nativeType);
  return { precision, scale };
}

function asDecimal(column: Column): (place: Value) => Sql {
  const { precision, scale } = digitsOf(column);
  return (place) => sql`cast(${place} as decimal(${sql.lit(precision)}, ${sql.lit(scale)}))`;
}

function readInteger(text: string): bigint | null {
  if (!/^-?\d{1,20}$/.test(text)) return null;
  const integer = BigInt(text);
  return integer >= lowest && integer <= highest ? integer : null;
}

function readBoolean(text: string): bigint | null {
  return text === 'true' ? 1n : text === 'false' ? 0n : readInteger(text);
}

function readNumber(text: string): number | null {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const lowest = -(2n ** 63n);
const highest = 2n ** 64n - 1n;

/** The integer at or below the literal, clamped to the engine's range. */
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

/** The value with the column's scale at or below the literal. */
function decimalLiteral(given: Literal, column: Column): BoundLiteral | null {
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const { precision, scale } = digitsOf(column);
  const most = 10n ** BigInt(precision) - 1n;
  const { floor, above } = floorTo(decimal, scale);
  const value = (units: bigint) => exact(unitsText(units, scale), asDecimal(column));
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
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const { value, side } = nearestFloat(decimal, precision);
  return { ...exact(value), side };
}
