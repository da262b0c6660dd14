// Compares two JSON texts whatever the order of members and the spelling of leaves. Raw texts, because parsing would
// lose duplicate names and members called `__proto__`; positions in them and no parts, because a document may have two
// million names, and a map of them holds the service for seconds.
import { randomInt } from 'node:crypto';
import { endOfString, endOfValue } from '../../../contract/json-parts.ts';

/** Whether two values that are neither objects nor lists are equal. */
export type SameLeaf = (a: string, b: string) => boolean;

/** Both must be valid JSON without blanks around it. */
export function isSameJson(a: string, b: string, sameLeaf: SameLeaf): boolean {
  return new Comparison(new JsonText(a), new JsonText(b), sameLeaf).values(0, 0);
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const space = 0x20;

/** The members of an object, by positions: each has four of them. */
interface Members {
  readonly count: number;
  /** The name's quotes, the value's beginning and its end. */
  readonly at: readonly number[];
}

/** A text, and where its objects and lists end: values are then skipped without reading them again at every level. */
class JsonText {
  readonly text: string;
  /** Of objects and lists, in order. */
  readonly #begins: number[] = [];
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.text = text;
    const open: number[] = [];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === quote) i = endOfString(text, i) - 1;
      else if (code === openObject || code === openList) {
        open.push(this.#begins.length);
        this.#begins.push(i);
      } else if (code === closeObject || code === closeList) {
        this.#ends[open.pop() ?? 0] = i + 1;
      }
    }
  }

  kindAt(at: number): number {
    return this.text.charCodeAt(at);
  }

  endOf(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code !== openObject && code !== openList) return endOfValue(this.text, at);
    let [low, high] = [0, this.#begins.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#begins[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#ends[low] ?? this.text.length;
  }

  /** The beginnings of a list's items. */
  itemsOf(at: number): readonly number[] {
    const items: number[] = [];
    for (let i = this.#next(at + 1); this.kindAt(i) !== closeList; i = this.#afterComma(this.endOf(i))) {
      items.push(i);
    }
    return items;
  }

  membersOf(at: number): Members {
    const members: number[] = [];
    let count = 0;
    for (let i = this.#next(at + 1); this.kindAt(i) !== closeObject; count++) {
      const nameEnd = endOfString(this.text, i);
      let begin = nameEnd;
      while (this.kindAt(begin) !== colon) begin++;
      begin = this.#next(begin + 1);
      const end = this.endOf(begin);
      members.push(i, nameEnd, begin, end);
      i = this.#afterComma(end);
    }
    return { count, at: members };
  }

  #next(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) <= space) at++;
    return at;
  }

  #afterComma(end: number): number {
    const at = this.#next(end);
    return this.kindAt(at) === comma ? this.#next(at + 1) : at;
  }
}

class Comparison {
  readonly #a: JsonText;
  readonly #b: JsonText;
  readonly #sameLeaf: SameLeaf;

  constructor(a: JsonText, b: JsonText, sameLeaf: SameLeaf) {
    this.#a = a;
    this.#b = b;
    this.#sameLeaf = sameLeaf;
  }

