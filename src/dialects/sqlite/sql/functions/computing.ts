// Computed fields on SQLite: the engine's own arithmetic where it is exact, and functions of ours for the rest.
import { type RawBuilder, sql } from 'kysely';
import { isMoment, isNumber, type ValueKind } from '../../../../query/computing/kinds.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Call, ComputeSql } from '../../../../query/dialect/computing.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { named } from '../../../base/calls.ts';
import { literalText } from '../../../base/computed-literals.ts';
import { classOf } from '../classes.ts';
import { numberOf } from './numbers.ts';

const storages: Record<ValueKind, string> = {
  integer: 'integer',
  numeric: 'numeric',
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

const joined =
  (sign: string): Calls['ADD'] =>
  (args, { result, isPlain }) => {
    const plain = sql`(${sql.join(args, sql.raw(` ${sign} `))})`;
    if (result.kind === 'integer') return plain;
    return isPlain ? asDecimal(plain, args) : sql`joinery_decimal(${plain})`;
  };

/**
 * A double as the decimal of fifteen digits that it stands for; a number that is out of range is none. The engine writes
 * NULL as zero, so the arguments are asked first: only where to write them twice costs nothing.
 */
function asDecimal(value: Value, args: readonly Value[]): RawBuilder<unknown> {
  const isNull = sql.join(
    args.map((arg) => sql`${arg} is null`),
    sql` or `,
  );
  return sql`iif(${isNull}, null, nullif(nullif(printf('%.15g', ${value}), 'Inf'), '-Inf') + 0)`;
}

/** A function that we have given to the engine. */
const own = (name: string) => named(`joinery_${name}`);

const withWord =
  (name: string): Calls['ADD'] =>
  (args, { word, result }: Call) =>
    sql`${sql.raw(`joinery_${name}`)}(${sql.join([...args, sql.lit(word), sql.lit(result.kind)])})`;

const calls: Calls = {
  ADD: joined('+'),
  SUB: joined('-'),
  MUL: joined('*'),
  DIV: own('div'),
  MOD: own('mod'),
  NEG: ([a]) => sql`(- ${a})`,
  ABS: own('abs'),
  ROUND: own('round'),
  FLOOR: own('floor'),
  CEIL: own('ceil'),
  CONCAT: (args) => sql`(${sql.join(args, sql` || `)})`,
  UPPER: own('upper'),
  LOWER: own('lower'),
  TRIM: ([a]) => sql`trim(${a})`,
  LENGTH: own('length'),
  SUBSTRING: own('substring'),
  REPLACE: named('replace'),
  COALESCE: named('coalesce'),
  NULLIF: named('nullif'),
  PART: withWord('part'),
  TRUNCATE: withWord('truncate'),
  SHIFT: withWord('shift'),
  DISTANCE: withWord('distance'),
  CAST: ([value = sql`null`], { args, word }) =>
    sql`joinery_cast(${value}, ${sql.lit(args[0]?.kind ?? 'text')}, ${sql.lit(word)})`,
};

export const computing: ComputeSql = {
  type({ kind, scale }) {
    const native = kind === 'numeric' ? `NUMERIC(18,${scale})` : natives[kind];
    return computedColumn(kind, storages[kind], native);
  },
  operand(value, column, kind) {
    if (kind === 'text') return classOf(column).text(value, column);
    if (isMoment(kind)) return sql`joinery_as_moment(${value}, ${sql.lit(kind)})`;
    return value;
  },
  literal(yielded, literal) {
    const text = literalText(yielded, literal);
    if (text === null) return null;
    if (isNumber(yielded.kind)) return exact(numberOf(text));
    if (yielded.kind === 'boolean') return exact(text === 'true' ? 1n : 0n);
    return exact(isMoment(yielded.kind) ? text.replace(' ', 'T') : text);
  },
  nothing: () => sql`null`,
  result(value: Value, { kind }, isCounted) {
    // The text of a number may come from the engine's JSON, which would take it for a number again.
    if (kind === 'text') return sql`(${value} || '')`;
    // The engine makes a double of what is too large for a whole number.
    return isCounted ? sql`case typeof(${value}) when 'integer' then ${value} end` : sql`(${value})`;
  },
  summed: (sum) => sql`joinery_decimal(${sum})`,
  // The engine's own sums are doubles; the exact ones are texts.
  measured: (summary, { sort, text }) =>
    summary === 'sum' || summary === 'avg' ? sql`joinery_read(${text})` : sort,
  list: computedColumn('array', 'list', 'JSON'),
  listed: (json, number) => sql`'[' || group_concat(${json}, ',' order by ${number}) || ']'`,
  emptyList: sql`'[]'`,
  hasLateral: false,
  calls,
};
