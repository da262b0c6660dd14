// Finds the items of a JSON list (objects or lists) in chunks of text, without parsing them.
import { maxRowCharacters, UnreadableTable } from './table.ts';

/** The text of a record and its index. */
export interface RecordText {
  readonly number: number;
  readonly text: string;
}

/** What must come next. */
type Expected = 'list' | 'first' | 'item' | 'inside' | 'comma' | 'nothing';

export class ListItems {
  #expected: Expected = 'list';
  #rest = '';
  /** For an item at the start of the rest: how far it was scanned, and its open brackets. */
  #seen = 0;
  #depth = 0;
  #isInString = false;
  #count = 0;
  readonly #opening: '{' | '[';

  /** The first character of each item. */
  constructor(opening: '{' | '[') {
    this.#opening = opening;
  }

  /** The items that end in this chunk. */
  take(piece: string): RecordText[] {
    this.#rest += piece;
    const items: RecordText[] = [];
    while (this.#advance(items));
    if (this.#rest.length > maxRowCharacters) throw new UnreadableTable(`${this.#next()} is too long`);
    return items;
  }

  end(): RecordText[] {
    if (this.#expected === 'list') throw new UnreadableTable('it is empty');
    if (this.#expected !== 'nothing') throw new UnreadableTable('its list has no end');
    return [];
  }

  /** False: more text is needed. */
  #advance(items: RecordText[]): boolean {
    if (this.#expected === 'inside') {
      const end = this.#endOfItem();
      if (end < 0) return false;
      this.#count++;
      items.push({ number: this.#count, text: this.#rest.slice(0, end) });
      this.#goOn(end, 'comma');
      return true;
    }
    const at = this.#rest.search(/[^ \t\r\n]/);
    if (at < 0) {
      this.#rest = '';
      return false;
    }
    const mark = this.#rest[at];
    switch (this.#expected) {
      case 'list':
        if (mark !== '[') throw new UnreadableTable('it is no list of objects');
        this.#goOn(at + 1, 'first');
        break;
      case 'first':
      case 'item':
        if (mark === this.#opening) this.#goOn(at, 'inside');
        else if (mark === ']' && this.#expected === 'first') this.#goOn(at + 1, 'nothing');
        else throw new UnreadableTable(`${this.#next()} is no ${this.#opening === '{' ? 'object' : 'list'}`);
        break;
      case 'comma':
        if (mark !== ',' && mark !== ']') {
          throw new UnreadableTable(`no comma follows record ${this.#count}`);
        }
        this.#goOn(at + 1, mark === ',' ? 'item' : 'nothing');
        break;
      case 'nothing':
        // An answer's size follows its rows.
        if (this.#opening === '[') {
          this.#rest = '';
          return false;
        }
        throw new UnreadableTable('something follows the end of its list');
    }
    return true;
  }

  #goOn(at: number, expected: Expected): void {
    this.#rest = this.#rest.slice(at);
    this.#expected = expected;
    this.#seen = 0;
  }

  /** -1 if it has not arrived yet. */
  #endOfItem(): number {
    for (;;) {
      const marks = this.#isInString ? /["\\]/g : /["{}[\]]/g;
      marks.lastIndex = this.#seen;
      const mark = marks.exec(this.#rest)?.[0];
      if (mark === undefined) {
        this.#seen = Math.max(this.#seen, this.#rest.length);
        return -1;
      }
      this.#seen = mark === '\\' ? marks.lastIndex + 1 : marks.lastIndex;
      if (mark === '"') this.#isInString = !this.#isInString;
      else if (mark === '{' || mark === '[') this.#depth++;
      else if (mark !== '\\' && --this.#depth === 0) return this.#seen;
    }
  }

  #next(): string {
    return `record ${this.#count + 1}`;
  }
}
