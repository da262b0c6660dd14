// Computed fields on PostgreSQL: numbers are decimals, moments have no offset, texts compare by code point.
import { sql } from 'kysely';
import { isNumber, type ValueKind, type Yield } from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { classOf } from '../classes.ts';
import { storageOf } from '../types.ts';
import { calls } from './calls.ts';

const types: Record<ValueKind, string> = {
  integer: 'numeric',
  numeric: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
};

const storages: Record<ValueKind, string> = {
  integer: 'calculated',
  numeric: 'calculated',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
};

/** The largest whole number, as on every engine. */
const bound = sql.raw('9223372036854775807');

export const computing: ComputeSql = {
  type({ kind, scale }) {
    const native = isNumber(kind) ? `numeric(1000,${scale})` : types[kind];
    return computedColumn(kind, storages[kind], native);
  },
  operand(value, column, kind, zone) {
    const storage = storageOf(column);
    if (storage === 'calculated') return value;
    // A double is the decimal that is shown; what is no number at all is none.
    if (storage === 'float4' || storage === 'float8') {
      return sql`round(nullif(nullif(nullif(${value}::text, 'NaN'), 'Infinity'), '-Infinity')::numeric, 15)`;
    }
    if (storage === 'timestamptz') return sql`(${value} at time zone ${sql.lit(zone)})`;
    if (kind === 'text') return sql`${classOf(column).text(value, column)}`;
    if (isNumber(kind)) return storage === 'oid' ? sql`${value}::int8::numeric` : sql`${value}::numeric`;
    return sql`${value}::${sql.raw(types[kind])}`;
  },
  literal(yielded, literal) {
    const text = literalText(yielded, literal);
    if (text === null || text.includes('\0')) return null;
    return exact(text, (place) => cast(place, yielded), types[yielded.kind]);
  },
  nothing: ({ kind }) => sql`null::${sql.raw(types[kind])}`,
  result(value, { kind }, isCounted) {
    if (kind === 'text') return sql`(${value}) collate "C"`;
    if (!isCounted) return sql`(${value})`;
    return sql`case when abs(${value}) <= ${bound} then ${value} end`;
  },
  summed: (sum) => sum,
  measured: (_summary, { sort }) => sort,
  list: computedColumn('array', 'json', 'json'),
  listed: (json, number) => sql`('[' || string_agg(${json}, ',' order by ${number}) || ']')::json`,
  emptyList: sql`'[]'::json`,
  hasLateral: true,
  calls,
};

function cast(place: Value, { kind }: Yield): Value {
  return sql`${place}::${sql.raw(types[kind])}`;
}
