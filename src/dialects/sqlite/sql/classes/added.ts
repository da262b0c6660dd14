// Sums and averages of related rows: engine numbers, or texts of digits if those are not precise enough.
// The engine sorts texts after all numbers, so these are sorted by the nearest double first, and then by the difference
// from it. Only values that no double represents cost a call to one of our functions.
import { type RawBuilder, sql } from 'kysely';
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import type { BoundLiteral, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { decimalOf, type Literal, plainDigits } from '../../../../query/literals.ts';
import { addedNumber, beyondNearest } from '../functions/added-numbers.ts';
import { number as numberLook, type Rendering } from './renderings.ts';

/** False also for texts; beyond this range, a double may not represent an integer exactly. */
const isExactDouble = (value: Value) => sql`${value} between -9007199254740992 and 9007199254740992`;

/** The first sort value. */
export const near = (value: Value) => sql`iif(${isExactDouble(value)}, ${value}, joinery_near(${value}))`;
/** The second sort value, for values with equal first ones. */
export const beyond = (value: Value) => sql`iif(${isExactDouble(value)}, 0, joinery_beyond(${value}))`;
/** As a row value, which the engine compares lexicographically. */
export const inOrder = (value: Value) => sql`(${near(value)}, ${beyond(value)})`;

/** An engine number for computations. */
export const plainNumber = (value: Value) => sql`(${value} + 0)`;

export const sortKey = (value: Value) => sql`joinery_sort_key(${value})`;
export const ofKey = (key: Value): RawBuilder<unknown> => sql`joinery_of_key(${key})`;

const isDigits = (value: Value) => sql`typeof(${value}) = 'text'`;

export const rendering: Rendering = {
  quotable: (value) => sql`iif(${isDigits(value)}, json(${value}), ${numberLook.quotable(value)})`,
  usual: (value) => sql`iif(${isDigits(value)}, json(${value}), ${numberLook.usual(value)})`,
  json: (value) => sql<string>`iif(${isDigits(value)}, ${value}, ${numberLook.json(value)})`,
  text: (value) =>
    sql`iif(${isDigits(value)}, ${value}, ifnull(joinery_fraction(${value}), ${numberLook.text(value)}))`,
  field: (value, special) =>
    sql<string>`iif(${isDigits(value)}, ${value}, ${numberLook.field(value, special)})`,
};

/** The sort value is a number or a key of digits, so its characters need no checks. */
export function cursorText(value: Value): TextSql {
  return sql<string>`iif(${value} is null, 'null', json_quote(iif(${isDigits(value)}, 'S' || ${value}, quote(${value}))))`;
}

/** For equality in the number's canonical form; for order as its two sort values. */
export function literal(given: Literal, isEquality: boolean): BoundLiteral | null {
  if (given.kind === 'text' && /^[+-]?Infinity$/.test(given.text)) {
    return isEquality ? exact(Number(given.text)) : pair(Number(given.text), 0);
  }
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const digits = plainDigits(decimal);
  // A number without a canonical form cannot be a sum.
  return isEquality ? exact(addedNumber(digits) ?? digits) : pair(Number(digits), beyondNearest(digits) ?? 0);
}

function pair(first: number, second: number): BoundLiteral {
  return {
    form: 'pair',
    values: [first, second],
    side: 0,
    isBare: false,
    sql: (places) => sql`(${placeAt(places, 0)}, ${placeAt(places, 1)})`,
  };
}
