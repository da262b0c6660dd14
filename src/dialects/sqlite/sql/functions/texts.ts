// Texts in computed fields and patterns on SQLite. None of these functions splits a text into an array of characters:
// for a very long text, that array would exhaust memory.
import type { Pattern } from '../../../../query/patterns.ts';
import { integerPart } from './numbers.ts';

/**
 * The limit for texts made from shorter ones, in code units. Nested replacements would grow without bound. What is
 * longer is null and not refused: the engine may compute it for rows that the user does not see.
 */
const maxTextLength = 2 ** 24;

/** The number of code points. */
export function length(text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  let count = 0;
  for (let at = 0; at < text.length; at = behind(text, at)) count++;
  return BigInt(count);
}

/** By code points, from 1; positions before the text yield nothing. */
export function substring(text: unknown, from: unknown, count?: unknown): string | null {
  const first = integerPart(from);
  const wanted = count === undefined ? null : integerPart(count);
  if (typeof text !== 'string' || first === null || (count !== undefined && wanted === null)) return null;
  const start = Number(first) - 1;
  const begin = after(text, 0, start);
  if (wanted === null) return text.slice(begin);
  const end = start + Math.max(Number(wanted), 0);
  return text.slice(begin, after(text, begin, end - Math.max(start, 0)));
}

/** The engine's own function treats a text that begins with NUL as empty, and replaces nothing in it. */
export function replace(text: unknown, what: unknown, by: unknown): string | null {
  if (typeof text !== 'string' || typeof what !== 'string' || typeof by !== 'string') return null;
  if (what === '') return text;
  if (by.length > what.length && isTooLong(text, what, by.length - what.length)) return null;
  // `replaceAll` takes more than twice the memory.
  return text.split(what).join(by);
}

/** The text; null if it is too long. */
export function fitting(text: unknown): unknown {
  return typeof text === 'string' && text.length > maxTextLength ? null : text;
}

/** Whether the text is too long with `more` characters for each occurrence. */
function isTooLong(text: string, what: string, more: number): boolean {
  let length = text.length;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) {
    length += more;
    if (length > maxTextLength) return true;
  }
  return false;
}

/** Backtracks only to the last `%`, so that no match takes more than text times pattern steps. */
export function like(text: string, pattern: Pattern): number {
  const wanted = pattern.flatMap((part): ('any' | 'one' | { character: string })[] =>
    typeof part === 'string' ? [part] : [...part.text].map((character) => ({ character })),
  );
  let at = 0;
  let want = 0;
  let retry: { at: number; want: number } | null = null;
  while (at < text.length) {
    const next = wanted[want];
    if (next === 'any') {
      retry = { at, want: ++want };
    } else if (next === 'one' || (next !== undefined && isAt(text, at, next.character))) {
      at = behind(text, at);
      want++;
    } else if (retry !== null) {
      at = retry.at = behind(text, retry.at);
      want = retry.want;
    } else return 0;
  }
  return wanted.slice(want).every((part) => part === 'any') ? 1 : 0;
}

/** Half of a surrogate pair does not equal the pair. */
function isAt(text: string, at: number, character: string): boolean {
  return text.codePointAt(at) === character.codePointAt(0);
}

/** The start of the next code point. */
function behind(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/** The position after `count` code points, or the end of the text. */
function after(text: string, start: number, count: number): number {
  let at = start;
  for (let passed = 0; passed < count && at < text.length; passed++) at = behind(text, at);
  return at;
}
