// How a value of an address finds its record: as a value of the column's type, so that the column's index serves.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { equality } from '../../../../query/dialect/bound.ts';
import type { Bound, Value } from '../../../../query/dialect/sql.ts';
import type { ReadText } from '../../../base/readings.ts';
import { hasNul, type PostgresClass, type Render, sameText } from './type-class.ts';

/** The parameter has no type of its own, so it takes the column's. */
export function keyBy(read: ReadText): PostgresClass['key'] {
  return (text) => {
    const value = hasNul(text) ? null : read(text);
    return value === null ? null : equality(value);
  };
}

/**
 * For types whose values equal others that are written in other words, as a day and 24 hours do: a foreign key finds what
 * it refers to by the value. The engine reads the text itself, and refuses what it cannot read.
 */
export function keyByValue(addressed: Render): PostgresClass['key'] {
  return (text, _column, match) =>
    match !== 'referred' ? sameText(text, addressed) : hasNul(text) ? null : equality(text);
}

/**
 * The same, where an address does not show all of a value, so that the text alone leads to some. `read`: what the engine
 * is given for the text; null where it means no value.
 */
export function keyByTextOrValue(
  addressed: Render,
  read: (text: string, column: Column) => Bound | null,
): PostgresClass['key'] {
  return (text, column, match) => {
    const value = match !== 'referred' || hasNul(text) ? null : read(text, column);
    return value === null ? sameText(text, addressed) : either(text, addressed, value);
  };
}

function either(text: string, addressed: Render, read: Bound): Bound<[value: Value]> {
  return {
    form: 'text or value',
    values: [text, ...read.values],
    sql: ([own, ...places], value) => sql`(${addressed(value)} = ${own} or ${value} = ${read.sql(places)})`,
  };
}
