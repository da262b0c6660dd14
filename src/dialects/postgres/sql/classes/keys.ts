// How an address value finds its record: as a value of the column's type, so that the column's index is used.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { equality } from '../../../../query/dialect/bound.ts';
import type { Bound, Value } from '../../../../query/dialect/sql.ts';
import type { ParseText } from '../../../base/text-parsers.ts';
import { hasNul, type PostgresClass, type Render, sameText } from './type-class.ts';

/** The parameter has no explicit type, so it takes the column's. */
export function keyBy(read: ParseText): PostgresClass['key'] {
  return (text) => {
    const value = hasNul(text) ? null : read(text);
    return value === null ? null : equality(value);
  };
}

/**
 * For types with equal values in different notations, such as one day and 24 hours: a foreign key finds its target by
 * value. The engine parses the text, and rejects what it cannot parse.
 */
export function keyByValue(addressed: Render): PostgresClass['key'] {
  return (text, _column, match) =>
    match !== 'referred' ? sameText(text, addressed) : hasNul(text) ? null : equality(text);
}

/**
 * The same for types whose address text does not show the whole value, so that one text may find several. `read`: the
 * value to pass to the engine for a text; null if it denotes none.
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
