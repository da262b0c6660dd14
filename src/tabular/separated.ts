// Reads separated values (CSV, TSV): quoted fields may contain anything, and an empty field is null unless it is
// quoted.
import { type CellKind, maxRowCharacters, type TableRow, UnreadableTable } from './table.ts';

export interface Layout {
  readonly separator: string;
  /** A lone `\r` ends lines in old Macintosh files. */
  readonly lineEnd: '\n' | '\r';
}

/** A first line that only names the separator, which some programs write for spreadsheets. */
const separatorLine = /^sep=([^\r\n])(?:\r\n|\n|\r)/i;

/** The line's length and its separator. */
export function separatorLineOf(
  text: string,
): { readonly length: number; readonly separator: string } | null {
  const [line, separator] = separatorLine.exec(text) ?? [];
  return line === undefined || separator === undefined ? null : { length: line.length, separator };
}

/** Detects the layout from the beginning of a text; the separator is the one most frequent in the first record. */
export function layoutOf(text: string, separator?: string): Layout {
  const beginning = afterBlankLines(text);
  const end = endOfFirstRecord(beginning);
  const outside = beginning.slice(0, end).replace(/"[^"]*"/g, '');
  const count = (one: string) => outside.split(one).length;
  const [likeliest = ','] = [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a));
  const isMacintosh = /^\r[^\n]/.test(beginning.slice(end, end + 2));
  return { separator: separator ?? likeliest, lineEnd: isMacintosh ? '\r' : '\n' };
}

/** The longest header to wait for. */
const maxHeaderLength = 4 * 1024 * 1024;

/** The same text, with the first chunk long enough to detect its layout. */
export async function* fromFirstRecord(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let beginning = '';
  let looked = 0;
  let isKnown = false;
  for await (const piece of pieces) {
    if (isKnown) {
      yield piece;
      continue;
    }
    beginning += piece;
    // A long header in many chunks is scanned again whenever it has doubled.
    if (beginning.length < looked * 2) continue;
    looked = beginning.length;
    isKnown = hasFirstRecord(beginning) || beginning.length > maxHeaderLength;
    if (isKnown) yield beginning;
  }
  if (!isKnown && beginning !== '') yield beginning;
}

/** Whether the text contains the whole first record and its line end. */
function hasFirstRecord(text: string): boolean {
  const beginning = afterBlankLines(text);
  const end = endOfFirstRecord(beginning);
  return beginning[end] !== '"' && beginning.length > end + 1;
}

const afterBlankLines = (text: string) => text.replace(/^[\r\n]+/, '');

/** The position of the quote, if that is never closed. */
function endOfFirstRecord(text: string): number {
  const marks = /["\r\n]/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const close = mark[0] === '"' ? closingQuote(text, mark.index + 1) : -1;
    if (close < 0) return mark.index;
    marks.lastIndex = close + 1;
  }
  return text.length;
}

/** Reads records from text in chunks. */
export class SeparatedReader {
  readonly #separator: string;
  readonly #lineEnd: string;
  #rest = '';
  /** The line at which the next record begins. */
  #line: number;
  #kinds: CellKind[] = [];
  /** The width of the first record. */
  #width = 0;

  /** `line`: the number of the first line. */
  constructor({ separator, lineEnd }: Layout, line = 1) {
    this.#line = line;
    this.#separator = separator;
    this.#lineEnd = lineEnd;
  }

  /** The records that end in this chunk. */
  take(piece: string): TableRow[] {
    this.#rest = this.#rest === '' ? piece : this.#rest + piece;
    return this.#records(false);
  }

  /** The last record, which may lack a line break. */
  end(): TableRow[] {
    return this.#records(true);
  }

  #records(isEnd: boolean): TableRow[] {
    const text = this.#rest;
    const rows: TableRow[] = [];
    let at = 0;
    let quote = text.indexOf('"');
    while (at < text.length) {
      // Some programs append lines with other line ends.
      if (this.#lineEnd === '\r' && text[at] === '\n') {
        at++;
        continue;
      }
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      let end = text.indexOf(this.#lineEnd, at);
      if (end < 0 && isEnd) end = text.length;
      if (quote < 0 || (end >= 0 && quote > end)) {
        if (end < 0) break;
        this.#push(rows, this.#plain(text.slice(at, end)), 1);
        at = end + 1;
        continue;
      }
      const record = this.#quoted(text, at, isEnd);
      if (record === null) break;
      this.#push(rows, record.fields, record.lines);
      at = record.end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > maxRowCharacters)
      throw new UnreadableTable(`${this.#where()}, a row is too long`);
    return rows;
  }

  /** An empty line is not a row, unless there is a single column, where it is an empty field. */
  #push(rows: TableRow[], fields: (string | null)[], lines: number): void {
    while (this.#kinds.length < fields.length) this.#kinds.push('text');
    if (fields.length > 1 || fields[0] !== null || this.#width === 1) {
      if (this.#width === 0) this.#width = fields.length;
      rows.push({ number: this.#line, texts: fields, kinds: this.#kinds });
    }
    this.#line += lines;
  }

  #plain(line: string): (string | null)[] {
    const fields: (string | null)[] = (line.endsWith('\r') ? line.slice(0, -1) : line).split(this.#separator);
    for (let i = 0; i < fields.length; i++) if (fields[i] === '') fields[i] = null;
    return fields;
  }

  /** A record that contains a quote; null if its end has not arrived yet. */
  #quoted(text: string, start: number, isEnd: boolean): Record | null {
    const fields: (string | null)[] = [];
    let lines = 1;
    for (let at = start; ; at++) {
      let field: string | null;
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1);
        // A quote at the very end may be the first of a doubled one.
        if (close < 0 || (close === text.length - 1 && !isEnd)) {
          if (isEnd) throw new UnreadableTable(`${this.#where()}, a quoted field has no end`);
          return null;
        }
        const inside = text.slice(at + 1, close);
        field = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
        lines += inside.split(this.#lineEnd).length - 1;
        at = close + 1;
        const isWindowsEnd = this.#lineEnd === '\n' && text[at] === '\r';
        if (isWindowsEnd && at + 1 === text.length && !isEnd) return null;
        if (isWindowsEnd && (text[at + 1] === '\n' || at + 1 === text.length)) at++;
        const next = text[at];
        if (next !== undefined && next !== this.#separator && next !== this.#lineEnd) {
          throw new UnreadableTable(`${this.#where()}, something follows the closing quote of a field`);
        }
      } else {
        const separator = text.indexOf(this.#separator, at);
        const lineEnd = text.indexOf(this.#lineEnd, at);
        let end = separator < 0 || (lineEnd >= 0 && lineEnd < separator) ? lineEnd : separator;
        if (end < 0) {
          if (!isEnd) return null;
          end = text.length;
        }
        field = text.slice(at, end);
        if (end !== separator && field.endsWith('\r')) field = field.slice(0, -1);
        if (field === '') field = null;
        at = end;
      }
      fields.push(field);
      if (text[at] !== this.#separator) return { fields, lines, end: at + 1 };
    }
  }

  #where(): string {
    return `on line ${this.#line}`;
  }
}

interface Record {
  readonly fields: (string | null)[];
  readonly lines: number;
  /** The position after its line end. */
  readonly end: number;
}

/** The first quote that is not doubled; -1 if there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
