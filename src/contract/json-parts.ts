// Splits JSON text without parsing it: returns the members of an object and the items of a list as raw text.

/** How deep a text may be nested: functions that call themselves for every level must not run out of stack. */
export const maxDepth = 256;

/** The members of an object; with duplicate names the last wins. The text must be valid JSON. */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  eachMember(text, text.indexOf('{'), (name, begin) => {
    const end = endOfValue(text, begin);
    members.set(name, text.slice(begin, end));
    return end;
  });
  return members;
}

/**
 * Visits the members of the object that begins at `from` and returns its end. `take` gets the start of each value and
 * must return its end, for example from `endOfValue` or by visiting the value.
 */
export function eachMember(
  text: string,
  from: number,
  take: (name: string, begin: number) => number,
): number {
  let at = afterBlanks(text, from + 1);
  while (text.charCodeAt(at) !== closeObject) {
    const nameEnd = endOfString(text, at);
    const begin = afterBlanks(text, text.indexOf(':', nameEnd) + 1);
    at = afterComma(text, take(stringIn(text.slice(at, nameEnd)), begin));
  }
  return at + 1;
}

/**
 * The member names of similar objects, as in a long list: repeated names are not parsed again, and known to be unique.
 */
export class MemberNameCache {
  #names: readonly string[] = [];
  /** The text from each name to its value. */
  #labels: readonly string[] = [];

  /** The names of the last object; the same list as long as they do not change. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Like `eachMember`; `repeated` is called for a duplicate name. */
  each(
    text: string,
    from: number,
    take: (name: string, begin: number) => number,
    repeated: (name: string) => void,
  ): number {
    let at = afterBlanks(text, from + 1);
    let known = 0;
    for (; text.charCodeAt(at) !== closeObject; known++) {
      const name = this.#names[known];
      const label = this.#labels[known];
      if (name === undefined || label === undefined || !text.startsWith(label, at)) break;
      at = afterComma(text, take(name, afterBlanks(text, at + label.length)));
    }
    const isOver = text.charCodeAt(at) === closeObject;
    if (isOver && known === this.#names.length) return at + 1;
    const names = new Set(this.#names.slice(0, known));
    const labels = this.#labels.slice(0, known);
    while (text.charCodeAt(at) !== closeObject) {
      const nameEnd = endOfString(text, at);
      const begin = afterBlanks(text, text.indexOf(':', nameEnd) + 1);
      const name = stringIn(text.slice(at, nameEnd));
      if (names.has(name)) repeated(name);
      names.add(name);
      labels.push(text.slice(at, begin));
      at = afterComma(text, take(name, begin));
    }
    this.#names = [...names];
    this.#labels = labels;
    return at + 1;
  }
}

/** The same for a list. */
export function eachItem(text: string, from: number, take: (begin: number) => number): number {
  let at = afterBlanks(text, from + 1);
  while (text.charCodeAt(at) !== closeList) at = afterComma(text, take(at));
  return at + 1;
}

/** The items of a list. The text must be valid JSON. */
export function itemsOf(text: string): string[] {
  const items: string[] = [];
  eachItem(text, text.indexOf('['), (begin) => {
    const end = endOfValue(text, begin);
    items.push(text.slice(begin, end));
    return end;
  });
  return items;
}

/** The first item; undefined if the list is empty. */
export function firstItemOf(text: string): string | undefined {
  const begin = afterBlanks(text, text.indexOf('[') + 1);
  return text.charCodeAt(begin) === closeList ? undefined : text.slice(begin, endOfValue(text, begin));
}

const [tab, newline, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function isBlank(code: number): boolean {
  return code === space || code === newline || code === carriageReturn || code === tab;
}

/** Decodes a JSON string; most need no parsing. */
function stringIn(json: string): string {
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function afterComma(text: string, end: number): number {
  const at = afterBlanks(text, end);
  return text.charCodeAt(at) === comma ? afterBlanks(text, at + 1) : at;
}

/** The position after the closing quote, or the end of invalid JSON. `at`: the position of the opening quote. */
export function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The end of the value that begins at `at`. */
export function endOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return endOfString(text, at);
  if (first !== openObject && first !== openList) return endOfPlain(text, at);
  let depth = 0;
  for (let i = at; ; ) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      i = endOfString(text, i);
      continue;
    }
    if (code === openObject || code === openList) depth++;
    else if ((code === closeObject || code === closeList) && --depth === 0) return i + 1;
    i++;
  }
}

/** A number, true, false or null. */
function endOfPlain(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === comma || code === closeList || code === closeObject || isBlank(code)) return i;
  }
  return text.length;
}
