// Types other than numbers, texts and moments: bytes, documents, geometries, and types known only by their text.
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { equality, exact } from '../../../../query/dialect/bound.ts';
import type { TextSql, Value } from '../../../../query/dialect/sql.ts';
import {
  itsBytes,
  itsJson,
  itsText,
  keptAs,
  nullIsKept,
  plainText,
  shownIsEnough,
} from '../../../base/writing.ts';
import { sortedBytes } from '../texts.ts';
import { typeArguments } from '../types.ts';
import { equalTo, escapedJson, quotedJson, type Sql, shownAs, type Traits, unlessNull } from './traits.ts';

const hexCursor: Pick<Traits, 'cursorText' | 'cursorValue'> = {
  cursorText: (value) => unlessNull(value, sql`concat('"', hex(${value}), '"')`),
  cursorValue: (given) => exact(Buffer.from(given, 'hex')),
};

/** The engine breaks base64 into lines. */
const base64 = (value: Value) => sql`replace(to_base64(${value}), ${sql.lit('\n')}, '')`;

function bytesOf(given: string): Buffer | null {
  const bytes = Buffer.from(given, 'base64');
  return bytes.toString('base64') === given ? bytes : null;
}

export const binary: Traits = {
  ...hexCursor,
  text: base64,
  json: (value) => unlessNull(value, sql`concat('"', ${base64(value)}, '"')`),
  reserved: '+/=',
  key(given) {
    const bytes = bytesOf(given);
    return bytes === null ? null : equality(bytes);
  },
  family: 'binary',
  comparable: (value) => value,
  literal({ text: given }) {
    const bytes = bytesOf(given);
    return bytes === null ? null : exact(bytes);
  },
  sortsWhole({ nativeType }) {
    const [length = Number.POSITIVE_INFINITY] = typeArguments(nativeType);
    return /^tiny/.test(nativeType) || length <= sortedBytes;
  },
  sum: null,
  extreme: 'value',
  shared: 'value',
  isPlain: false,
  line: base64,
  ...shownIsEnough(itsBytes),
};

/** Types without an order, or with one in which literals have no place: everything is done with their text. */
function byText(family: string, text: Traits['text']): Traits {
  return {
    ...hexCursor,
    text,
    json: (value, column) => escapedJson(value, text(value, column)),
    reserved: 'any',
    key: (given, column) => shownAs(given, (value) => text(value, column)),
    family,
    comparable: (value, column) => sql`cast(${text(value, column)} as binary)`,
    literal: ({ text: given }) => exact(Buffer.from(given)),
    sortsWhole: () => false,
    sum: null,
    extreme: 'text',
    shared: 'text',
    isPlain: false,
    line: text,
    ...itsText,
  };
}

const asChar = (value: Value): Sql => sql`cast(${value} as char)`;
const asUtf8 = (value: Value): Sql => sql`convert(${value} using utf8mb4)`;

/** MySQL's JSON, a native type. */
export const json: Traits = {
  ...byText('json', asChar),
  json: (value) => unlessNull(value, asChar(value)),
  ...nullIsKept((value) => sql`json_type(${value}) = 'NULL'`),
};

/** MariaDB's JSON, a text with a check, which users may also declare themselves on MySQL. */
export const jsonText: Traits = {
  ...byText('jsontext', asUtf8),
  json: nestedJson,
  ...keptAs(itsJson, asUtf8),
};

/** The text lacks the spatial reference system. */
export const geometry: Traits = {
  ...byText('geometry', (value) => asUtf8(sql`st_astext(${value})`)),
  ...keptAs(
    (shown) => {
      const text = plainText(shown);
      return text === null ? null : exact(text, (place) => sql`st_geomfromtext(${place})`);
    },
    (value) => sql`hex(${value})`,
    (place) => sql`unhex(${place})`,
  ),
};

/** Shown as the engine writes it. */
export const other: Traits = { ...byText('other', asChar), sortsWhole: () => true };

export const inet: Traits = {
  ...other,
  key: (given) => (isIP(given) === 0 ? null : equalTo(given, (place) => place)),
};

const isUuid = (given: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given);

export const uuid: Traits = {
  text: asChar,
  json: (value) => quotedJson(asChar(value)),
  reserved: '',
  key: (given) => (isUuid(given) ? equality(given) : null),
  family: 'uuid',
  comparable: (value) => value,
  literal: ({ text: given }) => (isUuid(given) ? exact(given) : null),
  sortsWhole: () => true,
  cursorText: quotedJson,
  cursorValue: (given) => exact(given),
  sum: null,
  extreme: 'value',
  shared: 'value',
  isPlain: true,
  line: asChar,
  ...itsText,
};

// MariaDB's JSON_VALID accepts things that are not JSON: an escape of any character, a lone minus, and a number that
// ends in a point or in the sign of an exponent. Numbers are searched for outside strings only: behind whatever is right.
const foreignEscape = String.raw`(?<!\\)(?:\\\\)*\\[^"\\/bfnrtu]`;
const completeNumber = String.raw`[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9.eE])`;
const partialNumber = String.raw`^(?>"(?>[^"\\]+|\\.)*"|[^"0-9-]+|-(?=[0-9])|${completeNumber})*+[0-9-]`;

/**
 * A check can be disabled, so a text that is not JSON is shown as a text: one cell must not break an answer. Line
 * breaks in JSON occur only between tokens, so they can become spaces, and each row is one line.
 */
function nestedJson(value: Value, _column: Column): TextSql {
  const text = asUtf8(value);
  const oneLine = sql`replace(replace(${text}, ${sql.lit('\n')}, ' '), ${sql.lit('\r')}, ' ')`;
  const exactly = sql`${text} collate utf8mb4_bin`;
  return sql<string>`case when ${value} is null then 'null' when json_valid(${value}) and ${exactly} not regexp ${sql.lit(foreignEscape)} and ${exactly} not regexp ${sql.lit(partialNumber)} then ${oneLine} else json_quote(${text}) end`;
}
