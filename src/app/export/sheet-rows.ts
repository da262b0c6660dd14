// Converts lines of JSON into XML rows of a sheet, byte by byte: without strings in between, no memory piles up.
import type { AnswerColumn } from '../read/planned-query.ts';
import { cutTexts, longLine, textPerCell, unitsOf } from './cut-texts.ts';
import { serialMoment } from './serial-moment.ts';

/**
 * Spreadsheets calculate with doubles, so a longer number keeps its digits only as text. Approximate numbers need only
 * the digits before the point: as text they would be missing from every sum of the spreadsheet.
 */
const digitsPerNumber = 15;

const ascii = (text: string) => Buffer.from(text, 'latin1');

const rowBegin = ascii('<row>');
const rowEnd = ascii('</row>');
const emptyCell = ascii('<c/>');
const numberBegin = ascii('<c><v>');
const numberEnd = ascii('</v></c>');
const textBegin = ascii('<c t="inlineStr"><is><t xml:space="preserve">');
const textEnd = ascii('</t></is></c>');
/** Cells whose number is shown as a date or time: see `styles` in workbook-frame.ts. */
const momentBegin = { date: ascii('<c s="1"><v>'), datetime: ascii('<c s="2"><v>') };
const instantBegin = ascii('<c s="4"><v>');
const headingBegin = ascii('<c s="3" t="inlineStr"><is><t xml:space="preserve">');
const booleans = { t: ascii('<c t="b"><v>1</v></c>'), f: ascii('<c t="b"><v>0</v></c>') };
const entities = new Map([
  [0x26, ascii('&amp;')],
  [0x3c, ascii('&lt;')],
  [0x3e, ascii('&gt;')],
]);
/** Text that looks like an escape sequence of the format is escaped. */
const underscore = ascii('_x005F_');
const shortEscapes = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

const quote = 0x22;
const backslash = 0x5c;
const lineBreak = 0x0a;
const comma = 0x2c;
const bracket = 0x5d;
const letterN = 0x6e;

/** The most bytes that one input byte can become, and that a cell's markup adds. */
const growth = 5;
const frame = 96;

export class SheetRows {
  readonly #columns: readonly AnswerColumn[];
  readonly #textBegin: Buffer;
  #out = Buffer.allocUnsafeSlow(64 * 1024);
  #used = 0;

  constructor(columns: readonly AnswerColumn[], textCells: Buffer = textBegin) {
    this.#columns = columns;
    this.#textBegin = textCells;
  }

  /** The heading row. */
  static headings(names: readonly string[]): Buffer {
    const row = new SheetRows(
      names.map(() => ({ type: 'text', isApproximate: false })),
      headingBegin,
    );
    const titles = Buffer.from(JSON.stringify(names));
    row.add(titles, 0, titles.length);
    return row.take();
  }

