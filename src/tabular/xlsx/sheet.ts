// Streams the rows of one sheet from its XML.
import { type CellKind, maxRowCharacters, type TableRow, UnreadableTable } from '../table.ts';
import { type DateSystem, type MomentKind, momentOf } from './moments.ts';
import { attribute, type XmlHandlers, XmlReader } from './xml.ts';

/** What the cells of all sheets refer to. */
export interface Lookups {
  readonly sharedTexts: readonly string[];
  /** For each cell style, how it shows a number. */
  readonly styles: readonly (MomentKind | null)[];
  readonly dateSystem: DateSystem;
}

interface Cell {
  readonly text: string | null;
  readonly kind: CellKind;
}

/** The most columns the format allows. */
const maxColumns = 16_384;

const batchSize = 500;

export async function* sheetRows(
  pieces: AsyncIterable<Uint8Array>,
  lookups: Lookups,
): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = [];
  const reader = new XmlReader(new SheetHandlers(lookups, (row) => rows.push(row)));
  for await (const piece of pieces) {
    reader.take(piece);
    if (rows.length < batchSize) continue;
    yield rows;
    rows = [];
  }
  reader.end();
  if (rows.length > 0) yield rows;
}

class SheetHandlers implements XmlHandlers {
  readonly #lookups: Lookups;
  readonly #give: (row: TableRow) => void;
  #row = 0;
  #texts: (string | null)[] = [];
  #kinds: CellKind[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  /** The value read so far; null outside a cell. */
  #value: string | null = null;
  #isInValue = false;
  #isInPhonetics = false;
  #hasFormula = false;
  #characters = 0;

  constructor(lookups: Lookups, give: (row: TableRow) => void) {
    this.#lookups = lookups;
    this.#give = give;
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#isInValue = this.#value !== null && !this.#isInPhonetics;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'rPh') this.#isInPhonetics = true;
    else if (name === 'row') {
      this.#row = Number(attribute(attributes, 'r') ?? this.#row + 1);
      this.#column = -1;
      this.#texts = [];
      this.#kinds = [];
      this.#characters = 0;
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isInValue = false;
    else if (name === 'rPh') this.#isInPhonetics = false;
    else if (name === 'c') this.#closeCell();
    // A row without values is only formatting.
    else if (name === 'row' && this.#texts.some((text) => text !== null)) {
      this.#give({ number: this.#row, texts: this.#texts, kinds: this.#kinds });
    }
  }

  text(text: string): void {
    if (!this.#isInValue || this.#value === null) return;
    this.#value += text;
    this.#characters += text.length;
    if (this.#characters > maxRowCharacters) throw new UnreadableTable(`row ${this.#row} is too long`);
  }

  #openCell(attributes: string): void {
    const place = attribute(attributes, 'r');
    this.#column = place === undefined ? this.#column + 1 : columnOf(place);
    if (this.#column >= maxColumns) throw new UnreadableTable(`row ${this.#row} has too many columns`);
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? 0);
    this.#value = '';
    this.#hasFormula = false;
  }

  #closeCell(): void {
    const { text, kind } = this.#cell(this.#value ?? '');
    this.#value = null;
    while (this.#texts.length < this.#column) {
      this.#texts.push(null);
      this.#kinds.push('text');
    }
    this.#texts[this.#column] = text;
    this.#kinds[this.#column] = kind;
  }

  #cell(value: string): Cell {
    if (value === '' && this.#type !== 'inlineStr' && this.#type !== 'str') return this.#nothing();
    switch (this.#type) {
      case 's': {
        const text = this.#lookups.sharedTexts[Number(value)];
        if (text === undefined)
          throw new UnreadableTable(`row ${this.#row} refers to a text that is not there`);
        return { text, kind: 'text' };
      }
      case 'inlineStr':
      case 'str':
        return { text: decodedEscapes(value), kind: 'text' };
      case 'b':
        return { text: value === '1' || value === 'true' ? 'true' : 'false', kind: 'boolean' };
      case 'e':
        return { text: value, kind: 'error' };
      case 'd':
        return { text: value, kind: value.includes('T') ? 'datetime' : 'date' };
      default:
        return this.#number(value);
    }
  }

  /** Some programs write formulas without their results; reading them as empty cells would be wrong. */
  #nothing(): Cell {
    if (this.#hasFormula) {
      throw new UnreadableTable(
        `row ${this.#row} has a formula without its value; a spreadsheet program that opens and saves the file adds it`,
      );
    }
    return { text: null, kind: 'text' };
  }

  #number(digits: string): Cell {
    const style = this.#lookups.styles[this.#style] ?? null;
    const moment = style === null ? null : momentOf(digits, style, this.#lookups.dateSystem);
    return moment ?? { text: numberText(digits), kind: 'number' };
  }
}

/**
 * Spreadsheets compute with doubles and write 17 digits: 1.1 is stored as 1.1000000000000001. If the shortest digits of
 * the same double are much shorter, they are what users see; otherwise the digits stay.
 */
export function numberText(digits: string): string {
  if (digits.length < 16 || !/^-?\d+\.\d+(?:[eE][-+]?\d+)?$/.test(digits)) return digits;
  const shortest = String(Number(digits));
  const count = (text: string) =>
    text
      .replace(/[eE].*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+/, '').length;
  return count(digits) <= 17 && count(digits) > 15 && count(shortest) <= 15 ? shortest : digits;
}

/** `AB12` → 27 */
function columnOf(place: string): number {
  let column = 0;
  for (let i = 0; i < place.length; i++) {
    const letter = place.charCodeAt(i) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
    if (column > maxColumns) break;
  }
  return column - 1;
}

/** Characters that XML cannot represent are written as `_x000D_`. */
export function decodedEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
