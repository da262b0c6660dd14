// DuckDB types other than numbers, texts and moments.
import { sql } from 'kysely';
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import { castText, encodeOnly, type Render, sameText } from '../../../base/cast-class.ts';
import * as readings from '../../../base/text-parsers.ts';
import { alone } from '../../../base/type-class.ts';
import {
  byText,
  compared,
  type DuckdbClass,
  keyBy,
  quotedJson,
  quotedRendering,
  tried,
  triedLiteral,
} from './type-class.ts';

const uuidRendering = quotedRendering(castText, (value) => sql`'"' || ${castText(value)} || '"'`);

export const uuid: DuckdbClass = {
  ...compared(uuidRendering, 'UUID'),
  address: (value) => encodeOnly(castText(value), ''),
  family: 'uuid',
  key: keyBy(readings.uuid, 'UUID'),
  literal({ text }) {
    const value = readings.uuid(text);
    return value === null ? null : triedLiteral(value, 'UUID');
  },
  isPlain: true,
};

const base64: Render = (value) => sql`to_base64(${value})`;
const bytesRendering = quotedRendering(base64, (value) => sql`'"' || ${base64(value)} || '"'`);

/** Accepts only canonical base64, so that two different addresses never mean the same bytes. */
function hexOf(text: string): string | null {
  const value = Buffer.from(text, 'base64');
  return value.toString('base64') === text ? value.toString('hex') : null;
}

export const blob: DuckdbClass = {
  ...compared(bytesRendering, 'BLOB'),
  address: (value) => encodeOnly(base64(value), '+/='),
  family: 'blob',
  key(text) {
    const hex = hexOf(text);
    if (hex === null) return null;
    return {
      form: 'bytes',
      values: [hex],
      sql: (places, own) => sql`${own} = unhex(${placeAt(places, 0)}::text)`,
    };
  },
  literal({ text }) {
    const hex = hexOf(text);
    return hex === null ? null : exact(hex, (place) => sql`unhex(${place}::text)`, 'bytes');
  },
  cursorText: (value) => sql<string>`coalesce('"' || hex(${value}) || '"', 'null')`,
  cursorValue: (text) => exact(text, (place) => sql`unhex(${place}::text)`, 'bytes'),
};

const plainRendering = quotedRendering(castText);

/** Types whose texts the engine parses itself. */
export const plain: DuckdbClass = {
  ...compared(plainRendering, 'text'),
  key: (text) => sameText(text, castText),
  family: alone,
  literal: ({ text }, column) => triedLiteral(text, column.nativeType),
  cursorValue: (text, column) => exact(text, (place) => tried(place, column.nativeType), column.nativeType),
};

export const opaque: DuckdbClass = byText(plainRendering, quotedJson);

/**
 * Line breaks in JSON text occur only between tokens. The engine accepts NaN and Infinity as JSON, which nothing else
 * does: such a value is shown as text.
 */
const strictJson: Render = (text) => {
  const line = sql`translate(${text}::text, chr(10) || chr(13), '  ')`;
  const outside = sql`regexp_replace(${text}::text, '"(?:[^"\\\\]|\\\\.)*"', '', 'gs')`;
  const isStrict = sql`not regexp_matches(${text}::text, '(?i)nan|inf') or not regexp_matches(${outside}, '(?i)nan|inf')`;
  return sql<string>`case when ${isStrict} then ${line} else to_json(${text}::text)::text end`;
};

export const json: DuckdbClass = byText({ json: strictJson, text: castText }, strictJson);

/** Lists, structs, maps and unions are shown as JSON built from their parts. */
export function nested(json: Render): DuckdbClass {
  return byText({ json, text: json }, (text) => sql`${text}`);
}
