// How SQLite finds texts by their form. LIKE and GLOB are quick and know three things less than we promise: to them a text
// ends at its first NUL, LIKE ignores the case of ASCII letters only, and bytes have no text. What they are not right
// about goes to a function of ours.
import { type RawBuilder, sql } from 'kysely';
import type { Bound, CompareSql, Value } from '../../../query/dialect/sql.ts';
import { unfold } from '../../../query/fold.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { isBytes } from './classes/looks.ts';
import { once } from './once.ts';
import { searchedTexts } from './searched.ts';

/** SQLite's own limit on the patterns of LIKE and GLOB, in bytes. */
const maxPatternBytes = 50_000;

export function pattern(parts: Pattern, ignoreCase: boolean): Bound<[text: Value]> {
  const like = likeText(parts);
  if (like.includes('\0') || Buffer.byteLength(like) * 2 > maxPatternBytes) {
    return {
      form: `function ${ignoreCase}`,
      values: [like],
      sql: ([place], text) => matched(text, place, ignoreCase),
    };
  }
  if (!ignoreCase) {
    return {
      form: 'glob',
      values: [globText(parts), like],
      sql: ([glob, place], text) =>
        whereUsual(
          text,
          [],
          (usual) => sql`${usual} glob ${glob}`,
          (other) => matched(other, place, false),
        ),
    };
  }
  const [beyondAscii] = [...like].filter((character) => !isAscii(character));
  return beyondAscii === undefined ? asciiPattern(like) : widerPattern(like, beyondAscii);
}

/** Beyond ASCII only the Kelvin sign and the dotted capital I fold to letters of ASCII. */
const foldedLetters = [
  ['k', 0x212a],
  ['i', 0x130],
] as const;

/** Of ASCII letters only: LIKE itself, unless the text has something else that folds to one of them. */
function asciiPattern(like: string): Bound<[text: Value]> {
  const letters = foldedLetters.filter(([letter]) => like.includes(letter));
  return {
    form: `ascii ${letters.map(([letter]) => letter).join('')}`,
    values: [like],
    sql: ([place], text) =>
      whereUsual(
        text,
        letters.map(([, code]) => code),
        (usual) => isLike(usual, place),
        (other) => matched(other, place, true),
      ),
  };
}

/**
 * What has none of the characters that fold to this one cannot match, and need not be folded to tell. The text of bytes
 * is of ASCII.
 */
function widerPattern(like: string, beyondAscii: string): Bound<[text: Value]> {
  const characters = [...unfold(beyondAscii)];
  return {
    form: `beyond ASCII ${characters.length}`,
    values: [like, ...characters],
    sql([place, ...candidates], text) {
      const { stored } = searchedTexts(text);
      const isText = stored === undefined ? sql`` : sql`not ${isBytes(stored)} and `;
      return once(stored ?? text, (looked) => {
        const found = candidates.map((candidate) => sql`instr(${looked}, ${candidate})`);
        const matches = sql`case when ${hasNone(looked, [0])} then ${isLike(sql`joinery_fold(${looked})`, place)} else ${matched(looked, place, true)} end`;
        return sql`(${isText}(${sql.join(found, sql` or `)}) and ${matches})`;
      });
    },
  };
}

/**
 * By the engine's own word where it is right, else by another. That all texts of a column are usual may be known; else
 * each is asked whether it is of ASCII alone and without a NUL (the one length is of its bytes, the other of the characters
 * before the first NUL), and only then for each of the characters that the engine is wrong about.
 */
function whereUsual(
  text: Value,
  codes: readonly number[],
  words: (usual: Value) => Value,
  otherwise: (text: Value) => Value,
): RawBuilder<unknown> {
  const { stored, areUsual } = searchedTexts(text);
  // A column is short, and its own name.
  if (stored === undefined)
    return once(text, (named) => eitherWay(isPlain(named, codes), words(named), otherwise(named)));
  const known = areUsual === undefined ? sql`` : sql`${areUsual} or `;
  const isUsual = sql`${known}not ${isBytes(stored)} and (${isPlain(stored, codes)})`;
  return eitherWay(isUsual, words(stored), otherwise(text));
}

const eitherWay = (isUsual: Value, words: Value, otherwise: Value) =>
  sql`case when ${isUsual} then ${words} else ${otherwise} end`;

const isPlain = (text: Value, codes: readonly number[]) =>
  sql`octet_length(${text}) = length(${text}) or ${hasNone(text, [0, ...codes])}`;

function hasNone(text: Value, codes: readonly number[]): Value {
  const found = codes.map((code) => sql`instr(${text}, char(${sql.raw(String(code))}))`);
  return sql`not (${sql.join(found, sql` or `)})`;
}

function isLike(text: Value, place: Value | undefined): Value {
  return sql`${text} like ${place} escape ${sql.lit(likeEscape)}`;
}

/** By a function of ours, for any text and any pattern. */
function matched(text: Value, place: Value | undefined, ignoreCase: boolean): RawBuilder<unknown> {
  return sql`joinery_match(${ignoreCase ? sql`joinery_fold(${text})` : text}, ${place})`;
}

function globText(pattern: Pattern): string {
  return pattern
    .map((part) => (part === 'any' ? '*' : part === 'one' ? '?' : part.text.replace(/[*?[]/g, '[$&]')))
    .join('');
}

export const matchesPattern: CompareSql['matchesPattern'] = (text, pattern) =>
  sql<boolean>`joinery_like(${text}, ${pattern})`;

/** By bytes: to the engine's functions on texts a text ends at its first NUL. Nothing cut off from nothing is null to it. */
export const holds: CompareSql['holds'] = (text, part, place) => {
  if (place === 'anywhere') return sql<boolean>`instr(${text}, ${part}) > 0`;
  const length = sql`octet_length(${part})`;
  const bytes = sql`cast(${text} as blob)`;
  const cut =
    place === 'start' ? sql`substr(${bytes}, 1, ${length})` : sql`substr(${bytes}, -${length}, ${length})`;
  return sql<boolean>`case when ${text} is null or ${part} is null then null when ${length} = 0 then 1 else ifnull(${cut}, x'') = cast(${part} as blob) end`;
};
