// What most rows have in common in the tables of types of engines that cast by `::` and have `to_json`.
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { exact, placeAt } from '../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, SummaryParts, TextSql, Value } from '../../query/dialect/sql.ts';
import type { TypeClass } from './type-class.ts';

export type Render = (value: Value) => TextSql;

/** How a value is written; both are NULL for NULL. */
export interface Look {
  readonly json: Render;
  readonly text: Render;
}

export const castText: Render = (value) => sql`${value}::text`;

export const orNull: Render = (json) => sql<string>`coalesce(${json}, 'null')`;

/** For texts in which no other characters than these need to be encoded. */
export function encodeOnly(text: TextSql, characters: string): TextSql {
  const encoded = [...characters].reduce(
    (inner, character) =>
      sql<string>`replace(${inner}, ${sql.lit(character)}, ${sql.lit(encodeURIComponent(character))})`,
    text,
  );
  return addressOf(encoded);
}

export function addressOf(encoded: TextSql): TextSql {
  return sql<string>`coalesce(${encoded}, '')`;
}

/** The sort values of types whose texts need no escapes; `to_json` would take three times as long. */
export function unescapedCursor(text: Render): Pick<TypeClass, 'cursorText'> {
  return { cursorText: (value) => orNull(sql`'"' || ${text(value)} || '"'`) };
}

/** What follows from how a value is written, unless a class says otherwise. */
export function writtenAs({
  json,
  text,
}: Look): Pick<TypeClass, 'text' | 'json' | 'sortsWhole' | 'cursorText' | 'isPlain'> & { text: Render } {
  return {
    text,
    json: (value) => orNull(json(value)),
    sortsWhole: () => true,
    cursorText: (value) => sql<string>`coalesce(to_json((${value})::text)::text, 'null')`,
    isPlain: false,
  };
}

/** Values that the engine itself compares. `type` reads the text of a value back, without bounds that would cut it. */
export function comparedAs(
  look: Look,
  type: string | null,
): Pick<TypeClass, 'comparable' | 'cursorValue' | 'add' | 'extreme' | 'group' | 'period'> {
  return {
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

/**
 * Values that compare by the text that they show. `again` makes the JSON of a value of which only that text is left,
 * and `column` is a text.
 */
export function comparedByText(
  comparable: Render,
  again: Render,
  column: Column,
): Pick<TypeClass, 'comparable' | 'cursorValue' | 'literal' | 'add' | 'extreme' | 'group' | 'period'> {
  return {
    comparable,
    literal: ({ text }) => exact(text),
    cursorValue: (text) => exact(text),
    add: null,
    extreme(name, value) {
      const found = sql`${sql.raw(name)}(${comparable(value)})`;
      return { json: orNull(again(found)), text: found, sort: found, column };
    },
    group(value) {
      const by = comparable(value);
      return { by, shown: by, json: (found) => orNull(again(found)), text: (found) => found, column };
    },
    period: null,
  };
}

/** A parameter with a type of its own; otherwise it would take one from what is around it. */
export function typed(value: unknown, type: string): BoundLiteral {
  return exact(value, (place) => sql`${place}::${sql.raw(type)}`, type);
}

/** The value is written as this text. */
export function sameText(text: string, addressed: Render): Bound<[value: Value]> {
  return {
    form: 'text',
    values: [text],
    sql: (places, value) => sql`${addressed(value)} = ${placeAt(places, 0)}`,
  };
}
