// The words that literals have in most engines.
import { sql } from 'kysely';
import type { Bound, BoundLiteral, Value } from './sql.ts';

/** The place of a value, as it is or in some words; `form` tells these apart where a column has several. */
export function exact(
  value: unknown,
  words: (place: Value) => Value = (place) => place,
  form = '',
): BoundLiteral {
  return { form, values: [value], side: 0, sql: (places) => sql`${words(placeAt(places, 0))}` };
}

const isEqual = '=';

/** A value of the column equals one that is bound. */
export function equality(value: unknown): Bound<[value: Value]> {
  return { form: isEqual, values: [value], sql: (places, own) => sql`${own} = ${placeAt(places, 0)}` };
}

export function isEquality({ form }: Bound<[value: Value]>): boolean {
  return form === isEqual;
}

/** The place of the value with this number. */
export function placeAt(places: readonly Value[], index: number): Value {
  const place = places[index];
  if (place === undefined) throw new Error('a literal came without its place');
  return place;
}

/** `value in (…)`, with a place for each of the literals. */
export function listed(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  return {
    form: literals.map(({ form }) => form).join(),
    values: literals.flatMap(({ values }) => values),
    sql(places, value) {
      let taken = 0;
      const items = literals.map((literal) => {
        const own = places.slice(taken, taken + literal.values.length);
        taken += own.length;
        return literal.sql(own);
      });
      return sql`${value} in (${sql.join(items)})`;
    },
  };
}
