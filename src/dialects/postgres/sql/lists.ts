// How lists of values are passed to PostgreSQL: as one array, whatever their length.
import { type RawBuilder, sql } from 'kysely';
import type { Bound, BoundLiteral, Value } from '../../../query/dialect/sql.ts';

/** A literal's form is its type; a literal without one takes the type of the value it is compared with. */
export function oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  const byType = Map.groupBy(literals, ({ form }) => form);
  const types = [...byType.keys()];
  return {
    form: types.join(),
    values: [...byType.values()].map((alike) => arrayText(alike.flatMap(({ values }) => values))),
    sql(places, value) {
      const terms = types.map((type, i): RawBuilder<unknown> => {
        const array = type === '' ? sql`${places[i]}` : sql`${places[i]}::${sql.raw(type)}[]`;
        return sql`${value} = any (${array})`;
      });
      return terms.length === 1 ? sql`${sql.join(terms)}` : sql`(${sql.join(terms, sql` or `)})`;
    },
  };
}

/** An array as text, in the engine's syntax. */
function arrayText(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join()}}`;
}
