// How lists of values are passed to SQLite: a few as separate parameters, many as one text.
import { sql } from 'kysely';
import { listed } from '../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, Value } from '../../../query/dialect/sql.ts';

/** For a literal list, the engine knows the number of values. */
const fewValues = 16;

export function oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  const values = literals.flatMap((literal) => literal.values);
  const isPlain = literals.every(({ form }) => form === '');
  if (literals.length <= fewValues || !isPlain) return listed(literals);
  if (!values.every(isInteger) && !values.every(isSafeText)) return listed(literals);
  return {
    form: 'JSON',
    values: [`[${values.map(jsonOf).join()}]`],
    // The values have no affinity, just as in a literal list.
    sql: ([place], value) => sql`${value} in (select value from json_each(${place}))`,
  };
}

function isInteger(value: unknown): boolean {
  return typeof value === 'bigint';
}

/** The engine's JSON ends a text at its first NUL, and does not preserve every lone surrogate. */
function isSafeText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
}

function jsonOf(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
