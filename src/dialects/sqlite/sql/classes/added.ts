// Sums and averages of related rows: numbers of the engine, and texts of digits where those have too few.
//
// To the engine texts come after all numbers. So what is sorted is the double nearest to the value, and then by how much
// the value is more than that. Only what no double tells costs a call of ours.
import { type RawBuilder, sql } from 'kysely';
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import type { BoundLiteral, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { decimalOf, type Literal, plainDigits } from '../../../../query/literals.ts';
import { addedNumber, beyondNearest } from '../functions/added-numbers.ts';
import { type Look, number as numberLook } from './looks.ts';

/** False for texts, too; so large a whole number may be none that doubles have. */
const isTold = (value: Value) => sql`${value} between -9007199254740992 and 9007199254740992`;

/** What sorts first. */
export const near = (value: Value) => sql`iif(${isTold(value)}, ${value}, joinery_near(${value}))`;
/** What sorts values that are equal by that. */
export const beyond = (value: Value) => sql`iif(${isTold(value)}, 0, joinery_beyond(${value}))`;
/** As one row, which the engine compares from its first value on. */
export const inOrder = (value: Value) => sql`(${near(value)}, ${beyond(value)})`;

/** A number of the engine to compute with. */
export const plainNumber = (value: Value) => sql`(${value} + 0)`;

export const sortKey = (value: Value) => sql`joinery_sort_key(${value})`;
export const ofKey = (key: Value): RawBuilder<unknown> => sql`joinery_of_key(${key})`;

const isDigits = (value: Value) => sql`typeof(${value}) = 'text'`;

export const look: Look = {
  quotable: (value) => sql`iif(${isDigits(value)}, json(${value}), ${numberLook.quotable(value)})`,
  json: (value) => sql<string>`iif(${isDigits(value)}, ${value}, ${numberLook.json(value)})`,
  text: (value) =>
    sql`iif(${isDigits(value)}, ${value}, ifnull(joinery_fraction(${value}), ${numberLook.text(value)}))`,
  field: (value, special) =>
    sql<string>`iif(${isDigits(value)}, ${value}, ${numberLook.field(value, special)})`,
};

/** What sorts is a number, or a key of digits: so nothing has to be asked of its letters. */
export function cursorText(value: Value): TextSql {
  return sql<string>`iif(${value} is null, 'null', json_quote(iif(${isDigits(value)}, 'S' || ${value}, quote(${value}))))`;
}

/** In the one form that the number has; compared by size as the two values that sort it. */
export function literal(given: Literal, isEquality: boolean): BoundLiteral | null {
  if (given.kind === 'text' && /^[+-]?Infinity$/.test(given.text)) {
    return isEquality ? exact(Number(given.text)) : pair(Number(given.text), 0);
  }
  const decimal = decimalOf(given);
  if (decimal === null) return null;
  const digits = plainDigits(decimal);
  // What has no form is no sum either.
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
