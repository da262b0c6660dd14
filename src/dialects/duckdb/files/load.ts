// Loads files into a private database of DuckDB, each column with the type that all of its values have.
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { openTabular } from '../../../tabular/open.ts';
import { type Table, UnreadableTable } from '../../../tabular/table.ts';
import { textOf } from '../../../tabular/text.ts';
import type { Storage } from '../sql/types.ts';
import type { DataFile, FileFormat } from './folder.ts';
import { columnNames, sheetNames } from './names.ts';
import { beginningOf, unpack, writePlainText } from './plain-text.ts';
import { type Manner, manners, raggedAt, stage } from './staged.ts';
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

/** What a file has become. */
export interface LoadedEntity {
  readonly entity: string;
  readonly storages: Storages;
}

export interface Load {
  readonly connection: DuckDBConnection;
  readonly file: DataFile;
  /** For files of ours. */
  readonly folder: string;
  /** Whether another file has made an entity of this name; the engine tells no names apart by case. */
  isTaken(entity: string): boolean;
}

const loaders: Record<FileFormat, (load: Load) => Promise<LoadedEntity[]>> = {
  csv: separated,
  tsv: separated,
  json: records,
  ndjson: records,
  xlsx: workbook,
  parquet,
};

/** An UnreadableTable says why the file cannot be served. */
export async function loadFile(load: Load): Promise<LoadedEntity[]> {
  try {
    return await loaders[load.file.format](load);
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable(reasonOf(error).replaceAll(ownFile(load), load.file.name), { cause: error });
  }
}

/** The engine tells the line, what it expected there and what it found. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  const [, wanted, found] = /^Expected Number of Columns: (\d+) Found: (\d+)/m.exec(message) ?? [];
  if (line !== undefined && wanted !== undefined)
    return raggedAt(Number(line), Number(found), Number(wanted));
  if (line !== undefined) return `line ${line} is not as the first one`;
  return message.split('\n', 1)[0] ?? message;
}

const ownFile = ({ folder }: Load) => join(folder, 'plain');

/** With a file of ours, which goes when the work is done. */
async function withOwnFile<T>(load: Load, work: (path: string) => Promise<T>): Promise<T> {
  const path = ownFile(load);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** By a link of ours: the engine takes `*`, `?` and `[` of a path for a pattern, and would read other files. */
function parquet(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  return withOwnFile(load, async (path) => {
    await symlink(file.path, path);
    await connection.run(
      `create or replace table ${quoted(file.entity)} as
        select * from read_parquet(${literal(path)}, hive_partitioning = false)`,
    );
    return [{ entity: file.entity, storages: new Map() }];
  });
}

function separated(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  const format = file.format === 'tsv' ? 'tsv' : 'csv';
  return withOwnFile(load, async (path) => {
    const look = await writePlainText(file.path, path, format === 'tsv' ? '\t' : undefined);
    const beginning = await beginningOf(path);
    if (beginning.trim() === '') throw new UnreadableTable('it is empty');
    const byUs = async () => {
      const [table] = await openTabular(path, format);
      return [await loadTable(load, file.entity, table, manners.separated)];
    };
    if (!look.isSimple) return byUs();
    const { separator } = look;
    const [record = ''] = /^[^\r\n]*/.exec(beginning) ?? [];
    const names = columnNames(record.split(separator));
    const columns = names.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
    await connection.run(`create or replace temp table raw as select * from read_csv(${literal(path)},
      auto_detect = false, header = true, delim = ${literal(separator)}, quote = '', escape = '', nullstr = '',
      allow_quoted_nulls = false, null_padding = false, strict_mode = true, parallel = false,
      max_line_size = 100000000, columns = {${columns}})`);
    // The engine drops empty fields that a record has too many; we tell on which line they are.
    const records = 1 + (await countOfRaw(connection));
    if (look.separators !== records * (names.length - 1)) return byUs();
    return [await typed(connection, file.entity, names, new Map())];
  });
}

async function countOfRaw(connection: DuckDBConnection): Promise<number> {
  const [row] = await (await connection.run('select count(*) from raw')).getRowsJson();
  return Number(row?.[0]);
}

/** Objects, each a row; what is no text in them keeps its own words. */
async function records(load: Load): Promise<LoadedEntity[]> {
  const { path, entity, format } = load.file;
  // Many programs write a record on each line and call it JSON.
  const isList = format === 'json' && !(await beginsAsRecord(path));
  const [table] = await openTabular(path, isList ? 'json' : 'ndjson');
  return [await loadTable(load, entity, table, manners.records)];
}

async function beginsAsRecord(path: string): Promise<boolean> {
  for await (const piece of textOf(path)) {
    const [first] = /\S/.exec(piece) ?? [];
    if (first !== undefined) return first === '{';
  }
  return false;
}

/** Each sheet that has anything in it is an entity, called by the file alone where there is one. */
function workbook(load: Load): Promise<LoadedEntity[]> {
  const { connection, file, isTaken } = load;
  return withOwnFile(load, async (path) => {
    if (file.isGzipped) await unpack(file.path, path);
    const sheets: Table[] = [];
    for (const sheet of await openTabular(file.isGzipped ? path : file.path, 'xlsx')) {
      if (await hasRows(sheet)) sheets.push(sheet);
    }
    if (sheets.length === 0) throw new UnreadableTable('it is empty');
    const names = sheets.map(({ name }) => name ?? '');
    const entities = sheets.length === 1 ? [file.entity] : sheetNames(file, names, isTaken);
    const loaded: LoadedEntity[] = [];
    try {
      for (const [i, sheet] of sheets.entries()) {
        loaded.push(await loadTable(load, entities[i] ?? file.entity, sheet, manners.sheet));
      }
    } catch (error) {
      // All of a file is served, or none of it.
      for (const { entity } of loaded) await connection.run(`drop table ${quoted(entity)}`);
      throw error;
    }
    return loaded;
  });
}

async function hasRows(table: Table): Promise<boolean> {
  for await (const rows of table.batches()) if (rows.length > 0) return true;
  return false;
}

async function loadTable(
  { connection }: Load,
  entity: string,
  table: Table | undefined,
  manner: Manner,
): Promise<LoadedEntity> {
  const staged = table === undefined ? null : await stage(connection, table, manner);
  if (staged === null) throw new UnreadableTable('it has no records with values');
  return typed(connection, entity, staged.names, staged.fixed);
}

/** Makes the table of what was read; types that are fixed are not looked for. */
async function typed(
  connection: DuckDBConnection,
  entity: string,
  names: readonly string[],
  fixed: ReadonlyMap<number, FoundType>,
): Promise<LoadedEntity> {
  const found = await foundTypes(connection, names.length);
  const types = found.map((type, i) => {
    const given = fixed.get(i);
    // Days and moments are texts in JSON.
    const isMoment = type.type === 'DATE' || type.type === 'TIMESTAMP';
    return given === undefined || (given.type === 'VARCHAR' && isMoment) ? type : given;
  });
  const columns = types.map(({ type }, i) => `c${i}::${type} as ${quoted(names[i] ?? '')}`);
  await connection.run(`create or replace table ${quoted(entity)} as select ${columns.join(', ')} from raw`);
  await connection.run('drop table raw');
  const storages = new Map(
    types.flatMap(({ storage }, i) => (storage === undefined ? [] : [[names[i] ?? '', storage] as const])),
  );
  return { entity, storages };
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
