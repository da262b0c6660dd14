// Reads a large JSON text in which the same objects stand again and again: each of them is read once, and is one object
// wherever it stands.
import { parseUnambiguous } from './json.ts';

const quote = 0x22;
const backslash = 0x5c;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * `level`: how many objects or lists are around those that are looked for. A text that is no JSON is refused in the
 * words of the ordinary parser, and so is an object that says two things of one name.
 */
export function parseShared(text: string, level: number): unknown {
  const numbers = new Map<string, number>();
  const pieces: string[] = [];
  let [depth, from, start] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) {
      i = endOfString(text, i);
    } else if (c === openBrace || c === openBracket) {
      if (depth++ === level) start = i;
    } else if (c === closeBrace || c === closeBracket) {
      if (--depth !== level || text.charCodeAt(start) !== openBrace) continue;
      const part = text.slice(start, i + 1);
      const number = numbers.get(part) ?? numbers.size;
      numbers.set(part, number);
      pieces.push(text.slice(from, start), String(number));
      from = i + 1;
    } else if (depth === level && isDigit(c)) {
      // It could not be told from the numbers that stand for objects.
      return parseUnambiguous(text);
    }
  }
  if (depth !== 0 || level === 0) return parseUnambiguous(text);
  try {
    const parts = [...numbers.keys()].map(parseUnambiguous);
    return filled(parseUnambiguous(pieces.join('') + text.slice(from)), level, parts);
  } catch {
    return parseUnambiguous(text);
  }
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

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** The value with the parts in their places. */
function filled(value: unknown, level: number, parts: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const name of Object.keys(value)) {
    const item: unknown = Reflect.get(value, name);
    if (level > 1) filled(item, level - 1, parts);
    else if (typeof item === 'number') put(value, name, parts[item]);
  }
  return value;
}

/** As a field of the object itself, whatever its name is. */
function put(object: object, name: string, value: unknown): void {
  if (name !== '__proto__') Reflect.set(object, name, value);
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
