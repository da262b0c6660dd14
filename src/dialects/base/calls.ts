// What engines share in the functions of computed fields: names, operators, and the limits of moments.
import { sql } from 'kysely';
import type { Call, ComputeSql } from '../../query/dialect/computing.ts';
import type { Value } from '../../query/dialect/sql.ts';

type CallSql = ComputeSql['calls']['ADD'];

/** Joins the arguments with an operator. */
export const operator =
  (sign: string): CallSql =>
  (args) =>
    sql`(${sql.join(args, sql.raw(` ${sign} `))})`;

/** An engine function with the same meaning and arguments. */
export const named =
  (name: string): CallSql =>
  (args) =>
    sql`${sql.raw(name)}(${sql.join(args)})`;

/** Up to this many stored values, the result is only a few times as long as what is stored. */
const fewPlain = 8;
const groupSize = 4;

/**
 * Concatenates texts. Computed texts may be numerous and of any length, so `join` takes a few at a time, and `fitting`
 * bounds each intermediate result.
 */
export const joined =
  (join: (texts: readonly Value[]) => Value, fitting: (text: Value) => Value): CallSql =>
  (texts, { isPlain }) => {
    if (isPlain && texts.length <= fewPlain) return join(texts);
    let parts = texts;
    while (parts.length > 1) {
      const groups = Array.from({ length: Math.ceil(parts.length / groupSize) }, (_, i) =>
        parts.slice(i * groupSize, (i + 1) * groupSize),
      );
      parts = groups.map((group) => (group.length === 1 ? join(group) : fitting(join(group))));
    }
    return join(parts);
  };

/** The type of a computed day or moment, on engines that have both. */
export function momentType({ kind }: Call['result']): string {
  return kind === 'date' ? 'date' : 'timestamp';
}

/** The number of each unit in all supported years. */
export const maxUnits: Readonly<Record<string, number>> = {
  year: 9_999,
  quarter: 39_996,
  month: 119_988,
  week: 521_775,
  day: 3_652_425,
  hour: 87_658_200,
  minute: 5_259_492_000,
  second: 315_569_520_000,
};

/** The first moment after all supported years. */
export const firstUnsupportedMoment = sql`timestamp '10000-01-01'`;
