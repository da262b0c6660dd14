// A row of PostgreSQL's table of types, and what most of its rows have in common.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, SummaryParts, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import { alone, type TypeClass } from '../../../base/type-class.ts';

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

export type Render = (value: Value) => TextSql;

/** How a value is written; both are NULL for NULL. */
export interface Look {
  readonly json: Render;
  readonly text: Render;
}

/** `to_json` asks the value's own type, so that a column whose type has just been changed still gives valid JSON. */
export const ownJson: Render = (value) => sql`to_json(${value})::text`;
export const ownText: Render = (value) => sql`(to_json(${value}) #>> '{}')`;
export const castText: Render = (value) => sql`${value}::text`;

/** A line break in JSON text stands between values only: within a string it would be escaped. */
export const oneLine: Render = (json) => sql`translate(${json}, E'\\n\\r', '  ')`;

/** The engine breaks base64 into lines. */
export const base64: Render = (value) => sql`translate(encode(${value}, 'base64'), E'\\n', '')`;

export const orNull: Render = (json) => sql<string>`coalesce(${json}, 'null')`;

/** Encodes everything but the unreserved characters. Most keys have nothing to encode, which one look tells. */
export const encodeAll: Render = (text) =>
  addressOf(sql<string>`case when ${text} collate "C" ~ '^[A-Za-z0-9_.~-]*$' then ${text} else (
    select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\\1', 'g')), '' order by n)
    from regexp_matches(${text} collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality as runs (run, n)) end`);

/** For texts in which no other characters than these need to be encoded. */
export function encodeOnly(text: TextSql, characters: string): TextSql {
  const encoded = [...characters].reduce(
    (inner, character) =>
      sql<string>`replace(${inner}, ${sql.lit(character)}, ${sql.lit(encodeURIComponent(character))})`,
    text,
  );
  return addressOf(encoded);
}

function addressOf(encoded: TextSql): TextSql {
  return sql<string>`coalesce(${encoded}, '')`;
}

/** The sort values of types whose texts need no escapes; `to_json` would take three times as long. */
export function unescapedCursor(text: Render): Pick<PostgresClass, 'cursorText'> {
  return { cursorText: (value) => orNull(sql`'"' || ${text(value)} || '"'`) };
}

/** What follows from how a value is written, unless a class says otherwise. */
export function written({
  json,
  text,
}: Look): Omit<
  PostgresClass,
  'key' | 'literal' | 'cursorValue' | 'comparable' | 'family' | 'add' | 'extreme' | 'group' | 'period'
> {
  return {
    text,
    json: (value) => orNull(json(value)),
    address: (value) => encodeAll(text(value)),
    isNull: (value) => sql<boolean>`${value} is null`,
    sortsWhole: () => true,
    cursorText: (value) => sql<string>`coalesce(to_json((${value})::text)::text, 'null')`,
    isPlain: false,
    copied: text,
    isStored: false,
    isMoment: false,
  };
}

/** Values that the engine itself compares. `type` reads the text of a value back, without bounds that would cut it. */
export function compared(look: Look, type: string | null): Omit<PostgresClass, 'key' | 'literal' | 'family'> {
  return {
    ...written(look),
    comparable: (value) => value,
    cursorValue: (text) => (type === null ? exact(text) : typed(text, type)),
    add: null,
    extreme: (name, value, column) => foundExtreme(look, sql`${sql.raw(name)}(${value})`, column),
    group: (value, column) => ({
      by: value,
      shown: value,
      json: (found) => orNull(look.json(found)),
      text: look.text,
      column,
    }),
    period: null,
  };
}

/** The least or the greatest value, which the engine has found by this expression. */
export function foundExtreme(look: Look, found: Value, column: Column, sort: Value = found): SummaryParts {
  return { json: orNull(look.json(found)), text: look.text(found), sort, column };
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
  const comparable: Render = (value) => sql<string>`${look.text(value)} collate "C"`;
  return {
    ...written(look),
    address: (value) => encodeAll(addressed(value)),
    key: (text) => sameText(text, addressed),
    family: alone,
    comparable,
    literal: ({ text }) => exact(text),
    cursorValue: (text) => exact(text),
    add: null,
    extreme(name, value) {
      const found = sql`${sql.raw(name)}(${comparable(value)})`;
      return { json: orNull(again(found)), text: found, sort: found, column: textColumn };
    },
    group(value) {
      const by = comparable(value);
      return {
        by,
        shown: by,
        json: (found) => orNull(again(found)),
        text: (found) => found,
        column: textColumn,
      };
    },
    period: null,
  };
}

/** A parameter with a type of its own; otherwise it would take one from what is around it. */
export function typed(value: unknown, type: string): BoundLiteral {
  return exact(value, (place) => sql`${place}::${sql.raw(type)}`, type);
}

/** The value is written as this text. */
export function sameText(text: string, addressed: Render): Bound<[value: Value]> | null {
  if (hasNul(text)) return null;
  return {
    form: 'text',
    values: [text],
    sql: (places, value) => sql`${addressed(value)} = ${placeAt(places, 0)}`,
  };
}

/** No text of the engine can hold a NUL. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}
