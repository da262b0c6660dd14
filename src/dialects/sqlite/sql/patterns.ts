// How SQLite finds texts by their form. LIKE and GLOB are quick and know two things less than we promise: to them a text
// ends at its first NUL, and LIKE ignores the case of ASCII letters only.
import { type RawBuilder, sql } from 'kysely';
import type { Bound, CompareSql, Value } from '../../../query/dialect/sql.ts';
import { unfold } from '../../../query/fold.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';

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
        sql`case when ${isPlain(text)} or ${hasNoNul(text)} then ${text} glob ${glob} else ${matched(text, place, false)} end`,
    };
  }
  const [beyondAscii] = [...like].filter((character) => !isAscii(character));
  return beyondAscii === undefined ? asciiPattern(like) : widerPattern(like, beyondAscii);
}

/** Of ASCII letters only: LIKE itself, and for texts with more than those what else folds to one of the letters. */
function asciiPattern(like: string): Bound<[text: Value]> {
  const letters = ['k', 'i'].filter((letter) => like.includes(letter));
  return {
    form: `ascii ${letters.join('')}`,
    values: [like],
    sql([place], text) {
      const folded = asciiFolded(text, letters);
      const others = sql`when ${hasNoNul(text)} then ${isLike(folded, place)} else ${matched(text, place, true)}`;
      return folded === text
        ? sql`case when ${isPlain(text)} or ${hasNoNul(text)} then ${isLike(text, place)} else ${matched(text, place, true)} end`
        : sql`case when ${isPlain(text)} then ${isLike(text, place)} ${others} end`;
    },
  };
}

/** What has none of the characters that fold to this one cannot match, and need not be folded to tell. */
function widerPattern(like: string, beyondAscii: string): Bound<[text: Value]> {
  const characters = [...unfold(beyondAscii)];
  return {
    form: `beyond ASCII ${characters.length}`,
    values: [like, ...characters],
    sql([place, ...candidates], text) {
      const found = candidates.map((candidate) => sql`instr(${text}, ${candidate})`);
      const matches = sql`case when ${hasNoNul(text)} then ${isLike(sql`joinery_fold(${text})`, place)} else ${matched(text, place, true)} end`;
      return sql`((${sql.join(found, sql` or `)}) and ${matches})`;
    },
  };
}

/**
 * Whether the text is of ASCII alone, without a NUL: the one length is of the bytes, the other of the characters before
 * the first NUL. It takes a third of what it takes to look for a character.
 */
function isPlain(text: Value): Value {
  return sql`octet_length(${text}) = length(${text})`;
}

function hasNoNul(text: Value): Value {
  return sql`instr(${text}, char(0)) = 0`;
}

function isLike(text: Value, place: Value | undefined): Value {
  return sql`${text} like ${place} escape ${sql.lit(likeEscape)}`;
}

/** By a function of ours, for any text and any pattern. */
function matched(text: Value, place: Value | undefined, ignoreCase: boolean): RawBuilder<unknown> {
  return sql`joinery_match(${ignoreCase ? sql`joinery_fold(${text})` : text}, ${place})`;
}

/**
 * Beyond ASCII only the Kelvin sign and the dotted capital I fold to ASCII letters, so a pattern of ASCII needs no
 * function of ours.
 */
function asciiFolded(text: Value, letters: readonly string[]): Value {
  const kelvin = letters.includes('k') ? sql`replace(${text}, char(8490), 'k')` : text;
  return letters.includes('i') ? sql`replace(${kelvin}, char(304), 'i')` : kelvin;
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
