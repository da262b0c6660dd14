// A row of DuckDB's table of types, and what most rows share.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { placeAt } from '../../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, TextSql, Value } from '../../../../query/dialect/sql.ts';
import type { PartSql } from '../../../../query/dialect/statement.ts';
import { computedColumn } from '../../../../query/pseudo.ts';
import {
  addressOf,
  comparedAs,
  comparedByText,
  type Render,
  type Rendering,
  sameText,
  typed,
  writtenAs,
} from '../../../base/cast-class.ts';
import type { ParseText } from '../../../base/text-parsers.ts';
import { alone, type TypeClass } from '../../../base/type-class.ts';
import { readOnlyWriting } from '../../../base/writing.ts';

export interface DuckdbClass extends TypeClass {
  text(value: Value, column: Column): TextSql;
  /** The value to pass to the connection, which writes it. */
  inParts(value: Value, column: Column): PartSql;
}

/** Values that are JSON strings, whatever their type. */
export function quotedRendering(
  text: Render,
  json: Render = (value) => quotedJson(text(value)),
): DuckdbRendering {
  return { text, json, isText: true };
}

export interface DuckdbRendering extends Rendering {
  readonly isText?: true;
}

const partOf =
  ({ json, text, isText }: DuckdbRendering): DuckdbClass['inParts'] =>
  (value) =>
    isText ? { value: text(value), kind: 'text' } : { value: json(value), kind: 'json' };

export const quotedJson: Render = (text) => sql`to_json(${text})::text`;

export const encodeAll: Render = (text) => addressOf(sql`url_encode(${text})`);

/** A parameter cast to a type; NULL if that is impossible, instead of an error. */
export function tried(place: Value, type: string): Value {
  return sql`try_cast(${place}::text as ${sql.raw(type)})`;
}

/** The same as a literal. */
export function triedLiteral(text: string, type: string): BoundLiteral {
  return { form: type, values: [text], side: 0, sql: (places) => sql`${tried(placeAt(places, 0), type)}` };
}

/** Whether a column's value equals one parsed from an address. */
export function keyBy(read: ParseText, type: string): DuckdbClass['key'] {
  return (text): Bound<[value: Value]> | null => {
    const value = read(text);
    if (value === null) return null;
    return {
      form: 'key',
      values: [value],
      sql: (places, own) => sql`${own} = ${tried(placeAt(places, 0), type)}`,
    };
  };
}

/** Values that the engine compares natively. `type` parses a value's text, without limits that would truncate it. */
export function compared(
  rendering: DuckdbRendering,
  type: string,
): Omit<DuckdbClass, 'key' | 'literal' | 'family'> {
  return {
    ...writtenAs(rendering),
    inParts: partOf(rendering),
    ...readOnlyWriting,
    ...comparedAs(rendering, type),
    address: (value) => encodeAll(rendering.text(value)),
  };
}

const textColumn = computedColumn('text', 'text', 'VARCHAR');

/** Values that compare by their displayed text; `again` renders the JSON of a value from that text. */
export function byText(rendering: DuckdbRendering, again: Render): DuckdbClass {
  return {
    ...writtenAs(rendering),
    inParts: partOf(rendering),
    ...readOnlyWriting,
    ...comparedByText(rendering.text, again, textColumn),
    literal: ({ text }) => typed(text, 'text'),
    cursorValue: (text) => typed(text, 'text'),
    address: (value) => encodeAll(rendering.text(value)),
    key: (text) => sameText(text, rendering.text),
    family: alone,
  };
}
