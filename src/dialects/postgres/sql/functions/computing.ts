// Computed fields on PostgreSQL: numbers are decimals, moments have no offset, texts compare by code point.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import {
  integerBounds,
  isNumber,
  maxDigits,
  numberBound,
  type ResultType,
  type ValueKind,
} from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { calculatedStorages } from '../../../base/computed-storages.ts';
import { classOf } from '../classes.ts';
import { type Storage, storageOf } from '../types.ts';
import { calls } from './calls.ts';

const types: Record<ValueKind, string> = {
  integer: 'numeric',
  numeric: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
};

/** The first numbers out of range. */
const beyond = {
  integer: integerBounds.map((bound) => sql.raw(bound)),
  numeric: [sql.raw(`-${numberBound}`), sql.raw(numberBound)],
};

/** A double as the decimal that is displayed for it; NULL for NaN and infinities. */
function fromDouble(value: Value): Value {
  return sql`case when abs(${value}) < ${sql.raw(numberBound)} then round((${value})::text::numeric, 15) end`;
}

function bounded(value: Value, { kind }: Pick<ResultType, 'kind'>): Value {
  const [below, above] = kind === 'integer' ? beyond.integer : beyond.numeric;
  // `least` and `greatest` ignore NULL, so NULL becomes a bound, and then NULL again.
  return sql`nullif(nullif(least(greatest(${value}, ${below}), ${above}), ${above}), ${below})`;
}

/** The digits of numbers without decimals. */
const integerDigits: Readonly<Partial<Record<Storage, number>>> = { int2: 5, int4: 10, oid: 10, int8: 19 };

function digits(column: Column): number | null {
  const whole = integerDigits[storageOf(column)];
  if (whole !== undefined) return whole;
  const [, precision, scale = '0'] = /\((\d+)(?:,(\d+))?\)/.exec(column.nativeType) ?? [];
  if (storageOf(column) !== 'numeric' || precision === undefined) return null;
  return Number(precision) - Number(scale);
}

export const computing: ComputeSql = {
  type({ kind, scale }) {
    const native = isNumber(kind) ? `numeric(1000,${scale})` : types[kind];
    return computedColumn(kind, calculatedStorages[kind], native);
  },
  operand(value, column, kind, zone) {
    const storage = storageOf(column);
    if (storage === 'calculated') return value;
    if (storage === 'float4' || storage === 'float8') return fromDouble(value);
    if (storage === 'timestamptz') return sql`(${value} at time zone ${sql.lit(zone)})`;
    if (kind === 'text') return sql`${classOf(column).text(value, column)}`;
    if (storage === 'oid' && isNumber(kind)) return sql`${value}::int8::numeric`;
    if (storage === 'numeric' && (digits(column) ?? maxDigits) >= maxDigits) {
      return bounded(value, { kind: 'numeric' });
    }
    if (isNumber(kind)) return sql`${value}::numeric`;
    return sql`${value}::${sql.raw(types[kind])}`;
  },
  literal(resultType, literal) {
    const text = literalText(resultType, literal);
    if (text === null || text.includes('\0')) return null;
    return exact(text, (place) => cast(place, resultType), types[resultType.kind]);
  },
  nullOf: ({ kind }) => sql`null::${sql.raw(types[kind])}`,
  convert: (value) => value,
  result: (value, { kind }) => (kind === 'text' ? sql`(${value}) collate "C"` : sql`(${value})`),
  digits,
  bounded,
  sumOver: (value, window) => sql`sum(${value}) over (${window})`,
  measured(summary, { sort, column }) {
    if (summary === 'min' || summary === 'max') return sort;
    return storageOf(column) === 'float8' ? fromDouble(sort) : sql`(${sort})::numeric`;
  },
  listType: computedColumn('array', 'json', 'json'),
  aggregateList: (json, number) => sql`('[' || string_agg(${json}, ',' order by ${number}) || ']')::json`,
  emptyList: sql`'[]'::json`,
  hasLateral: true,
  computeOnce: sql``,
  namedQuery: sql`materialized `,
  calls,
};

function cast(place: Value, { kind }: ResultType): Value {
  return sql`${place}::${sql.raw(types[kind])}`;
}
