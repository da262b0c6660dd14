// Reads separated values (CSV, TSV): quoted fields may hold anything, and an empty field is nothing unless it is quoted.
import { type CellKind, mostRowCharacters, type TableRow, UnreadableTable } from './table.ts';

export interface Layout {
  readonly separator: string;
  /** `\r` alone is how a line ends in files of old Macintoshes. */
  readonly lineEnd: '\n' | '\r';
}

/** A first line that only names the separator, as some programs write it for spreadsheets. */
const separatorLine = /^sep=([^\r\n])(?:\r\n|\n|\r)/i;

/** Its length and the separator that it names. */
export function separatorLineOf(
  text: string,
): { readonly length: number; readonly separator: string } | null {
  const [line, separator] = separatorLine.exec(text) ?? [];
  return line === undefined || separator === undefined ? null : { length: line.length, separator };
}

/** As the beginning of a text tells; the separator is the one that its first record has most of. */
export function layoutOf(text: string, separator?: string): Layout {
  const beginning = behindBlankLines(text);
  const end = endOfFirstRecord(beginning);
  const outside = beginning.slice(0, end).replace(/"[^"]*"/g, '');
  const count = (one: string) => outside.split(one).length;
  const [likeliest = ','] = [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a));
  const isMacintosh = /^\r[^\n]/.test(beginning.slice(end, end + 2));
  return { separator: separator ?? likeliest, lineEnd: isMacintosh ? '\r' : '\n' };
}

/** A header of more characters than this is not waited for. */
const longestHeader = 4 * 1024 * 1024;

/** The same text, its first piece so long that it tells how the text is laid out. */
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
    // A long header that comes in many pieces is looked at again when there is twice as much of it.
    if (beginning.length < looked * 2) continue;
    looked = beginning.length;
    isKnown = hasFirstRecord(beginning) || beginning.length > longestHeader;
    if (isKnown) yield beginning;
  }
  if (!isKnown && beginning !== '') yield beginning;
}

/** Whether all of it is there, and what tells the end of a line. */
function hasFirstRecord(text: string): boolean {
  const beginning = behindBlankLines(text);
  const end = endOfFirstRecord(beginning);
  return beginning[end] !== '"' && beginning.length > end + 1;
}

const behindBlankLines = (text: string) => text.replace(/^[\r\n]+/, '');

/** At a quote, where that has no end. */
function endOfFirstRecord(text: string): number {
  const marks = /["\r\n]/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const close = mark[0] === '"' ? closingQuote(text, mark.index + 1) : -1;
    if (close < 0) return mark.index;
    marks.lastIndex = close + 1;
  }
  return text.length;
}

/** Reads records from pieces of text that end anywhere. */
export class SeparatedReader {
  readonly #separator: string;
  readonly #lineEnd: string;
  #rest = '';
  /** The line on which the next record begins. */
  #line: number;
  #kinds: CellKind[] = [];
  /** Of the first record. */
  #width = 0;

  /** `line` is the one on which the text begins. */
  constructor({ separator, lineEnd }: Layout, line = 1) {
    this.#line = line;
    this.#separator = separator;
    this.#lineEnd = lineEnd;
  }

  /** The records that end in this piece. */
  take(piece: string): TableRow[] {
    this.#rest = this.#rest === '' ? piece : this.#rest + piece;
    return this.#records(false);
  }

  /** The last record, which no line break may follow. */
  end(): TableRow[] {
    return this.#records(true);
  }

  #records(isEnd: boolean): TableRow[] {
    const text = this.#rest;
    const rows: TableRow[] = [];
    let at = 0;
    let quote = text.indexOf('"');
    while (at < text.length) {
      // Programs that end lines in one way add to files of others.
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
    if (this.#rest.length > mostRowCharacters)
      throw new UnreadableTable(`${this.#where()}, a row is too long`);
    return rows;
  }

  /** An empty line is no row, unless there is one column only, of which it is an empty field. */
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

  /** A record in which there is a quote somewhere; null where its end has not come yet. */
  #quoted(text: string, start: number, isEnd: boolean): Record | null {
    const fields: (string | null)[] = [];
    let lines = 1;
    for (let at = start; ; at++) {
      let field: string | null;
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1);
        // A quote at the very end may be the first of two.
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
  /** Behind its line end. */
  readonly end: number;
}

/** The quote that is not doubled; -1 where there is none. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
