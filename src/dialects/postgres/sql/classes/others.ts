// What is neither a number, nor a text, nor a moment in PostgreSQL.
import { sql } from 'kysely';
import { parseExact } from '../../../../contract/json.ts';
import type { Column } from '../../../../model/database.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Bound } from '../../../../query/dialect/sql.ts';
import type { Shown } from '../../../../query/dialect/write.ts';
import * as readings from '../../../base/readings.ts';
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
  type Look,
  oneLine,
  ownJson,
  ownText,
  type PostgresClass,
  type Render,
  sortedExtreme,
  typed,
} from './type-class.ts';

/** For types whose texts we check ourselves before the engine gets them. */
function readBy(reading: readings.ReadText, type: string): Pick<PostgresClass, 'key' | 'literal'> {
  return {
    key: keyBy(reading),
    literal({ text }) {
      const value = reading(text);
      return value === null ? null : typed(value, type);
    },
  };
}

const uuidLook: Look = { json: ownJson, text: castText };

export const uuid: PostgresClass = {
  ...compared(uuidLook, 'uuid'),
  ...readBy(readings.uuid, 'uuid'),
  address: (value) => encodeOnly(castText(value), ''),
  family: 'uuid',
  extreme: sortedExtreme(uuidLook),
  isPlain: true,
  copied: (value) => value,
  isStored: true,
  asGiven: () => /^"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"$/,
};

const bytesLook: Look = { json: (value) => sql`'"' || ${base64(value)} || '"'`, text: base64 };

export const bytea: PostgresClass = {
  ...compared(bytesLook, 'bytea'),
  ...readBy(readings.bytea, 'bytea'),
  ...shownIsEnough(itsBytes),
  address: (value) => encodeOnly(base64(value), '+/='),
  family: 'bytea',
  extreme: sortedExtreme(bytesLook),
};

const plainLook: Look = { json: ownJson, text: ownText };

export const inet: PostgresClass = {
  ...compared(plainLook, 'inet'),
  ...readBy(readings.inet, 'inet'),
  family: 'inet',
};

/** The engine reads them itself, and refuses what it cannot read. */
export const plain: PostgresClass = {
  ...compared(plainLook, null),
  key: keyByValue(ownText),
  family: alone,
  literal: ({ text }, column) => typed(text, sqlTypeOf(column)),
  cursorValue: (text, column) => typed(text, sqlTypeOf(column)),
  extreme: sortedExtreme(plainLook),
};

/** For a value of which only the text is left. */
const quoted: Render = ownJson;
/** For a value whose text is JSON. */
const asItIs: Render = (text) => sql`${text}`;

export const unordered: PostgresClass = byText(plainLook, quoted);

/** A declaration that says no more than the version is kept, and not shown. */
export const xml: PostgresClass = { ...unordered, ...keptAs(itsText.write, castText) };

export const opaque: PostgresClass = {
  ...byText({ json: (value) => sql`to_json(${value}::text)::text`, text: castText }, quoted),
  key: keyByTextOrValue(castText, (text, column) => typed(text, sqlTypeOf(column))),
  // A composite IS NULL where all its fields are, and IS NOT NULL where none is. This asks for the value itself, by the
  // same test of the engine, which an index can answer too.
  isNull: (value) => sql<boolean>`${value} is not distinct from null`,
};

const jsonLine: Render = (value) => oneLine(ownJson(value));

/** Of which the engine keeps every blank. */
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
 * An array shows its JSON; in an address it may stand in other words. What it shows does not tell where its numbers
 * begin, nor what is a list within a list.
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
  // The only type whose values have a comma of their own.
  return arrayLiteral(json, element, /^box\[/.test(nativeType) ? ';' : ',');
}

/** One whose elements equal others that are written in other words, as 1.0 and 1.00 do. */
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

/** Hexadecimal text holds no quotes, so that every second piece is an element; the brackets and commas between stay. */
export const arrayOfBytea = arrayOf(
  (value) => sql`(
    select string_agg(case when n % 2 = 0 then '"' || ${base64(sql`decode(substr(piece, 4), 'hex')`)} || '"' else piece end, '' order by n)
    from unnest(string_to_array(to_json(${value})::text, '"')) with ordinality as pieces (piece, n)
    having count(*) > 0)`,
  bytesElement,
);
