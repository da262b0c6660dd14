// A row of PostgreSQL's table of types, and what most rows share.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { Bound, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import * as cast from '../../../base/cast-class.ts';
import {
  addressOf,
  comparedAs,
  comparedByText,
  extremeParts,
  type Render,
  type Rendering,
  writtenAs,
} from '../../../base/cast-class.ts';
import { alone, type TypeClass } from '../../../base/type-class.ts';
import { itsText } from '../../../base/writing.ts';

export {
  castText,
  encodeOnly,
  extremeParts,
  orNull,
  type Render,
  type Rendering,
  typed,
  unescapedCursor,
} from '../../../base/cast-class.ts';

export interface PostgresClass extends TypeClass {
  text(value: Value, column: Column): TextSql;
  /** Whether the value is NULL. */
  isNull(value: Value): RawBuilder<boolean>;
  /** The value to pass to COPY so that it writes the displayed text. */
  copied(value: Value, column: Column): Value;
  /** Whether that is the stored value itself, so that nothing is computed after sorting. */
  readonly isStored: boolean;
  /** Whether COPY leaves a space between date and time, where an answer has a `T`. */
  readonly isMoment: boolean;
}

/** `to_json` uses the value's actual type, so a column whose type has just changed still gives valid JSON. */
export const ownJson: Render = (value) => sql`to_json(${value})::text`;
export const ownText: Render = (value) => sql`(to_json(${value}) #>> '{}')`;

/** Line breaks in JSON text occur only between tokens: within strings they are escaped. */
export const oneLine: Render = (json) => sql`translate(${json}, E'\\n\\r', '  ')`;

/** The engine breaks base64 into lines. */
export const base64: Render = (value) => sql`translate(encode(${value}, 'base64'), E'\\n', '')`;

/** Encodes everything but unreserved characters. Most keys need no encoding, which a single match tells. */
export const encodeAll: Render = (text) =>
  addressOf(sql<string>`case when ${text} collate "C" ~ '^[A-Za-z0-9_.~-]*$' then ${text} else (
    select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\\1', 'g')), '' order by n)
    from regexp_matches(${text} collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality as runs (run, n)) end`);

/** Defaults that follow from how a value is rendered. */
export function written(
  rendering: Rendering,
): Omit<
  PostgresClass,
  'key' | 'literal' | 'cursorValue' | 'comparable' | 'family' | 'add' | 'extreme' | 'group' | 'period'
> {
  return {
    ...writtenAs(rendering),
    // A parameter takes the type of the column that it is written to.
    ...itsText,
    address: (value) => encodeAll(rendering.text(value)),
    isNull: (value) => sql<boolean>`${value} is null`,
    copied: rendering.text,
    isStored: false,
    isMoment: false,
  };
}

/** Values that the engine compares natively. `type` parses a value's text, without limits that would truncate it. */
export function compared(
  rendering: Rendering,
  type: string | null,
): Omit<PostgresClass, 'key' | 'literal' | 'family'> {
  return { ...written(rendering), ...comparedAs(rendering, type) };
}

/** For types that the engine can sort but that lack min and max. */
export const sortedExtreme =
  (rendering: Rendering): PostgresClass['extreme'] =>
  (name, value, column) => {
    const direction = name === 'min' ? sql`` : sql` desc`;
    const sorted = sql`array_agg(${value} order by ${value}${direction})`;
    return extremeParts(rendering, sql`(${sorted} filter (where ${value} is not null))[1]`, column);
  };

const textColumn = computedColumn('text', 'text', 'text');

/**
 * Values that the engine cannot order, or cannot parse from every text: they compare by their displayed text. `again`
 * renders the JSON of a value from that text.
 */
export function byText(
  rendering: Rendering,
  again: Render,
  addressed: Render = rendering.text,
): PostgresClass {
  return {
    ...written(rendering),
    ...comparedByText((value) => sql<string>`${rendering.text(value)} collate "C"`, again, textColumn),
    address: (value) => encodeAll(addressed(value)),
    key: (text) => sameText(text, addressed),
    family: alone,
  };
}

/** Whether the value is rendered as this text. */
export function sameText(text: string, addressed: Render): Bound<[value: Value]> | null {
  return hasNul(text) ? null : cast.sameText(text, addressed);
}

/** Texts of the engine cannot contain NUL. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}
