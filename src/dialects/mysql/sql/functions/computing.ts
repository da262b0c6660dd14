// Computed fields on MySQL and MariaDB: numbers are decimals with a known scale, texts compare by code point.
import { sql } from 'kysely';
import { isNumber, type ValueKind, type Yield } from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { classOf } from '../classes.ts';
import { byCodePoint } from '../texts.ts';
import { storageOf } from '../types.ts';
import { asDecimal, calls } from './calls.ts';

const storages: Record<ValueKind, string> = {
  integer: 'calculated',
  numeric: 'calculated',
  text: 'text:utf8mb4_bin',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

const natives: Record<ValueKind, string> = {
  integer: 'decimal',
  numeric: 'decimal',
  text: 'longtext',
  boolean: 'tinyint(1)',
  date: 'date',
  datetime: 'datetime',
};

/** Beyond it a decimal of the engine has no room before the point. */
const largestDouble = sql.raw('1e45');

export const computing: ComputeSql = {
  type({ kind, scale }) {
    const native = isNumber(kind) ? `decimal(65,${scale})` : natives[kind];
    return computedColumn(kind, storages[kind], native);
  },
  operand(value, column, kind) {
    const storage = storageOf(column.storage).kind;
    if (storage === 'calculated') return value;
    if (storage === 'double' || storage === 'float') {
      return sql`case when abs(${value}) < ${largestDouble} then cast(${storage === 'float' ? classOf(column).text(value, column) : value} as decimal(65,15)) end`;
    }
    if (kind === 'text') return classOf(column).text(value, column);
    if (kind === 'integer') return asDecimal(storage === 'year' ? sql`${value} + 0` : value, 0);
    if (kind === 'boolean') return sql`(${value} + 0)`;
    return value;
  },
  literal(yielded, literal) {
    const text = literalText(yielded, literal);
    if (text === null) return null;
    const { kind } = yielded;
    if (kind === 'boolean') return exact(text === 'true' ? 1n : 0n);
    if (kind === 'text') return exact(text, byCodePoint, 'text');
    const type = kind === 'datetime' && text.includes('.') ? 'datetime(6)' : kind;
    return exact(text, (place) => asKind(place, yielded, type), type);
  },
  nothing: ({ kind, scale }) =>
    kind === 'text' || kind === 'boolean' ? sql`null` : asKind(sql`null`, { kind, scale }, kind),
  result(value, { kind }, isCounted) {
    if (kind === 'text') return byCodePoint(sql`(${value})`);
    if (!isCounted) return sql`(${value})`;
    return sql`case when abs(${value}) <= 9223372036854775807 then ${value} end`;
  },
  summed: (sum) => sum,
  measured: (_summary, { sort }) => sort,
  list: computedColumn('array', 'jsontext', 'longtext'),
  listed: (json, number) => sql`concat('[', group_concat(${json} order by ${number} separator ','), ']')`,
  emptyList: sql`'[]'`,
  hasLateral: false,
  calls,
};

function asKind(place: Value, { kind, scale }: Yield, type: string): Value {
  return isNumber(kind) ? asDecimal(place, scale) : sql`cast(${place} as ${sql.raw(type)})`;
}
