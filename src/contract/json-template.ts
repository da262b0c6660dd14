// Reads objects of a JSON text that are the same but for their values: all around these is read once, and is shared.
import { isObject, parseUnambiguous } from './json.ts';
import { colon, endOfString, endOfValue, isSpace, openBracket, quote } from './json-scan.ts';

/** The fields whose values differ; `columns` only where it is a list. */
const [valueName, listName] = ['"value"', '"columns"'];

/** The text of an object, cut where such a field has its value. */
export interface Cut {
  /** One more than there are values. */
  readonly pieces: readonly string[];
  /** Whether the value behind the piece of this number is a list. */
  readonly isList: readonly boolean[];
  /** Tells it from others. */
  readonly text: string;
}

export function cut(text: string): Cut {
  const pieces: string[] = [];
  const isList: boolean[] = [];
  let from = 0;
  for (let i = text.indexOf('"'); i >= 0; i = text.indexOf('"', i)) {
    const end = endOfString(text, i) + 1;
    const name = text.slice(i, end);
    i = end;
    if (name !== valueName && name !== listName) continue;
    while (isSpace(text.charCodeAt(i))) i++;
    if (text.charCodeAt(i) !== colon) continue;
    do i++;
    while (isSpace(text.charCodeAt(i)));
    const list = text.charCodeAt(i) === openBracket;
    const behind = endOfValue(text, i);
    if ((name === listName && !list) || hasObject(text.slice(i, behind))) continue;
    pieces.push(text.slice(from, i));
    isList.push(list);
    from = behind;
    i = behind;
  }
  pieces.push(text.slice(from));
  return { pieces, isList, text: `${isList.map(Number).join('')}${pieces.join('\0')}` };
}

/** Also where a text has a brace; then it is read as a whole. */
function hasObject(value: string): boolean {
  return value.includes('{');
}

/** What stands in the place of a value while the rest is read: no text of a policy is likely to be one of them. */
const markOf = (i: number) => `\u0001${i}`;

/** A field or an item that is a value, by its number, or that has values within it. */
interface Place {
  readonly name: string;
  readonly number: number;
  /** Null where it is a value itself. */
  readonly within: Part | null;
}

/** An object or a list that has values within it. */
interface Part {
  readonly model: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly places: readonly Place[];
}

/** Objects are one where they are equal, but those that were read long ago are forgotten. */
const mostKnown = 4_096;

export class JsonTemplate {
  readonly #pieces: readonly string[];
  readonly #isList: readonly boolean[];
  readonly #whole: Part;
  /** The texts of the values that were found last. */
  readonly #found: string[] = [];
  /** By these texts: equal objects are one. */
  readonly #known = new Map<string, unknown>();
  /** By its text: a list of columns, many of which are the same. */
  readonly #lists = new Map<string, unknown>();

  private constructor({ pieces, isList }: Cut, whole: Part) {
    this.#pieces = pieces;
    this.#isList = isList;
    this.#whole = whole;
  }

  /** Null where the places of values cannot be told. Throws at what is no JSON. */
  static of(pieces: Cut): JsonTemplate | null {
    const text = pieces.pieces.reduce((all, piece, i) => all + JSON.stringify(markOf(i - 1)) + piece);
    const model = parseUnambiguous(text);
    if (!isObject(model)) return null;
    const count = pieces.isList.length;
    const found = new Set<number>();
    const whole = partOf(model, count, found);
    return whole === null || found.size !== count ? null : new JsonTemplate(pieces, whole);
  }

  /** The end of an object that stands in a text and is this one with other values; null where none does. */
  endIn(text: string, start: number): number | null {
    const pieces = this.#pieces;
    let at = start;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i] ?? '';
      // Whole texts are compared many times faster than the beginning of one.
      if (text.slice(at, at + piece.length) !== piece) return null;
      at += piece.length;
      if (i === pieces.length - 1) break;
      if ((text.charCodeAt(at) === openBracket) !== this.#isList[i]) return null;
      const end = endOfValue(text, at);
      const value = text.slice(at, end);
      if (hasObject(value)) return null;
      this.#found[i] = value;
      at = end;
    }
    return at;
  }

  /** With the values that were found last. */
  value(): unknown {
    const found = this.#found;
    const key = found.length === 1 ? (found[0] ?? '') : found.join('\0');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const value = this.#filled(this.#whole);
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }

  #filled({ model, places }: Part): unknown {
    if (isList(model)) {
      const items = model.slice();
      for (const place of places) items[Number(place.name)] = this.#at(place);
      return items;
    }
    const fields: Record<string, unknown> = { ...model };
    for (const place of places) fields[place.name] = this.#at(place);
    return fields;
  }

  #at({ number, within }: Place): unknown {
    return within === null ? this.#read(this.#found[number] ?? '') : this.#filled(within);
  }

  #read(text: string): unknown {
    const first = text.charCodeAt(0);
    if (first === quote) return JSON.parse(text);
    if (first > 0x30 && first <= 0x39 && text.length < 15 && !/\D/.test(text)) return Number(text);
    const known = this.#lists.get(text);
    if (known !== undefined) return known;
    const read = parseUnambiguous(`{"value":${text}}`);
    const value = isObject(read) ? read.value : undefined;
    if (first === openBracket && this.#lists.size < mostKnown) this.#lists.set(text, value);
    return value;
  }
}

function isList(model: Part['model']): model is readonly unknown[] {
  return Array.isArray(model);
}

/** Null where a value could be mistaken. `found`: the values whose places were found. */
function partOf(model: Part['model'], count: number, found: Set<number>): Part | null {
  const places: Place[] = [];
  for (const [name, value] of Object.entries(model)) {
    const isMark = typeof value === 'string' && value.startsWith('\u0001');
    const number = isMark ? Number(value.slice(1)) : -1;
    const within = isObject(value) || Array.isArray(value) ? partOf(value, count, found) : undefined;
    if (within === null || (isMark && (found.has(number) || !(number < count)))) return null;
    if (isMark) found.add(number);
    const isPlace = isMark || (within !== undefined && within.places.length > 0);
    if (isPlace && name === '__proto__') return null;
    if (isPlace) places.push({ name, number, within: within ?? null });
  }
  return { model, places };
}
