// Texts of MySQL and MariaDB: character sets, collations for comparison, and case folding.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { isAscii, type Pattern } from '../../../query/patterns.ts';
import { storageOf } from './types.ts';

// Older collations, including utf8mb4_bin, pad the shorter text with blanks, so trailing blanks would be ignored. Each
// engine skips the comment meant for the other.
const withoutPadding = sql.raw('/*M!100202 collate utf8mb4_nopad_bin*/ /*!80017 collate utf8mb4_0900_bin*/');

/** A utf8mb4 text that compares strictly by code point. */
export function byCodePoint(text: Value): RawBuilder<unknown> {
  return sql`${text} ${withoutPadding}`;
}

/** The limit of our sessions on the bytes of a sort key: `max_sort_length`. */
export const sortedBytes = 1024;

export function charsetOf(column: Column): string {
  return storageOf(column.storage).collation?.split('_', 1)[0] ?? 'utf8mb4';
}

/** A text in the column's character set and collation, so that its index is used. */
export function inCharset(column: Column): (text: Value) => Value {
  const { collation } = storageOf(column.storage);
  const charset = charsetOf(column);
  if (collation === null || charset === 'utf8mb4') return (text) => text;
  return (text) => sql`convert(${text} using ${sql.raw(charset)}) collate ${sql.raw(collation)}`;
}

/** Character sets limited to the basic multilingual plane. */
const basicPlane: ReadonlySet<string> = new Set(['utf8mb3', 'utf8', 'ucs2']);

/** Single-byte character sets, with their common names. */
const singleBytes: ReadonlyMap<string, string> = new Map([
  ['latin1', 'windows-1252'],
  ['latin2', 'iso-8859-2'],
  ['latin5', 'windows-1254'],
  ['latin7', 'iso-8859-13'],
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['cp1256', 'windows-1256'],
  ['cp1257', 'windows-1257'],
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['greek', 'iso-8859-7'],
  ['hebrew', 'iso-8859-8'],
]);

const characters = new Map<string, ReadonlySet<string>>();

function charactersOf(encoding: string): ReadonlySet<string> {
  const known = characters.get(encoding);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  const made = new Set(new TextDecoder(encoding).decode(bytes));
  characters.set(encoding, made);
  return made;
}

/** Whether a character set has all characters of a text, as far as we know: missing ones become question marks. */
export function isHeldBy(charset: string, text: string): boolean {
  if (isAscii(text)) return true;
  if (charset === 'ascii') return false;
  if (basicPlane.has(charset)) return !/[\u{10000}-\u{10ffff}]/u.test(text);
  const encoding = singleBytes.get(charset);
  return encoding === undefined || charactersOf(encoding).isSupersetOf(new Set(text));
}

/** Lower case by the server's newest tables; see query/fold.ts for the two exceptions. */
export function fold(text: Value): Value {
  return byCodePoint(unfinal(lower(dotless(text))));
}

/**
 * The same as far as the pattern can tell: each exception matters only if its letter occurs, and the dotted I, which
 * would otherwise become two characters, also where characters are counted.
 */
export function foldFor(pattern: Pattern): { readonly form: string; readonly words: (text: Value) => Value } {
  const literal = pattern.map((part) => (typeof part === 'string' ? '' : part.text)).join('');
  const seesDotted = pattern.includes('one') || /i|\u0307/.test(literal);
  const seesSigma = literal.includes('\u03c3');
  return {
    form: `${seesDotted ? 'dotless' : ''}${seesSigma ? ' unfinal' : ''}`,
    words(text) {
      const lowered = lower(seesDotted ? dotless(text) : text);
      return byCodePoint(seesSigma ? unfinal(lowered) : lowered);
    },
  };
}

const lower = (text: Value): Value => sql`lower(${text} ${caseTables})`;
const dotless = (text: Value): Value => sql`replace(${text}, ${sql.lit('\u0130')}, 'i')`;
const unfinal = (text: Value): Value => sql`replace(${text}, ${sql.lit('\u03c2')}, ${sql.lit('\u03c3')})`;

// Each engine skips the comment meant for the other.
const caseTables = sql.raw(
  '/*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/',
);
