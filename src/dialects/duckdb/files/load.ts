// Loads files into a private database of DuckDB, each column with the type that all of its values have.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Storage } from '../sql/types.ts';
import type { DataFile, FileFormat } from './folder.ts';
import { columnNames, fieldsOf, separatorOf } from './header.ts';
import { beginningOf, UnreadableFile, writePlainText } from './plain-text.ts';
import { recordsOf } from './records.ts';
import {
  type FirstTally,
  type FoundType,
  firstTallySql,
  firstTypeFor,
  type Tally,
  tallySql,
  typeFor,
} from './types.ts';
import { literal, quoted } from './words.ts';

/** How the columns of an entity are shown where their types do not say it. */
export type Storages = ReadonlyMap<string, Storage>;

const loaders: Record<FileFormat, (load: Load) => Promise<Storages>> = {
  csv: separated,
  tsv: separated,
  json: records,
  ndjson: records,
  parquet: async ({ connection, file }) => {
    await connection.run(
      `create table ${quoted(file.entity)} as select * from read_parquet(${literal(file.path)}, hive_partitioning = false)`,
    );
    return new Map();
  },
};

interface Load {
  readonly connection: DuckDBConnection;
  readonly file: DataFile;
  /** For files of ours. */
  readonly folder: string;
}

/** An UnreadableFile says why the file cannot be served. */
export async function loadFile(load: Load): Promise<Storages> {
  try {
    return await loaders[load.file.format](load);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(reasonOf(error), { cause: error });
  }
}

/** The engine tells the line, what it expected there and what it found. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  const [, detail] =
    /^(Expected Number of Columns: .*|Value with unterminated quote.*|Invalid unicode.*)$/m.exec(message) ??
    [];
  if (line !== undefined) return `line ${line}: ${detail ?? 'it is not as the first one'}`;
  return message.split('\n', 1)[0] ?? message;
}

async function withPlainText<T>({ file, folder }: Load, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, 'plain');
  try {
    await writePlainText(file, path);
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

function separated(load: Load): Promise<Storages> {
  const { connection, file } = load;
  return withPlainText(load, async (path) => {
    const beginning = await beginningOf(path);
    if (beginning.trim() === '') throw new UnreadableFile('it is empty');
    const separator = file.format === 'tsv' ? '\t' : separatorOf(beginning);
    const names = columnNames(fieldsOf(beginning, separator));
    const columns = names.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
    await connection.run(`create or replace temp table raw as select * from read_csv(${literal(path)},
      auto_detect = false, header = true, delim = ${literal(separator)}, quote = '"', escape = '"', nullstr = '',
      allow_quoted_nulls = false, null_padding = false, strict_mode = true, parallel = false,
      max_line_size = 100000000, columns = {${columns}})`);
    return typed(connection, file.entity, names, new Map());
  });
}

/** Objects, each a row; what is no text in them keeps its own words. */
function records(load: Load): Promise<Storages> {
  const { connection, file } = load;
  return withPlainText(load, async (path) => {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    const { names, rows, kinds } = await recordsOf(lines, file.format);
    if (names.length === 0) throw new UnreadableFile('it has no records');
    const columns = names.map((_, i) => `c${i} varchar`).join(', ');
    await connection.run(`create or replace temp table raw (${columns})`);
    const appender = await connection.createAppender('raw', 'main', 'temp');
    for (const row of rows) {
      for (const value of row) {
        if (value === null) appender.appendNull();
        else appender.appendVarchar(value);
      }
      appender.endRow();
    }
    appender.closeSync();
    const fixed = new Map<number, FoundType>();
    kinds.forEach((kind, i) => {
      if (kind === 'text') fixed.set(i, { type: 'VARCHAR' });
      if (kind === 'nested') fixed.set(i, { type: 'JSON' });
    });
    return typed(connection, file.entity, columnNames(names), fixed);
  });
}

/** Makes the table of what was read; types that are fixed are not looked for. */
async function typed(
  connection: DuckDBConnection,
  entity: string,
  names: readonly string[],
  fixed: ReadonlyMap<number, FoundType>,
): Promise<Storages> {
  const found = await foundTypes(connection, names.length);
  const types = found.map((type, i) => {
    const given = fixed.get(i);
    // Days and moments are texts in JSON.
    const isMoment = type.type === 'DATE' || type.type === 'TIMESTAMP';
    return given === undefined || (given.type === 'VARCHAR' && isMoment) ? type : given;
  });
  const columns = types.map(({ type }, i) => `c${i}::${type} as ${quoted(names[i] ?? '')}`);
  await connection.run(`create table ${quoted(entity)} as select ${columns.join(', ')} from raw`);
  await connection.run('drop table raw');
  return new Map(
    types.flatMap(({ storage }, i) => (storage === undefined ? [] : [[names[i] ?? '', storage] as const])),
  );
}

/** By all values of the columns `c0`, `c1`, … of what was read. */
async function foundTypes(connection: DuckDBConnection, count: number): Promise<FoundType[]> {
  const tallied = async <T>(places: readonly number[], sql: (column: string) => string) => {
    const columns = places.map((place) => sql(`c${place}`));
    const [row] = await (await connection.run(`select ${columns.join(', ')} from raw`)).getRowsJson();
    // Written by the expressions of ./types.ts, whose types stand above them.
    return new Map(places.map((place, i) => [place, JSON.parse(String(row?.[i])) as T]));
  };
  const places = Array.from({ length: count }, (_, i) => i);
  const first = await tallied<FirstTally>(places, firstTallySql);
  const types = new Map<number, FoundType>();
  for (const [place, tally] of first) {
    const type = firstTypeFor(tally);
    if (type !== null) types.set(place, type);
  }
  const open = places.filter((place) => !types.has(place));
  const second = open.length === 0 ? new Map<number, Tally>() : await tallied<Tally>(open, tallySql);
  for (const [place, tally] of second) types.set(place, typeFor(tally));
  return places.map((place) => types.get(place) ?? { type: 'VARCHAR' });
}