  /** The values that begin there. */
  values(a: number, b: number): boolean {
    const [kind, other] = [this.#a.kindAt(a), this.#b.kindAt(b)];
    if (kind === openObject) return other === openObject && this.#objects(a, b);
    if (kind === openList) return other === openList && this.#lists(a, b);
    if (other === openObject || other === openList) return false;
    const [end, otherEnd] = [this.#a.endOf(a), this.#b.endOf(b)];
    if (this.#isSameText(a, end, b, otherEnd)) return true;
    return this.#sameLeaf(this.#a.text.slice(a, end), this.#b.text.slice(b, otherEnd));
  }

  #lists(a: number, b: number): boolean {
    const [items, others] = [this.#a.itemsOf(a), this.#b.itemsOf(b)];
    return items.length === others.length && items.every((item, i) => this.values(item, others[i] ?? 0));
  }

  #objects(a: number, b: number): boolean {
    const [members, others] = [this.#a.membersOf(a), this.#b.membersOf(b)];
    if (members.count !== others.count) return false;
    // Most engines keep the order, and for the others the rest is looked up.
    let first = 0;
    for (; first < members.count && this.#haveSameName(members, first, others, first); first++) {
      if (!this.#haveSameValue(members, first, others, first)) return false;
    }
    if (first === members.count) return true;
    const names = new NameTable(this.#b.text, others, first);
    for (let i = first; i < members.count; i++) {
      const [begin = 0, end = 0] = [members.at[i * 4], members.at[i * 4 + 1]];
      const found = names.take(this.#a.text, begin, end);
      if (found < 0 || !this.#haveSameValue(members, i, others, found)) return false;
    }
    return true;
  }

  #haveSameValue({ at }: Members, i: number, { at: others }: Members, j: number): boolean {
    return this.values(at[i * 4 + 2] ?? 0, others[j * 4 + 2] ?? 0);
  }

  /** As written: a name with an escape is looked up. */
  #haveSameName({ at }: Members, i: number, { at: others }: Members, j: number): boolean {
    const [begin = 0, end = 0] = [at[i * 4], at[i * 4 + 1]];
    return this.#isSameText(begin, end, others[j * 4] ?? 0, others[j * 4 + 1] ?? 0);
  }

  #isSameText(a: number, aEnd: number, b: number, bEnd: number): boolean {
    return isSameSlice({ text: this.#a.text, from: a, to: aEnd }, { text: this.#b.text, from: b, to: bEnd });
  }
}

/** A part of a text: comparing them makes no strings. */
interface Slice {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

function isSameSlice({ text: a, from, to }: Slice, { text: b, from: start, to: end }: Slice): boolean {
  if (to - from !== end - start) return false;
  for (let i = from, j = start; i < to; i++, j++) if (a.charCodeAt(i) !== b.charCodeAt(j)) return false;
  return true;
}

/** Nobody can choose names that meet in the table. */
const [seed, factor] = [randomInt(-(2 ** 31), 2 ** 31), randomInt(2 ** 31) * 2 + 1];

function hashOf({ text, from, to }: Slice): number {
  let hash = seed;
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), factor);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Finds members by their names, each once; members of one name in their order. */
class NameTable {
  readonly #text: string;
  readonly #members: Members;
  /** By hash: the first member of a name, plus one. */
  readonly #slots: Int32Array;
  /** By first member: the next one to take, plus one. */
  readonly #heads: Int32Array;
  /** By member: the next one of its name, plus one. */
  readonly #following: Int32Array;
  readonly #last: Int32Array;
  /** By first member; comparing hashes first saves reading most names. */
  readonly #hashes: Int32Array;

  /** Of the members from `first` on. */
  constructor(text: string, members: Members, first: number) {
    this.#text = text;
    this.#members = members;
    const { count } = members;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2((count - first) * 2 + 1)));
    this.#heads = new Int32Array(count);
    this.#following = new Int32Array(count);
    this.#last = new Int32Array(count);
    this.#hashes = new Int32Array(count);
    for (let i = first; i < count; i++) this.#add(i);
  }

  /** The next member of this name; -1 if there is none. */
  take(text: string, begin: number, end: number): number {
    const name = plain(text, begin, end);
    const owner = (this.#slots[this.#slotOf(name, hashOf(name))] ?? 0) - 1;
    if (owner < 0) return -1;
    const taken = (this.#heads[owner] ?? 0) - 1;
    if (taken >= 0) this.#heads[owner] = this.#following[taken] ?? 0;
    return taken;
  }

  #add(i: number): void {
    const name = this.#nameOf(i);
    const hash = hashOf(name);
    const slot = this.#slotOf(name, hash);
    const owner = (this.#slots[slot] ?? 0) - 1;
    if (owner < 0) {
      this.#slots[slot] = i + 1;
      this.#heads[i] = i + 1;
      this.#last[i] = i;
      this.#hashes[i] = hash;
      return;
    }
    this.#following[this.#last[owner] ?? 0] = i + 1;
    this.#last[owner] = i;
  }

  #nameOf(i: number): Slice {
    return plain(this.#text, this.#members.at[i * 4] ?? 0, this.#members.at[i * 4 + 1] ?? 0);
  }

  /** The slot of a name, empty or taken by it. */
  #slotOf(name: Slice, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const owner = (this.#slots[slot] ?? 0) - 1;
      if (owner < 0 || (this.#hashes[owner] === hash && isSameSlice(name, this.#nameOf(owner)))) return slot;
    }
  }
}

/** A name without its quotes and escapes. */
function plain(text: string, begin: number, end: number): Slice {
  for (let i = begin; i < end; i++) {
    if (text.charCodeAt(i) !== backslash) continue;
    const name = String(JSON.parse(text.slice(begin, end)));
    return { text: name, from: 0, to: name.length };
  }
  return { text, from: begin + 1, to: end - 1 };
}
