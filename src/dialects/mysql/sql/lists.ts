// How lists of values are passed to MySQL and MariaDB: many integers as one text, all others as separate parameters.
import { sql } from 'kysely';
import { listed } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, Value } from '../../../query/dialect/sql.ts';

/** For a literal list, the engine knows the number of values. */
const fewValues = 16;

export function oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  const values = literals.flatMap((literal) => literal.values);
  const isPlain = literals.every(({ form }) => form === '');
  if (literals.length <= fewValues || !isPlain || !values.every(isSigned)) return listed(literals);
  return {
    form: 'JSON',
    values: [`[${values.join()}]`],
    sql: ([place], value) =>
      sql`${value} in (select v from json_table(${place}, '$[*]' columns (v bigint path '$')) as list)`,
  };
}

/** Whether a value fits into signed 64 bits; larger ones would become NULL. */
function isSigned(value: unknown): boolean {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