  /**
   * Adds lines, each a JSON list of strings, numbers and nulls; the last may lack a line break. Overwrites long lines.
   */
  add(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const found = bytes.indexOf(lineBreak, at);
      const lineEnd = found < 0 || found > end ? end : found;
      const whole = bytes.subarray(at, lineEnd);
      const line = whole.length > longLine ? cutTexts(whole) : whole;
      this.#reserve(line.length * growth + this.#columns.length * frame);
      this.#row(line, 0);
      at = lineEnd + 1;
    }
  }

  get size(): number {
    return this.#used;
  }

  /** The output since the last call. */
  take(): Buffer {
    const taken = this.#out.subarray(0, this.#used);
    this.#out = Buffer.allocUnsafeSlow(64 * 1024);
    this.#used = 0;
    return taken;
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#out.length * 2, this.#used + more));
    this.#out.copy(larger, 0, 0, this.#used);
    this.#out = larger;
  }

  #write(bytes: Buffer): void {
    this.#used += bytes.copy(this.#out, this.#used);
  }

  #row(bytes: Uint8Array, start: number): void {
    this.#write(rowBegin);
    let at = start + 1;
    for (const column of this.#columns) {
      at = this.#cell(bytes, at, column) + 1; // Skips the comma, or the closing bracket.
    }
    this.#write(rowEnd);
  }

  /** Returns the end of the cell. */
  #cell(bytes: Uint8Array, start: number, { type, isApproximate }: AnswerColumn): number {
    if (bytes[start] === letterN) {
      this.#write(emptyCell);
      return start + 'null'.length;
    }
    if (bytes[start] !== quote) return this.#bareNumber(bytes, start, isApproximate);
    const from = start + 1;
    if (type === 'integer' || type === 'numeric') {
      const end = heldNumberEnd(bytes, from, isApproximate);
      if (end > 0 && bytes[end] === quote) {
        this.#between(numberBegin, bytes.subarray(from, end), numberEnd);
        return end + 1;
      }
    } else if (type === 'boolean') {
      const isTrue = bytes[from] === 0x74;
      const end = from + (isTrue ? 4 : 5);
      if ((isTrue || bytes[from] === 0x66) && bytes[end] === quote) {
        this.#write(isTrue ? booleans.t : booleans.f);
        return end + 1;
      }
    } else if (type === 'date' || type === 'datetime') {
      const moment = serialMoment(bytes, from);
      if (moment !== null && bytes[moment.end] === quote) {
        const begin = moment.isInstant ? instantBegin : momentBegin[type];
        this.#between(begin, ascii(moment.serial), numberEnd);
        return moment.end + 1;
      }
    }
    return this.#text(bytes, from);
  }

  #bareNumber(bytes: Uint8Array, start: number, isApproximate: boolean): number {
    let end = start;
    while (!endsCell(bytes[end])) end++;
    const isHeld = heldNumberEnd(bytes, start, isApproximate) === end;
    const number = bytes.subarray(start, end);
    if (isHeld) this.#between(numberBegin, number, numberEnd);
    else this.#between(textBegin, number, textEnd);
    return end;
  }

  #between(begin: Buffer, content: Uint8Array, end: Buffer): void {
    this.#write(begin);
    this.#out.set(content, this.#used);
    this.#used += content.length;
    this.#write(end);
  }

  #text(bytes: Uint8Array, start: number): number {
    this.#write(this.#textBegin);
    let at = start;
    let units = 0;
    for (;;) {
      const byte = bytes[at] ?? quote;
      if (byte === quote) break;
      units += unitsOf(byte);
      const isShown = units <= textPerCell;
      if (byte === backslash) at = this.#escape(bytes, at + 1, isShown);
      else if (isNonCharacter(bytes, at)) {
        if (isShown) this.#codePoint(bytes[at + 2] === 0xbe ? 0xfffe : 0xffff);
        at += 3;
      } else {
        if (isShown) this.#character(byte, bytes[at + 1]);
        at++;
      }
    }
    this.#write(textEnd);
    return at + 1;
  }

  #character(byte: number, next: number | undefined): void {
    const entity = entities.get(byte);
    if (entity !== undefined) this.#write(entity);
    else if (byte === 0x5f && next === 0x78) this.#write(underscore);
    else this.#out[this.#used++] = byte;
  }

  /** A JSON escape; `at`: the position after its backslash. Returns the position after the escape. */
  #escape(bytes: Uint8Array, at: number, isShown: boolean): number {
    const kind = bytes[at] ?? 0;
    if (kind !== 0x75) {
      if (isShown) this.#codePoint(shortEscapes.get(kind) ?? kind);
      return at + 1;
    }
    const unit = hexUnit(bytes, at + 1);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && bytes[at + 5] === backslash && bytes[at + 6] === 0x75;
    const low = isPair ? hexUnit(bytes, at + 7) : 0;
    const combined = isPair && low >= 0xdc00 && low < 0xe000;
    if (isShown) this.#codePoint(combined ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : unit);
    return at + (combined ? 11 : 5);
  }

  #codePoint(code: number): void {
    const isAllowed = code >= 0x20 || code === 0x09 || code === 0x0a;
    if (!isAllowed || code === 0xfffe || code === 0xffff) {
      this.#write(ascii(`_x${code.toString(16).toUpperCase().padStart(4, '0')}_`));
    } else if (code < 0x80) this.#character(code, undefined);
    else this.#write(Buffer.from(String.fromCodePoint(code).toWellFormed()));
  }
}

/** U+FFFE and U+FFFF, which XML cannot represent. */
function isNonCharacter(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe;
}

function hexUnit(bytes: Uint8Array, at: number): number {
  return Number.parseInt(String.fromCharCode(...bytes.subarray(at, at + 4)), 16);
}

function endsCell(byte: number | undefined): boolean {
  return byte === undefined || byte === comma || byte === bracket;
}

/** The end of a number that a spreadsheet holds as exactly as it is meant; 0 if there is none. */
function heldNumberEnd(bytes: Uint8Array, start: number, isApproximate: boolean): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  let digits = 0;
  let counted = 0;
  let points = 0;
  for (;;) {
    const byte = bytes[at] ?? quote;
    if (byte >= 0x30 && byte <= 0x39) {
      digits++;
      if ((counted > 0 || byte !== 0x30) && !(isApproximate && points > 0)) counted++;
    } else if (byte === 0x2e && points === 0 && digits > 0) points++;
    else break;
    at++;
  }
  if (digits === 0 || counted > digitsPerNumber) return 0;
  return bytes[at] === 0x65 || bytes[at] === 0x45 ? exponentEnd(bytes, at) : at;
}

function exponentEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
  const first = at;
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39) at++;
  return at > first && at - first <= 3 ? at : 0;
}
