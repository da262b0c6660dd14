// Reads a large JSON text in which the same objects stand again and again: each of them is read once, and is one object
// wherever it stands.
import { parseUnambiguous } from './json.ts';
import {
  backslash,
  closeBrace,
  colon,
  comma,
  endOfString,
  endOfValue,
  isSpace,
  openBrace,
  quote,
} from './json-scan.ts';
import { type Cut, cut, JsonTemplate } from './json-template.ts';

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

/** An object that was read, and its text. */
interface Known {
  readonly text: string;
  readonly value: unknown;
}

/** Throws at whatever it does not expect. */
class SharedReader {
  readonly #text: string;
  #at = 0;
  /** By how many objects may be within one another in them: the one that was read last. */
  readonly #last: Known[] = [];
  /** By their text: what nothing is shared within. */
  readonly #parts = new Map<string, unknown>();
  /** By the text around their values: objects that nothing is shared within but what they have in common. */
  readonly #templates = new Map<string, JsonTemplate>();
  /** By the name that they stand under, the last one: the same is often said again there, of other values. */
  readonly #under = new Map<string, JsonTemplate>();

  constructor(text: string) {
    this.#text = text;
  }

  all(level: number): unknown {
    this.#skipSpace();
    const value = this.#value(level, '');
    this.#skipSpace();
    if (this.#at < this.#text.length) throw unexpected();
    return value;
  }

  #value(level: number, name: string): unknown {
    if (this.#text.charCodeAt(this.#at) !== openBrace) return this.#part();
    // An object ends where its braces are even: a text that begins with that of another object begins with that object.
    const last = this.#last[level];
    // Whole texts are compared many times faster than the beginning of one.
    if (last !== undefined && this.#text.slice(this.#at, this.#at + last.text.length) === last.text) {
      this.#at += last.text.length;
      return last.value;
    }
    const start = this.#at;
    const value = level === 0 ? this.#filled(name) : this.#object(level);
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
      put(object, name, this.#value(level - 1, name));
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
    const value = parseUnambiguous(part);
    this.#parts.set(part, value);
    return value;
  }

  /** An object that may be another one with other values. */
  #filled(name: string): unknown {
    const under = this.#under.get(name);
    if (under !== undefined) {
      const end = under.endIn(this.#text, this.#at);
      if (end !== null) {
        this.#at = end;
        return under.value();
      }
    }
    const start = this.#at;
    const end = endOfValue(this.#text, start);
    const template = this.#templateOf(cut(this.#text.slice(start, end)));
    if (template === null || template.endIn(this.#text, start) !== end) return this.#part();
    this.#under.set(name, template);
    this.#at = end;
    return template.value();
  }

  #templateOf(pieces: Cut): JsonTemplate | null {
    const known = this.#templates.get(pieces.text);
    if (known !== undefined) return known;
    const template = JsonTemplate.of(pieces);
    if (template !== null) this.#templates.set(pieces.text, template);
    return template;
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

/** As a field of the object itself, whatever its name is. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
