// How SQLite matches texts. LIKE and GLOB are fast but fall short in three ways: they end a text at its first NUL, LIKE
// ignores the case of ASCII letters only, and bytes have no text. Values they would get wrong go to a function of ours.
import { type RawBuilder, sql } from 'kysely';
import type { Bound, CompareSql, Value } from '../../../query/dialect/sql.ts';
import { unfold } from '../../../query/fold.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { isBytes } from './classes/renderings.ts';
import { once } from './once.ts';
import { searchedTexts } from './searched.ts';

/** SQLite's own limit on patterns of LIKE and GLOB, in bytes. */
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

/** Outside ASCII, only the Kelvin sign and the dotted capital I fold to ASCII letters. */
const foldedLetters = [
  ['k', 0x212a],
  ['i', 0x130],
] as const;

/**
 * For a pattern of ASCII letters: LIKE itself, unless the text contains another character that folds to one of them.
 */
function asciiPattern(like: string): Bound<[text: Value]> {
  const letters = foldedLetters.filter(([letter]) => like.includes(letter));
  const hasEscapes = like.includes(likeEscape);
  return {
    form: `ascii ${letters.map(([letter]) => letter).join('')}${hasEscapes ? ' with escapes' : ''}`,
    values: [like],
    sql: ([place], text) =>
      whereUsual(
        text,
        letters.map(([, code]) => code),
        (usual) => isLike(usual, place, hasEscapes),
        (other) => matched(other, place, true),
      ),
  };
}

/**
 * A text without any character that folds to this one cannot match, and need not be folded. The text of bytes is ASCII.
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
        const matches = sql`case when ${hasNone(looked, [0])} then ${isLike(sql`joinery_fold(${looked})`, place, true)} else ${matched(looked, place, true)} end`;
        return sql`(${isText}(${sql.join(found, sql` or `)}) and ${matches})`;
      });
    },
  };
}

/**
 * Uses the engine's operator where it is right, otherwise the alternative. It may be known that all texts of a column
 * are plain. Otherwise each is checked: first whether it is pure ASCII without NUL (one length is in bytes, the other
 * in characters before the first NUL), and only then for each character that the engine gets wrong.
 */
function whereUsual(
  text: Value,
  codes: readonly number[],
  words: (usual: Value) => Value,
  otherwise: (text: Value) => Value,
): RawBuilder<unknown> {
  const { stored, areUsual } = searchedTexts(text);
  // A column is short, and needs no other name.
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

/** With an ESCAPE clause the engine takes some 5 % longer. */
function isLike(text: Value, place: Value | undefined, hasEscapes: boolean): Value {
  return hasEscapes ? sql`${text} like ${place} escape ${sql.lit(likeEscape)}` : sql`${text} like ${place}`;
}

/** Uses our own function, for any text and pattern. */
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

/** By bytes, because the engine's text functions stop at the first NUL. Its substr of an empty value is NULL. */
export const holds: CompareSql['containsText'] = (text, part, place) => {
  if (place === 'anywhere') return sql<boolean>`instr(${text}, ${part}) > 0`;
  const length = sql`octet_length(${part})`;
  const bytes = sql`cast(${text} as blob)`;
  const cut =
    place === 'start' ? sql`substr(${bytes}, 1, ${length})` : sql`substr(${bytes}, -${length}, ${length})`;
  return sql<boolean>`case when ${text} is null or ${part} is null then null when ${length} = 0 then 1 else ifnull(${cut}, x'') = cast(${part} as blob) end`;
};
