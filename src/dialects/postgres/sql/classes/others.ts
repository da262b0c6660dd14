// PostgreSQL types other than numbers, texts and moments.
import { sql } from 'kysely';
import { parseExact } from '../../../../contract/json.ts';
import type { Column } from '../../../../model/database.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Bound } from '../../../../query/dialect/sql.ts';
import type { Shown } from '../../../../query/dialect/write.ts';
import * as readings from '../../../base/text-parsers.ts';
import { alone } from '../../../base/type-class.ts';
import { itsBytes, itsJson, itsText, keptAs, nullIsKept, shownIsEnough } from '../../../base/writing.ts';
import { sqlTypeOf } from '../types.ts';
import { arrayLiteral, arrayOfDocuments, bytesElement, type ElementText, plainElement } from './arrays.ts';
import { keyBy, keyByTextOrValue, keyByValue } from './keys.ts';
import {
  base64,
  byText,
  castText,
  compared,
  encodeOnly,
  oneLine,
  ownJson,
  ownText,
  type PostgresClass,
  type Render,
  type Rendering,
  sortedExtreme,
  typed,
} from './type-class.ts';

/** For types whose texts we validate before passing them to the engine. */
function readBy(reading: readings.ParseText, type: string): Pick<PostgresClass, 'key' | 'literal'> {
  return {
    key: keyBy(reading),
    literal({ text }) {
      const value = reading(text);
      return value === null ? null : typed(value, type);
    },
  };
}

const uuidRendering: Rendering = { json: ownJson, text: castText };

export const uuid: PostgresClass = {
  ...compared(uuidRendering, 'uuid'),
  ...readBy(readings.uuid, 'uuid'),
  address: (value) => encodeOnly(castText(value), ''),
  family: 'uuid',
  extreme: sortedExtreme(uuidRendering),
  isPlain: true,
  copied: (value) => value,
  isStored: true,
  asGiven: () => /^"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"$/,
};

const bytesRendering: Rendering = { json: (value) => sql`'"' || ${base64(value)} || '"'`, text: base64 };

export const bytea: PostgresClass = {
  ...compared(bytesRendering, 'bytea'),
  ...readBy(readings.bytea, 'bytea'),
  ...shownIsEnough(itsBytes),
  address: (value) => encodeOnly(base64(value), '+/='),
  family: 'bytea',
  extreme: sortedExtreme(bytesRendering),
};

const plainRendering: Rendering = { json: ownJson, text: ownText };

export const inet: PostgresClass = {
  ...compared(plainRendering, 'inet'),
  ...readBy(readings.inet, 'inet'),
  family: 'inet',
};

/** The engine parses these, and rejects what it cannot parse. */
export const plain: PostgresClass = {
  ...compared(plainRendering, null),
  key: keyByValue(ownText),
  family: alone,
  literal: ({ text }, column) => typed(text, sqlTypeOf(column)),
  cursorValue: (text, column) => typed(text, sqlTypeOf(column)),
  extreme: sortedExtreme(plainRendering),
};

/** Renders the JSON of a value from its text. */
const quoted: Render = ownJson;
/** The same for a text that is already JSON. */
const asItIs: Render = (text) => sql`${text}`;

export const unordered: PostgresClass = byText(plainRendering, quoted);

/** An XML declaration with only a version is stored, but not shown. */
export const xml: PostgresClass = { ...unordered, ...keptAs(itsText.write, castText) };

export const opaque: PostgresClass = {
  ...byText({ json: (value) => sql`to_json(${value}::text)::text`, text: castText }, quoted),
  key: keyByTextOrValue(castText, (text, column) => typed(text, sqlTypeOf(column))),
  // A composite IS NULL if all its fields are, and IS NOT NULL if none is. This tests the value itself, with a
  // comparison that an index can also answer.
  isNull: (value) => sql<boolean>`${value} is not distinct from null`,
};

const jsonLine: Render = (value) => oneLine(ownJson(value));

/** The engine preserves its whitespace. */
export const json: PostgresClass = {
  ...byText({ json: jsonLine, text: castText }, oneLine),
  ...keptAs(itsJson, castText),
};

export const jsonb: PostgresClass = {
  ...byText({ json: ownJson, text: castText }, asItIs),
  key: keyByValue(castText),
  ...nullIsKept((value) => sql`jsonb_typeof(${value}) = 'null'`),
};

/**
 * An array is shown as JSON, but addresses may use another form. The displayed form shows neither the array's lower
 * bounds nor which elements are lists themselves.
 */
function arrayOf(
  json: Render,
  element: ElementText = plainElement,
  addressed: Render = ownJson,
): PostgresClass {
  return {
    ...byText({ json, text: json }, asItIs, addressed),
    ...keptAs((shown, column) => literalOf(shown, column, element), castText),
  };
}

function literalOf(
  { json, text }: Pick<Shown, 'json' | 'text'>,
  { nativeType }: Column,
  element: ElementText,
): Bound | null {
  if (/^jsonb?\[/.test(nativeType)) return arrayOfDocuments(json, text);
  // The only type whose values contain commas.
  return arrayLiteral(json, element, /^box\[/.test(nativeType) ? ';' : ',');
}

/** An array whose elements have equal values in different notations, such as 1.0 and 1.00. */
function arrayOfEquals(json: Render, element: ElementText = plainElement): PostgresClass {
  return {
    ...arrayOf(json, element),
    key: keyByTextOrValue(ownJson, (text, column) =>
      literalOf({ json: jsonIn(text), text }, column, element),
    ),
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}

export const array = arrayOfEquals(ownJson);
export const arrayOfOid = arrayOf((value) => sql`to_json(${value}::int8[])::text`);
export const arrayOfJson = arrayOf(jsonLine);
export const arrayOfOpaque: PostgresClass = {
  ...arrayOf((value) => sql`to_json(${value}::text[])::text`, plainElement, castText),
  key: keyByTextOrValue(castText, (text) => exact(text)),
};

/** Hexadecimal text contains no quotes, so every second piece is an element; brackets and commas between are kept. */
export const arrayOfBytea = arrayOf(
  (value) => sql`(
    select string_agg(case when n % 2 = 0 then '"' || ${base64(sql`decode(substr(piece, 4), 'hex')`)} || '"' else piece end, '' order by n)
    from unnest(string_to_array(to_json(${value})::text, '"')) with ordinality as pieces (piece, n)
    having count(*) > 0)`,
  bytesElement,
);
