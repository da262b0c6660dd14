// Reads a large JSON text in which the same objects stand again and again: each of them is read once, and is one object
// wherever it stands.
import { parseUnambiguous } from './json.ts';

/**
 * `level`: how many objects are around the innermost ones that are shared; those around them are shared too. A text that
 * is no JSON is refused in the words of the ordinary parser, and so is an object that says two things of one name.
 */
export function parseShared(text: string, level: number): unknown {
  try {
    return new SharedReader(text).all(level);
  } catch {
    return parseUnambiguous(text);
  }
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** An object that was read, and its text. */
interface Known {
  readonly text: string;
  readonly value: unknown;
}

/** Where so many differ there is little to share, and to read all of it at once is faster. */
const mostParts = 10_000;

/** Throws at whatever it does not expect. */
class SharedReader {
  readonly #text: string;
  #at = 0;
  /** By how many objects may be within one another in them: the one that was read last. */
  readonly #last: Known[] = [];
  /** By their text: what nothing is shared within. */
  readonly #parts = new Map<string, unknown>();

  constructor(text: string) {
    this.#text = text;
  }

  all(level: number): unknown {
    this.#skipSpace();
    const value = this.#value(level);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw unexpected();
    return value;
  }

  #value(level: number): unknown {
    if (this.#text.charCodeAt(this.#at) !== openBrace) return this.#part();
    // An object ends where its braces are even: a text that begins with that of another object begins with that object.
    const last = this.#last[level];
    // Whole texts are compared many times faster than the beginning of one.
    if (last !== undefined && this.#text.slice(this.#at, this.#at + last.text.length) === last.text) {
      this.#at += last.text.length;
      return last.value;
    }
    const start = this.#at;
    const value = level === 0 ? this.#part() : this.#object(level);
    this.#last[level] = { text: this.#text.slice(start, this.#at), value };
    return value;
  }

  #object(level: number): object {
    const object: Record<string, unknown> = {};
    this.#at++;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) === closeBrace) {
      this.#at++;
      return object;
    }
    for (;;) {
      const name = this.#name();
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#at++) !== colon) throw unexpected();
      this.#skipSpace();
      // Two things of one name: the ordinary parser says what is wrong with that.
      if (Object.hasOwn(object, name)) throw unexpected();
      put(object, name, this.#value(level - 1));
      this.#skipSpace();
      const end = this.#text.charCodeAt(this.#at++);
      if (end === closeBrace) return object;
      if (end !== comma) throw unexpected();
      this.#skipSpace();
    }
  }

  #name(): string {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start) !== quote) throw unexpected();
    this.#at = endOfString(text, start) + 1;
    const inner = text.slice(start + 1, this.#at - 1);
    return isPlain(inner) ? inner : String(JSON.parse(text.slice(start, this.#at)));
  }

  /** Whatever it is, it is read by the ordinary parser. */
  #part(): unknown {
    const start = this.#at;
    this.#at = endOfValue(this.#text, start);
    const part = this.#text.slice(start, this.#at);
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    if (this.#parts.size === mostParts) throw unexpected();
    const value = parseUnambiguous(part);
    this.#parts.set(part, value);
    return value;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}

/** Whether a string is written as it is, and ends. */
function isPlain(inner: string): boolean {
  for (let i = 0; i < inner.length; i++) {
    const c = inner.charCodeAt(i);
    if (c < 0x20 || c === backslash) return false;
  }
  return true;
}

function unexpected(): Error {
  return new SyntaxError('This is left to the ordinary parser.');
}

/** Behind the last character; whether it is a value at all is for the parser to find out. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) {
      i = endOfString(text, i);
      if (depth === 0) return i + 1;
    } else if (c === openBrace || c === openBracket) {
      depth++;
    } else if (c === closeBrace || c === closeBracket) {
      // Of what is around a number or a word.
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (depth === 0 && (c === comma || isSpace(c))) {
      return i;
    }
  }
  return text.length;
}

/** At the text's end where the string has none. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) return i;
    if (c === backslash) i++;
  }
  return text.length;
}

function isSpace(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
}

/** As a field of the object itself, whatever its name is. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
