// Records of JSON, as rows of texts: numbers by their own digits, what is nested as JSON.
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { FileFormat } from './folder.ts';
import { UnreadableFile } from './plain-text.ts';

/** What all values of a column are; `text` also where there are several kinds. */
export type Kind = 'number' | 'boolean' | 'text' | 'nested';

export interface Records {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly kinds: readonly Kind[];
}

export async function recordsOf(lines: AsyncIterable<string>, format: FileFormat): Promise<Records> {
  const records = format === 'ndjson' ? await byLine(lines) : await asOne(lines);
  const names: string[] = [];
  const places = new Map<string, number>();
  const kinds: (Kind | null)[] = [];
  const rows = records.map((record) => {
    const row: (string | null)[] = [];
    for (const [name, value] of record) {
      let place = places.get(name);
      if (place === undefined) {
        place = names.push(name) - 1;
        places.set(name, place);
      }
      if (value === null || value === undefined) continue;
      const kind = kindOf(value);
      const known = kinds[place] ?? kind;
      kinds[place] = known === kind ? kind : known === 'nested' || kind === 'nested' ? 'nested' : 'text';
      row[place] = typeof value === 'string' ? value : (stringify(value) ?? null);
    }
    return row;
  });
  const isNested = (place: number) => kinds[place] === 'nested';
  return {
    names,
    // A text among nested values is JSON like them.
    rows: rows.map((row) =>
      names.map((_, i) => {
        const value = row[i] ?? null;
        return value !== null && isNested(i) && !/^[[{]/.test(value) ? JSON.stringify(value) : value;
      }),
    ),
    kinds: names.map((_, i) => kinds[i] ?? 'text'),
  };
}

type Fields = readonly (readonly [name: string, value: unknown])[];

async function byLine(lines: AsyncIterable<string>): Promise<Fields[]> {
  const records: Fields[] = [];
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') records.push(fieldsOf(read(line, `line ${number}: `), `line ${number}: `));
  }
  return records;
}

async function asOne(lines: AsyncIterable<string>): Promise<Fields[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  const value = read(all.join('\n'), '');
  const records = Array.isArray(value) ? value : [value];
  return records.map((record, i) => fieldsOf(record, `record ${i + 1}: `));
}

function read(text: string, where: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UnreadableFile(`${where}${error instanceof Error ? error.message : error}`);
  }
}

function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)) {
    throw new UnreadableFile(`${where}it is no object`);
  }
  return Object.entries(value);
}

function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return isLosslessNumber(value) ? 'number' : 'nested';
}
