// A row of PostgreSQL's table of types, and what most of its rows have in common.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { Bound, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import * as cast from '../../../base/cast-class.ts';
import {
  addressOf,
  comparedAs,
  comparedByText,
  foundExtreme,
  type Look,
  type Render,
  writtenAs,
} from '../../../base/cast-class.ts';
import { alone, type TypeClass } from '../../../base/type-class.ts';
import { itsText } from '../../../base/writing.ts';

export {
  castText,
  encodeOnly,
  foundExtreme,
  type Look,
  orNull,
  type Render,
  typed,
  unescapedCursor,
} from '../../../base/cast-class.ts';

export interface PostgresClass extends TypeClass {
  text(value: Value, column: Column): TextSql;
  /** Whether there is no value. */
  isNull(value: Value): RawBuilder<boolean>;
  /** What the writer of COPY is given, so that it writes the text that an answer shows. */
  copied(value: Value, column: Column): Value;
  /** Whether that is the stored value itself, so that the engine has nothing to compute after it has sorted the rows. */
  readonly isStored: boolean;
  /** Whether the writer leaves a space between day and time, where an answer has a `T`. */
  readonly isMoment: boolean;
}

/** `to_json` asks the value's own type, so that a column whose type has just been changed still gives valid JSON. */
export const ownJson: Render = (value) => sql`to_json(${value})::text`;
export const ownText: Render = (value) => sql`(to_json(${value}) #>> '{}')`;

/** A line break in JSON text stands between values only: within a string it would be escaped. */
export const oneLine: Render = (json) => sql`translate(${json}, E'\\n\\r', '  ')`;

/** The engine breaks base64 into lines. */
export const base64: Render = (value) => sql`translate(encode(${value}, 'base64'), E'\\n', '')`;

/** Encodes everything but the unreserved characters. Most keys have nothing to encode, which one look tells. */
export const encodeAll: Render = (text) =>
  addressOf(sql<string>`case when ${text} collate "C" ~ '^[A-Za-z0-9_.~-]*$' then ${text} else (
    select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\\1', 'g')), '' order by n)
    from regexp_matches(${text} collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality as runs (run, n)) end`);

/** What follows from how a value is written, unless a class says otherwise. */
export function written(
  look: Look,
): Omit<
  PostgresClass,
  'key' | 'literal' | 'cursorValue' | 'comparable' | 'family' | 'add' | 'extreme' | 'group' | 'period'
> {
  return {
    ...writtenAs(look),
    // A parameter takes its type from the column that it is written to.
    ...itsText,
    address: (value) => encodeAll(look.text(value)),
    isNull: (value) => sql<boolean>`${value} is null`,
    copied: look.text,
    isStored: false,
    isMoment: false,
  };
}

/** Values that the engine itself compares. `type` reads the text of a value back, without bounds that would cut it. */
export function compared(look: Look, type: string | null): Omit<PostgresClass, 'key' | 'literal' | 'family'> {
  return { ...written(look), ...comparedAs(look, type) };
}

/** For types of which the engine does not find the least and the greatest, although it sorts them. */
export const sortedExtreme =
  (look: Look): PostgresClass['extreme'] =>
  (name, value, column) => {
    const direction = name === 'min' ? sql`` : sql` desc`;
    const sorted = sql`array_agg(${value} order by ${value}${direction})`;
    return foundExtreme(look, sql`(${sorted} filter (where ${value} is not null))[1]`, column);
  };

const textColumn = computedColumn('text', 'text', 'text');

/**
 * Values that the engine itself cannot order, or not read from any text: they compare by the text that they show.
 * `again` makes the JSON of a value of which only that text is left.
 */
export function byText(look: Look, again: Render, addressed: Render = look.text): PostgresClass {
  return {
    ...written(look),
    ...comparedByText((value) => sql<string>`${look.text(value)} collate "C"`, again, textColumn),
    address: (value) => encodeAll(addressed(value)),
    key: (text) => sameText(text, addressed),
    family: alone,
  };
}

/** The value is written as this text. */
export function sameText(text: string, addressed: Render): Bound<[value: Value]> | null {
  return hasNul(text) ? null : cast.sameText(text, addressed);
}

/** No text of the engine can hold a NUL. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}
