// Parses a large JSON text with many repeated objects: each is parsed once and becomes one object everywhere.
import { parseUnambiguous } from './json.ts';

/**
 * `level`: the nesting depth of the innermost shared objects; those around them are shared too. Invalid JSON fails with
 * the ordinary parser's message, and so do contradictory duplicate names.
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

/** A parsed object and its text. */
interface Known {
  readonly text: string;
  readonly value: unknown;
}

/** With this many different parts there is little to share, and the ordinary parser is faster. */
const maxParts = 10_000;

/** Throws at anything unexpected. */
class SharedReader {
  readonly #text: string;
  #at = 0;
  /** The last object parsed, by the nesting depth it may contain. */
  readonly #last: Known[] = [];
  /** Parts with nothing shared inside, by their text. */
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
    // An object ends where its braces balance, so a text that begins with another object's text begins with that
    // object.
    const last = this.#last[level];
    // Comparing whole strings is many times faster than startsWith.
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
      // A duplicate name: the ordinary parser reports it.
      if (Object.hasOwn(object, name)) throw unexpected();
      defineOwn(object, name, this.#value(level - 1));
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

  /** Parses any value with the ordinary parser. */
  #part(): unknown {
    const start = this.#at;
    this.#at = endOfValue(this.#text, start);
    const part = this.#text.slice(start, this.#at);
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    if (this.#parts.size === maxParts) throw unexpected();
    const value = parseUnambiguous(part);
    this.#parts.set(part, value);
    return value;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }
}

/** Whether a string has no escapes and no control characters. */
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

/** The position after the value; validity is left to the parser. */
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
      // The bracket belongs to the container of a number or keyword.
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (depth === 0 && (c === comma || isSpace(c))) {
      return i;
    }
  }
  return text.length;
}

/** The position of the closing quote; the text's end if there is none. */
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

/** Defines an own property, whatever its name. */
function defineOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
