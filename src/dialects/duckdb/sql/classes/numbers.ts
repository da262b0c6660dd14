// Numbers and booleans of DuckDB.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { equality } from '../../../../query/dialect/bound.ts';
import type { BoundLiteral, KeyMatch, SummaryParts, Value } from '../../../../query/dialect/sql.ts';
import { decimalOf, floorTo, type Literal, nearestFloat } from '../../../../query/literals.ts';
import { computedColumn, declaredScale } from '../../../../query/pseudo.ts';
import {
  castText,
  encodeOnly,
  extremeParts,
  orNull,
  type Render,
  type Rendering,
  typed,
  unescapedCursor,
} from '../../../base/cast-class.ts';
import * as readings from '../../../base/text-parsers.ts';
import { decimalType, quotientText, unitsOf } from '../exact.ts';
import { compared, type DuckdbClass, keyBy } from './type-class.ts';

/** Numbers are written identically in JSON, texts, addresses and files. */
function number(text: Render, type: string): Omit<DuckdbClass, 'key' | 'literal'> {
  return {
    ...compared({ json: text, text }, type),
    ...unescapedCursor(text),
    address: (value) => encodeOnly(text(value), ''),
    family: 'number',
    isPlain: true,
  };
}

interface Range {
  readonly type: string;
  readonly least: bigint;
  readonly most: bigint;
}

const ranges = {
  BIGINT: { type: 'BIGINT', least: -(2n ** 63n), most: 2n ** 63n - 1n },
  HUGEINT: { type: 'HUGEINT', least: -(2n ** 127n), most: 2n ** 127n - 1n },
  UHUGEINT: { type: 'UHUGEINT', least: 0n, most: 2n ** 128n - 1n },
} satisfies Record<string, Range>;

/** The integer at or below a literal, in the narrowest type that holds it. */
function integerLiteral(given: Literal, types: readonly Range[]): BoundLiteral | null {
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const { floor, above } = floorTo(decimal, 0);
  const fitting = types.find(({ least, most }) => floor >= least && floor <= most);
  if (fitting !== undefined) return { ...typed(String(floor), fitting.type), side: above ? 1 : 0 };
  const widest = types.at(-1) ?? ranges.HUGEINT;
  const isBelow = floor < widest.least;
  return { ...typed(String(isBelow ? widest.least : widest.most), widest.type), side: isBelow ? -1 : 1 };
}

const integerText = (text: string) => (/^[+-]?\d{1,40}$/.test(text) ? text.replace('+', '') : null);

const wideKey = keyBy(integerText, 'HUGEINT');

/** Bound as a number if it fits into 64 bits, so that such reads can be batched. */
function integerKey(text: string, column: Column, match: KeyMatch): ReturnType<DuckdbClass['key']> {
  const whole = integerText(text);
  if (whole === null) return null;
  const value = BigInt(whole);
  const { least, most } = ranges.BIGINT;
  return value >= least && value <= most ? equality(value) : wideKey(text, column, match);
}

/** The engine sums integers of up to 64 bits as 128-bit ones. */
export const integer: DuckdbClass = {
  ...number(castText, 'HUGEINT'),
  inParts: (value) => ({ value: castText(value), kind: 'json', isAddress: true }),
  key: integerKey,
  literal: (given) => integerLiteral(given, [ranges.BIGINT, ranges.HUGEINT]),
  add: (name, value) => added(name, castText(sql`sum(${value})`), sql`sum(${value})`, value, 0),
};

/** Sums of wider integers fit only into the unbounded type, which cannot be divided. */
const widelyAdded: DuckdbClass['add'] = (name, value) => {
  const sum = sql`sum(${value}::bignum)`;
  return added(name, castText(sum), sql`try_cast(${sum}::text as hugeint)`, value, 0);
};

export const hugeint: DuckdbClass = {
  ...number(castText, 'HUGEINT'),
  key: keyBy(integerText, 'HUGEINT'),
  literal: (given) => integerLiteral(given, [ranges.HUGEINT]),
  add: widelyAdded,
};

export const uhugeint: DuckdbClass = {
  ...number(castText, 'UHUGEINT'),
  key: keyBy(integerText, 'UHUGEINT'),
  literal: (given) => integerLiteral(given, [ranges.UHUGEINT]),
  add: widelyAdded,
};

/** An integer of any size. */
export const bignum: DuckdbClass = {
  ...number(castText, 'BIGNUM'),
  key: keyBy((text) => (/^[+-]?\d{1,10000}$/.test(text) ? text.replace('+', '') : null), 'BIGNUM'),
  literal(given) {
    const decimal = decimalOf(given);
    if (decimal === null) return null;
    const { floor, above } = floorTo(decimal, 0);
    return { ...typed(String(floor), 'BIGNUM'), side: above ? 1 : 0 };
  },
  add: widelyAdded,
};

const scaleOf = ({ nativeType }: Column) => declaredScale(nativeType) ?? 0;

/** The most units that a decimal can hold. */
const maxUnits = 10n ** 38n - 1n;

/** The decimal with the column's scale at or below a literal. */
function decimalLiteral(given: Literal, column: Column): BoundLiteral | null {
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const scale = scaleOf(column);
  const { floor, above } = floorTo(decimal, scale);
  const type = `DECIMAL(38,${scale})`;
  if (floor > maxUnits) return { ...typed(pointed(maxUnits, scale), type), side: 1 };
  if (floor < -maxUnits) return { ...typed(pointed(-maxUnits, scale), type), side: -1 };
  return { ...typed(pointed(floor, scale), type), side: above ? 1 : 0 };
}

