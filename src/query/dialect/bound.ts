// How most engines write literals.
import { sql } from 'kysely';
import type { Bound, BoundLiteral, Value } from './sql.ts';

/** A bound value, optionally wrapped in SQL; `form` distinguishes the wrappings of a column. */
export function exact(value: unknown, words?: (place: Value) => Value, form = ''): BoundLiteral {
  return {
    form,
    values: [value],
    side: 0,
    isBare: words === undefined,
    sql: (places) => sql`${words?.(placeAt(places, 0)) ?? placeAt(places, 0)}`,
  };
}

const isEqual = '=';

/** The column's value equals the bound one. */
export function equality(value: unknown): Bound<[value: Value]> {
  return { form: isEqual, values: [value], sql: (places, own) => sql`${own} = ${placeAt(places, 0)}` };
}

export function isEquality({ form }: Bound<[value: Value]>): boolean {
  return form === isEqual;
}

/** The placeholder of the value with this index. */
export function placeAt(places: readonly Value[], index: number): Value {
  const place = places[index];
  if (place === undefined) throw new Error('a literal came without its place');
  return place;
}

/** `value in (…)`, padded with repeated literals so that only few distinct statements arise. */
export function listed(literals: readonly BoundLiteral[]): Bound<[value: Value]> {
  const last = literals.at(-1);
  const missing = last === undefined ? 0 : roundedUp(literals.length) - literals.length;
  const all = last === undefined ? literals : [...literals, ...Array<BoundLiteral>(missing).fill(last)];
  const forms = new Set(all.map(({ form }) => form));
  return {
    form: `${all.length} ${forms.size === 1 ? [...forms].join() : all.map(({ form }) => form).join()}`,
    values: all.flatMap(({ values }) => values),
    sql(places, value) {
      let taken = 0;
      const items = all.map((literal) => {
        const own = places.slice(taken, taken + literal.values.length);
        taken += own.length;
        return literal.sql(own);
      });
      return sql`${value} in (${sql.join(items)})`;
    },
  };
}

/** The next power of two or, if smaller, the next multiple of 1,024. */
function roundedUp(count: number): number {
  return Math.min(2 ** Math.ceil(Math.log2(count)), Math.ceil(count / 1_024) * 1_024);
}

/** The value is NULL. */
export const isNullCondition: Bound<[value: Value]> = {
  form: 'none',
  values: [],
  sql: (_places, own) => sql`${own} is null`,
};

/** The condition that at least one of the two is true. */
export function eitherOf(one: Bound<[value: Value]>, other: Bound<[value: Value]>): Bound<[value: Value]> {
  const { length } = one.values;
  return {
    form: `${one.form} or ${other.form}`,
    values: [...one.values, ...other.values],
    sql: (places, value) =>
      sql`(${one.sql(places.slice(0, length), value)} or ${other.sql(places.slice(length), value)})`,
  };
}
