// What most type classes share on engines that cast with `::` and have `to_json`.
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { exact, placeAt } from '../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, SummaryParts, TextSql, Value } from '../../query/dialect/sql.ts';
import type { TypeClass } from './type-class.ts';

export type Render = (value: Value) => TextSql;

/** How a value is rendered; both yield NULL for NULL. */
export interface Rendering {
  readonly json: Render;
  readonly text: Render;
}

export const castText: Render = (value) => sql`${value}::text`;

export const orNull: Render = (json) => sql<string>`coalesce(${json}, 'null')`;

/** For texts in which only these characters need percent-encoding. */
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

/** Sort values of types whose texts need no escaping; `to_json` would take three times as long. */
export function unescapedCursor(text: Render): Pick<TypeClass, 'cursorText'> {
  return { cursorText: (value) => orNull(sql`'"' || ${text(value)} || '"'`) };
}

/** Defaults that follow from how a value is rendered. */
export function writtenAs({
  json,
  text,
}: Rendering): Pick<TypeClass, 'text' | 'json' | 'sortsWhole' | 'cursorText' | 'isPlain'> & { text: Render } {
  return {
    text,
    json: (value) => orNull(json(value)),
    sortsWhole: () => true,
    cursorText: (value) => sql<string>`coalesce(to_json((${value})::text)::text, 'null')`,
    isPlain: false,
  };
}

/** Values that the engine compares natively. `type` parses a value's text, without limits that would truncate it. */
export function comparedAs(
  rendering: Rendering,
  type: string | null,
): Pick<TypeClass, 'comparable' | 'cursorValue' | 'add' | 'extreme' | 'group' | 'period'> {
  return {
    comparable: (value) => value,
    cursorValue: (text) => (type === null ? exact(text) : typed(text, type)),
    add: null,
    extreme: (name, value, column) => extremeParts(rendering, sql`${sql.raw(name)}(${value})`, column),
    group: (value, column) => ({
      by: value,
      shown: value,
      json: (found) => orNull(rendering.json(found)),
      text: rendering.text,
      column,
    }),
    period: null,
  };
}

/** Minimum or maximum, as computed by this expression. */
export function extremeParts(
  rendering: Rendering,
  found: Value,
  column: Column,
  sort: Value = found,
): SummaryParts {
  return { json: orNull(rendering.json(found)), text: rendering.text(found), sort, column };
}

/**
 * Values that compare by their displayed text. `again` renders the JSON of a value from that text, and `column` is a
 * text column.
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

/** A parameter with an explicit type; otherwise the engine would infer one from the context. */
export function typed(value: unknown, type: string): BoundLiteral {
  return exact(value, (place) => sql`${place}::${sql.raw(type)}`, type);
}

/** Whether the value is rendered as this text. */
export function sameText(text: string, addressed: Render): Bound<[value: Value]> {
  return {
    form: 'text',
    values: [text],
    sql: (places, value) => sql`${addressed(value)} = ${placeAt(places, 0)}`,
  };
}
