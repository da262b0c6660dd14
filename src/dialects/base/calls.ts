// What the functions of computed fields have in common on engines: words, signs, and the limits of moments.
import { sql } from 'kysely';
import type { Call, ComputeSql } from '../../query/dialect/computing.ts';
import type { Value } from '../../query/dialect/sql.ts';

type CallSql = ComputeSql['calls']['ADD'];

/** The arguments with a sign between them. */
export const operator =
  (sign: string): CallSql =>
  (args) =>
    sql`(${sql.join(args, sql.raw(` ${sign} `))})`;

/** A function of the engine that does the same with the same arguments. */
export const named =
  (name: string): CallSql =>
  (args) =>
    sql`${sql.raw(name)}(${sql.join(args)})`;

/** So few stored values make no more than some times what is stored. */
const fewPlain = 8;
const groupOf = 4;

/**
 * Texts one behind the other. Those that are computed may be of any length, and so may be many: a few at a time are put
 * together by `join`, and go on only as `fitting` lets them.
 */
export const joined =
  (join: (texts: readonly Value[]) => Value, fitting: (text: Value) => Value): CallSql =>
  (texts, { isPlain }) => {
    if (isPlain && texts.length <= fewPlain) return join(texts);
    let parts = texts;
    while (parts.length > 1) {
      const groups = Array.from({ length: Math.ceil(parts.length / groupOf) }, (_, i) =>
        parts.slice(i * groupOf, (i + 1) * groupOf),
      );
      parts = groups.map((group) => (group.length === 1 ? join(group) : fitting(join(group))));
    }
    return join(parts);
  };

/** The type of a computed day or moment, where the engine has both. */
export function momentType({ kind }: Call['result']): string {
  return kind === 'date' ? 'date' : 'timestamp';
}

/** How many of a unit lie in all the years that there are. */
export const farthest: Readonly<Record<string, number>> = {
  year: 9_999,
  quarter: 39_996,
  month: 119_988,
  week: 521_775,
  day: 3_652_425,
  hour: 87_658_200,
  minute: 5_259_492_000,
  second: 315_569_520_000,
};

/** The first moment after all years that there are. */
export const afterAllYears = sql`timestamp '10000-01-01'`;
