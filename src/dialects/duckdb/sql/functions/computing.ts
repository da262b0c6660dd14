// Computed fields on DuckDB: numbers are decimals with a known scale, moments have no offset, texts compare by code point.
import { sql } from 'kysely';
import {
  integerBounds,
  isNumber,
  maxDigits,
  numberBound,
  type ResultType,
  undeclaredScale,
  type ValueKind,
} from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { calculatedStorages } from '../../../base/computed-storages.ts';
import { classOf } from '../classes.ts';
import { decimalType, maxDecimals, once } from '../exact.ts';
import { storageOf } from '../types.ts';
import { asDecimal } from './arithmetic.ts';
import { calls } from './calls.ts';

const types: Record<Exclude<ValueKind, 'integer' | 'numeric'>, string> = {
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
};

const nativeOf = ({ kind, scale }: ResultType) =>
  kind === 'integer' || kind === 'numeric' ? decimalType(scale) : types[kind];

const [below, above] = integerBounds.map((bound) => sql.raw(bound));
const boundedInteger = (value: Value) =>
  sql`case when ${value} > ${below} and ${value} < ${above} then ${value} end`;

const finite = (value: Value) =>
  sql`case when abs((${value})::double) < ${sql.raw(numberBound)} then ${value} end`;

/** The digits of numbers without decimals. */
const integerDigits: Readonly<Record<string, number>> = {
  TINYINT: 3,
  SMALLINT: 5,
  INTEGER: 10,
  BIGINT: 19,
  UTINYINT: 3,
  USMALLINT: 5,
  UINTEGER: 10,
};

export const computing: ComputeSql = {
  type: (resultType) =>
    computedColumn(resultType.kind, calculatedStorages[resultType.kind], nativeOf(resultType)),
  operand(value, column, kind, zone) {
    const storage = storageOf(column);
    if (storage === 'calculated') return value;
    // A double as the decimal that is displayed for it; NULL for NaN and infinities.
    if (storage === 'float' || storage === 'double') {
      const type = sql.raw(decimalType(undeclaredScale));
      return sql`try_cast(case when isfinite(${value}) then ${value}::text end as ${type})`;
    }
    if (storage === 'timestamptz') return sql`(${value} at time zone ${sql.lit(zone)})`;
    if (kind === 'text') return classOf(column).text(value, column);
    if (storage === 'decimal') return sql`${value}::${sql.raw(decimalType(scaleOf(column.nativeType)))}`;
    if (isNumber(kind)) return sql`try_cast(${value}::text as ${sql.raw(decimalType(0))})`;
    return sql`${value}::${sql.raw(nativeOf({ kind, scale: 0 }))}`;
  },
  literal(resultType, literal) {
    const text = literalText(resultType, literal);
    if (text === null || (isNumber(resultType.kind) && !hasRoom(text, resultType.scale))) return null;
    const type = nativeOf(resultType);
    return exact(text, (place) => sql`${place}::${sql.raw(type)}`, type);
  },
  nullOf: (resultType) => sql`null::${sql.raw(nativeOf(resultType))}`,
  // For two decimals the engine may use the scale of either for both, and round the other.
  convert: (value, { kind, scale }) => (isNumber(kind) ? asDecimal(value, scale) : value),
  // The engine fails on overflow in any row that it evaluates, even one that the user may not see.
  orNull: (value) => sql`try(${value})`,
  orNullOf: (values, make) =>
    once(
      Object.fromEntries(values.map((value, i) => [`a${i}`, value])),
      (names) => sql`try(${make(Object.values(names))})`,
      'tried',
    ),
  result: (value, { kind, scale }) => (isNumber(kind) ? asDecimal(value, scale) : sql`(${value})`),
  digits({ nativeType }) {
    const [, precision, scale = '0'] = /^DECIMAL\((\d+),(\d+)\)$/.exec(nativeType) ?? [];
    return precision === undefined ? (integerDigits[nativeType] ?? null) : Number(precision) - Number(scale);
  },
  bounded(value, { kind, scale }, isPlain) {
    // More decimals leave no room for numbers that are too large: those become NULL anyway.
    if (kind !== 'integer' && scale > 38 - maxDigits) return value;
    const within = kind === 'integer' ? boundedInteger : finite;
    return isPlain ? within(value) : once({ v: value }, ({ v = value }) => within(v));
  },
  sumOver: (value, window) => sql`sum(${value}) over (${window})`,
  measured(summary, { sort, column, text }) {
    // Sums and averages of doubles are the displayed decimals; all others are decimals already.
    if (storageOf(column) !== 'double' || (summary !== 'sum' && summary !== 'avg')) return sort;
    const scale = summary === 'sum' ? undeclaredScale : undeclaredScale + 4;
    return sql`try_cast(${text} as ${sql.raw(decimalType(scale))})`;
  },
  listType: computedColumn('array', 'json', 'JSON'),
  aggregateList: (json, number) => sql`('[' || string_agg(${json}, ',' order by ${number}) || ']')::json`,
  emptyList: sql`'[]'::json`,
  hasLateral: true,
  computeOnce: sql``,
  namedQuery: sql`materialized `,
  calls,
};

function scaleOf(nativeType: string): number {
  return Number(/,(\d+)\)$/.exec(nativeType)?.[1] ?? 0);
}

function hasRoom(text: string, scale: number): boolean {
  const [whole = ''] = text.replace('-', '').split('.');
  return whole.length <= 38 - Math.min(scale, maxDecimals);
}
