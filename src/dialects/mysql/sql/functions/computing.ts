// Computed fields on MySQL and MariaDB: numbers are decimals with a known scale, texts compare by code point.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import {
  isNumber,
  maxDigits,
  numberBound,
  type ResultType,
  scaleOf,
  type ValueKind,
} from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { classOf } from '../classes.ts';
import { byCodePoint } from '../texts.ts';
import { storageOf, typeArguments } from '../types.ts';
import { isInstant, onClock } from '../zones.ts';
import { asDecimal, bounded, calls, maxPrecision } from './calls.ts';

const storages: Record<ValueKind, string> = {
  integer: 'calculated',
  numeric: 'calculated',
  text: 'text:utf8mb4_bin',
  boolean: 'boolean',
  date: 'date',
  datetime: 'calculatedmoment',
};

const natives: Record<ValueKind, string> = {
  integer: 'decimal',
  numeric: 'decimal',
  text: 'longtext',
  boolean: 'tinyint(1)',
  date: 'date',
  datetime: 'datetime',
};

/** The digits of integers, signed or unsigned. */
const integerDigits: Readonly<Record<string, number>> = { tinyint: 3, smallint: 5, mediumint: 8, int: 10 };

function digits({ nativeType, storage }: Column): number | null {
  const { kind } = storageOf(storage);
  const [precision, scale = 0] = typeArguments(nativeType);
  if (kind === 'decimal' && precision !== undefined) return precision - scale;
  if (kind !== 'integer') return null;
  return integerDigits[/^[a-z]*/i.exec(nativeType)?.[0].toLowerCase() ?? ''] ?? 20;
}

/** A double as the decimal that is displayed. */
function fromDouble(value: Value, shown: Value): Value {
  return sql`case when abs(${value}) < ${sql.raw(numberBound)} then cast(${shown} as decimal(65,15)) end`;
}

export const computing: ComputeSql = {
  type({ kind, scale, digits: whole }) {
    // Numbers known to have fewer digits are summed without checking each; rounding may add one digit.
    const precision = whole === undefined ? maxPrecision : Math.min(whole + 1 + scale, maxPrecision);
    const native = isNumber(kind) ? `decimal(${precision},${scale})` : natives[kind];
    return computedColumn(kind, storages[kind], native);
  },
  operand(value, column, kind, zone) {
    const storage = storageOf(column.storage).kind;
    if (storage === 'calculated') return value;
    if (storage === 'double' || storage === 'float') {
      return fromDouble(value, storage === 'float' ? classOf(column).text(value, column) : value);
    }
    if (storage === 'decimal' && isNumber(kind) && (digits(column) ?? maxDigits) >= maxDigits) {
      return bounded(value, { kind: 'numeric', scale: scaleOf(column) }, true);
    }
    if (kind === 'text') return classOf(column).text(value, column);
    if (isInstant(column)) return onClock(value, zone);
    if (kind === 'integer') {
      return asDecimal(storage === 'year' ? sql`${value} + 0` : value, 0, digits(column) ?? maxPrecision);
    }
    if (kind === 'boolean') return sql`(${value} + 0)`;
    return value;
  },
  literal(resultType, literal) {
    const text = literalText(resultType, literal);
    if (text === null) return null;
    const { kind } = resultType;
    if (kind === 'boolean') return exact(text === 'true' ? 1n : 0n);
    if (kind === 'text') return exact(text, byCodePoint, 'text');
    const type = kind === 'datetime' && text.includes('.') ? 'datetime(6)' : kind;
    return exact(text, (place) => asKind(place, resultType, type), type);
  },
  nullOf: ({ kind, scale }) =>
    kind === 'text' || kind === 'boolean' ? sql`null` : asKind(sql`null`, { kind, scale }, kind),
  convert: (value) => value,
  result(value, { kind }) {
    if (kind === 'text') return byCodePoint(sql`(${value})`);
    // A bare number in ORDER BY would be a column position.
    return kind === 'boolean' ? sql`(${value} + 0)` : sql`(${value})`;
  },
  digits,
  bounded,
  sumOver: (value, window) => sql`sum(${value}) over (${window})`,
  // MariaDB: with a running total per method and a share of all rows beside it, LAG takes the value of another row.
  confusesWindows: true,
  measured(summary, { sort, column }) {
    if (summary === 'min' || summary === 'max') return sort;
    if (summary === 'count' || summary === 'count_distinct') return asDecimal(sort, 0);
    return storageOf(column.storage).kind === 'double' ? fromDouble(sort, sort) : sort;
  },
  listType: computedColumn('array', 'jsontext', 'longtext'),
  aggregateList: (json, number) =>
    sql`concat('[', group_concat(${json} order by ${number} separator ','), ']')`,
  emptyList: sql`'[]'`,
  hasLateral: false,
  looksUpMeasures: true,
  computeOnce: sql``,
  namedQuery: sql``,
  calls,
};

function asKind(place: Value, { kind, scale }: ResultType, type: string): Value {
  return isNumber(kind) ? asDecimal(place, scale) : sql`cast(${place} as ${sql.raw(type)})`;
}
