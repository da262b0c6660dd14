// Reads JSON records as rows.
import { membersOf } from '../contract/json-parts.ts';
import { cellOf, parsedRecord } from './json-cells.ts';
import { ListItems, type RecordText } from './list-items.ts';
import { type CellKind, type CellText, maxRowCharacters, type TableRow, UnreadableTable } from './table.ts';

export type RecordsFormat = 'json' | 'ndjson';

/** First a row with the names of all members, in order of appearance; then the records. */
export async function* recordRows(
  pieces: () => AsyncIterable<string>,
  format: RecordsFormat,
): AsyncGenerator<readonly TableRow[]> {
  const places = new Map<string, number>();
  for await (const records of recordTexts(pieces(), format)) {
    for (const record of records) {
      for (const name of membersOfRecord(record, format).keys()) {
        if (!places.has(name)) places.set(name, places.size);
      }
    }
  }
  const names = [...places.keys()];
  if (names.length > 0) yield [{ number: 0, texts: names, kinds: names.map(() => 'text') }];
  for await (const records of recordTexts(pieces(), format)) {
    yield records.map((record) => rowOf(record, places, format));
  }
}

function rowOf(record: RecordText, places: ReadonlyMap<string, number>, format: RecordsFormat): TableRow {
  const texts: CellText[] = new Array(places.size).fill(undefined);
  const kinds: CellKind[] = new Array(places.size).fill('text');
  for (const [name, text] of membersOfRecord(record, format)) {
    // If the file has changed since the first pass, it may have new members.
    const place = places.get(name);
    if (place === undefined) throw new UnreadableTable('it has changed while it was read');
    const cell = cellOf(text);
    kinds[place] = cell.kind;
    texts[place] = cell.text;
  }
  return { number: record.number, texts, kinds };
}

function membersOfRecord({ number, text }: RecordText, format: RecordsFormat): Map<string, string> {
  const where = format === 'ndjson' ? `line ${number}` : `record ${number}`;
  const value = parsedRecord(text, where);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !text.trim().startsWith('{')) {
    throw new UnreadableTable(`${where} is no object`);
  }
  return membersOf(text);
}

async function* recordTexts(
  pieces: AsyncIterable<string>,
  format: RecordsFormat,
): AsyncGenerator<readonly RecordText[]> {
  const items = format === 'json' ? new ListItems('{') : new Lines();
  for await (const piece of pieces) {
    const found = items.take(piece);
    if (found.length > 0) yield found;
  }
  const last = items.end();
  if (last.length > 0) yield last;
}

/** The non-blank lines. */
class Lines {
  #rest = '';
  #line = 0;

  take(piece: string): RecordText[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > maxRowCharacters) {
      throw new UnreadableTable(`line ${this.#line + 1} is too long`);
    }
    return lines.flatMap((text) => this.#record(text));
  }

  end(): RecordText[] {
    return this.#record(this.#rest);
  }

  #record(text: string): RecordText[] {
    this.#line++;
    return text.trim() === '' ? [] : [{ number: this.#line, text }];
  }
}
