// Lists of values as MySQL and MariaDB take them: many whole numbers as one text, all others each in a place of its own.
import { sql } from 'kysely';
import { listed } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, Value } from '../../../query/dialect/sql.ts';

/** Of a list that is written out the engine knows how many there are. */
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

/** Within the engine's signed numbers of 64 bits: of what lies beyond it would make NULL. */
function isSigned(value: unknown): boolean {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