function pointed(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Rejects texts with too many digits, which the engine would round. */
function decimalKey(text: string, column: Column, match: KeyMatch): ReturnType<DuckdbClass['key']> {
  const literal = decimalLiteral({ kind: 'text', text }, column);
  if (literal === null || literal.side !== 0) return null;
  return keyBy(() => String(literal.values[0]), `DECIMAL(38,${scaleOf(column)})`)(text, column, match);
}

/** The engine omits the zero before the point if the type has no digits there. */
function decimalText({ nativeType }: Column): Render {
  const [, precision, scale] = /\((\d+),(\d+)\)/.exec(nativeType) ?? [];
  if (precision !== scale) return castText;
  return (value) => sql`regexp_replace((${value})::text, '^(-?)[.]', '\\10.')`;
}

/** Without trailing zeros, which numbers with a scale otherwise have. */
function trimmedText(column: Column): Render {
  return (value) => (scaleOf(column) === 0 ? castText(value) : sql`rtrim(rtrim((${value})::text, '0'), '.')`);
}

function decimals(textOf: (column: Column) => Render): DuckdbClass {
  return {
    ...number(castText, 'DECIMAL(38,0)'),
    text: (value, column) => textOf(column)(value),
    json: (value, column) => orNull(textOf(column)(value)),
    inParts: (value, column) => ({ value: textOf(column)(value), kind: 'json' }),
    address: (value, column) => encodeOnly(textOf(column)(value), ''),
    key: decimalKey,
    literal: decimalLiteral,
    cursorValue: (text, column) => typed(text, `DECIMAL(38,${scaleOf(column)})`),
    add(name, value, column) {
      const scale = scaleOf(column);
      const sum = sql`sum(${value})`;
      const text = decimalText({ ...column, nativeType: `DECIMAL(38,${scale})` });
      return added(name, text(sum), unitsOf(sum, scale), value, scale);
    },
    extreme(name, value, column) {
      const text = textOf(column);
      return extremeParts({ json: text, text }, sql`${sql.raw(name)}(${value})`, column);
    },
    group(value, column) {
      const text = textOf(column);
      return { by: value, shown: value, json: (found) => orNull(text(found)), text, column };
    },
  };
}

export const decimal = decimals(decimalText);
/** A computed number, without a fixed number of decimals. */
export const calculated = decimals(trimmedText);

/** NaN and infinities have names; the engine uses shorter ones. */
const specials = (value: Value, quote: string) =>
  sql`case when isnan(${value}) then ${sql.lit(`${quote}NaN${quote}`)} when ${value} > 0 then ${sql.lit(`${quote}Infinity${quote}`)} else ${sql.lit(`${quote}-Infinity${quote}`)} end`;

const floatText =
  (quote: string): Render =>
  (value) =>
    sql<string>`case when isfinite(${value}) then ${value}::text when ${value} is not null then ${specials(value, quote)} end`;

function float(type: 'FLOAT' | 'DOUBLE'): DuckdbClass {
  const rendering: Rendering = { json: floatText('"'), text: floatText('') };
  const read = type === 'DOUBLE' ? readings.double : readings.single;
  return {
    ...compared(rendering, type),
    ...unescapedCursor(castText),
    address: (value) => encodeOnly(rendering.text(value), '+'),
    family: 'number',
    key: keyBy(read, type),
    literal(given) {
      if (given.kind === 'text' && /^(NaN|[+-]?Infinity)$/.test(given.text)) return typed(given.text, type);
      const found = decimalOf(given);
      if (found === null) return null;
      const { value, side } = nearestFloat(found, type === 'DOUBLE' ? 'double' : 'single');
      return { ...typed(String(value), type), side };
    },
    add(name, value) {
      const sum = sql`sum(${value}::double)`;
      const found = name === 'sum' ? sum : sql`(${sum} / nullif(count(${value}), 0))`;
      return { ...extremeParts(rendering, found, double), sort: found };
    },
    isPlain: true,
  };
}

const double = computedColumn('numeric', 'double', 'DOUBLE');
const count = computedColumn('integer', 'integer', 'BIGINT');

export const floatClass = float('FLOAT');
export const doubleClass = float('DOUBLE');

const truth: Rendering = { json: castText, text: castText };
const truths: Readonly<Record<string, string>> = { true: 'true', false: 'false', '1': 'true', '0': 'false' };

export const boolean: DuckdbClass = {
  ...compared(truth, 'BOOLEAN'),
  address: (value) => encodeOnly(castText(value), ''),
  family: 'boolean',
  key: keyBy(readings.boolean, 'BOOLEAN'),
  literal({ text }) {
    const value = truths[text.toLowerCase()];
    return value === undefined ? null : typed(value, 'BOOLEAN');
  },
  isPlain: true,
};

/** A number of rows. */
export function counted(value: RawBuilder<unknown>): SummaryParts {
  return { json: orNull(castText(value)), text: castText(value), sort: value, column: count };
}

/** An average is exact to the column's decimals, but at least to this many. */
const minDecimals = 8;

/** `sum`: the sum as text; `units`: the sum in units of the last decimal. Averages have four decimals more. */
function added(name: 'sum' | 'avg', sum: Value, units: Value, value: Value, scale: number): SummaryParts {
  const shown = (text: Value, decimals: number): SummaryParts => ({
    json: orNull(sql<string>`${text}`),
    text,
    sort: sql`try_cast(${text} as ${sql.raw(decimalType(decimals))})`,
    column: computedColumn('numeric', 'calculated', decimalType(decimals)),
  });
  if (name === 'sum') return shown(sum, scale);
  const more = Math.max(scale, minDecimals) + 4 - scale;
  const rows = sql`nullif(count(${value}), 0)::hugeint`;
  return shown(quotientText(units, rows, scale, more), scale + more);
}
