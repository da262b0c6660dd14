// Loads a file into a private database of DuckDB, giving each column the type that fits all its values.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileFormat } from '../../../tabular/formats.ts';
import { openTabular } from '../../../tabular/open.ts';
import { type Table, UnreadableTable } from '../../../tabular/table.ts';
import { textOf } from '../../../tabular/text.ts';
import { literal } from '../sql/quoting.ts';
import { createTable } from './create-table.ts';
import { type EntityColumn, type Load, type LoadedEntity, rowsOf, tableOf, withOwnFile } from './loading.ts';
import { columnNames } from './names.ts';
import { parquet } from './parquet.ts';
import { beginningOf, maxLineBytes, unpack, writePlainText } from './plain-text.ts';
import { type FormatTraits, formatTraits, stage } from './staged.ts';
import {
  type Aspect,
  aspectsOf,
  type FirstTally,
  type FoundType,
  firstTallySql,
  firstTypeFor,
  type Tally,
  tallySql,
  typeFor,
} from './types.ts';

const loaders: Record<FileFormat, (load: Load) => Promise<LoadedEntity[]>> = {
  csv: separated,
  tsv: separated,
  json: records,
  ndjson: records,
  xlsx: workbook,
  parquet,
};

/** Throws an UnreadableTable that says why the file cannot be served. */
export async function loadFile(load: Load): Promise<LoadedEntity[]> {
  try {
    return await loaders[load.file.format](load);
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable(reasonOf(error).replaceAll(load.plain, load.file.name), { cause: error });
  } finally {
    // A leftover `raw` would hide the table of a file that is itself named `raw` on this connection.
    await load.connection.run('drop table if exists temp.raw');
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The system's message contains the full path, which is not for everyone.
  if (/^(EACCES|EPERM)\b/.test(message)) return 'it is not ours to read';
  return message.split('\n', 1)[0] ?? message;
}

/** The default is sixteen lines of the longest kind, which do not fit under the memory limit of a small machine. */
const bufferBytes = 2 * maxLineBytes;

function separated(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  const format = file.format === 'tsv' ? 'tsv' : 'csv';
  return withOwnFile(load, async (path) => {
    const scan = await writePlainText(file.path, path, format === 'tsv' ? '\t' : undefined);
    const beginning = await beginningOf(path);
    if (beginning.trim() === '') throw new UnreadableTable('it is empty');
    const byUs = async () => {
      const [table] = await openTabular(path, format);
      return [await loadTable(load, file.entity, table, formatTraits.separated)];
    };
    if (!scan.isSimple) return byUs();
    const { separator } = scan;
    const [record = ''] = /^[^\r\n]*/.exec(beginning) ?? [];
    const names = columnNames(record.split(separator));
    const columns = names.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ');
    const isRead = await connection
      .run(
        `create or replace temp table raw as select * from read_csv(${literal(path)},
          auto_detect = false, header = true, delim = ${literal(separator)}, quote = '', escape = '', nullstr = '',
          allow_quoted_nulls = false, null_padding = false, strict_mode = true, parallel = false,
          max_line_size = ${maxLineBytes}, buffer_size = ${bufferBytes}, columns = {${columns}})`,
      )
      .then(() => true, refusedCsv);
    // Of a ragged line, the engine counts one excess field at most, and none if they are empty; our reader counts all.
    if (!isRead) return byUs();
    const found = await foundTypes(connection, names.length);
    if (scan.separators !== (1 + found.rows) * (names.length - 1)) return byUs();
    return [await typed(load, file.entity, names, found)];
  });
}

/** False if the error is about the file's content; throws any other. */
function refusedCsv(error: unknown): false {
  if (error instanceof Error && /\bCSV Error\b/.test(error.message)) return false;
  throw error;
}

/** Objects, one row each; values in them that are not texts keep their notation. */
async function records(load: Load): Promise<LoadedEntity[]> {
  const { path, entity, format } = load.file;
  // Many programs write one record per line and call it JSON.
  const isList = format === 'json' && !(await beginsAsRecord(path));
  const [table] = await openTabular(path, isList ? 'json' : 'ndjson');
  return [await loadTable(load, entity, table, formatTraits.records)];
}

async function beginsAsRecord(path: string): Promise<boolean> {
  for await (const piece of textOf(path)) {
    const [first] = /\S/.exec(piece) ?? [];
    if (first !== undefined) return first === '{';
  }
  return false;
}

/** Each sheet with content is an entity, named only after the file if there is just one. */
function workbook(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  return withOwnFile(load, async (path) => {
    if (file.isPacked) await unpack(file.path, path);
    const sheets: Table[] = [];
    for (const sheet of await openTabular(file.isPacked ? path : file.path, 'xlsx')) {
      if (await hasRows(sheet)) sheets.push(sheet);
    }
    if (sheets.length === 0) throw new UnreadableTable('it is empty');
    const names = sheets.map(({ name }) => name ?? '');
    const entities = sheets.length === 1 ? [file.entity] : load.namesOf(names);
    const loaded: LoadedEntity[] = [];
    try {
      for (const [i, sheet] of sheets.entries()) {
        const entity = await loadTable(load, entities[i] ?? file.entity, sheet, formatTraits.sheet);
        loaded.push({ ...entity, sheet: sheets.length === 1 ? null : (names[i] ?? '') });
      }
    } catch (error) {
      // A file is served completely or not at all.
      for (const { entity } of loaded) await connection.run(`drop table ${tableOf(load.into, entity)}`);
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
  load: Load,
  entity: string,
  table: Table | undefined,
  traits: FormatTraits,
): Promise<LoadedEntity> {
  const { connection } = load;
  const staged = table === undefined ? null : await stage(connection, table, traits);
  if (staged === null) throw new UnreadableTable('it has no records with values');
  const found = await foundTypes(connection, staged.names.length);
  return typed(load, entity, staged.names, found, staged.fixed);
}

/** Creates the table from the staged rows; fixed types override what was found. */
async function typed(
  load: Load,
  entity: string,
  names: readonly string[],
  found: Found,
  fixed: ReadonlyMap<number, FoundType> = new Map(),
): Promise<LoadedEntity> {
  const { connection } = load;
  const columns = found.types.map((type, i): EntityColumn => {
    const given = fixed.get(i);
    // JSON has dates and moments only as texts.
    const isMoment = type.type === 'DATE' || type.type === 'TIMESTAMP';
    const isFound = given === undefined || (given.type === 'VARCHAR' && isMoment);
    return { name: names[i] ?? '', ...(isFound ? type : given) };
  });
  const made = columns.map((column, i) => {
    const { type, readAs = type } = column;
    return { ...column, value: `c${i}::${readAs}::${type}` };
  });
  await createTable(connection, tableOf(load.into, entity), made, 'from temp.raw');
  return { entity, sheet: null, columns, rows: found.rows };
}

interface Found {
  readonly types: readonly FoundType[];
  readonly rows: number;
}

/** The planning time of a statement grows with the square of its tallies: minutes and gigabytes for 2,000. */
const maxTallied = 10;

/** Considers all values of the staged columns `c0`, `c1`, …. */
async function foundTypes(connection: DuckDBConnection, count: number): Promise<Found> {
  const tallied = async <T>(places: readonly number[], sql: (column: string, place: number) => string) => {
    const tallies = new Map<number, T>();
    for (let at = 0; at < places.length; at += maxTallied) {
      const some = places.slice(at, at + maxTallied);
      const columns = some.map((place) => sql(`c${place}`, place));
      const [texts = []] = await rowsOf(connection, `select ${columns.join(', ')} from temp.raw`);
      // Produced by the expressions of ./types.ts, next to the types used here.
      some.forEach((place, i) => void tallies.set(place, JSON.parse(String(texts[i])) as T));
    }
    return tallies;
  };
  const places = Array.from({ length: count }, (_, i) => i);
  const [[rows] = []] = await rowsOf(connection, 'select count(*)::text from temp.raw');
  const tallies = await tallied<FirstTally>(places, firstTallySql);
  const types = new Map<number, FoundType>();
  const open = new Map<number, readonly Aspect[]>();
  for (const [place, tally] of tallies) {
    const type = firstTypeFor(tally);
    if (type === null) open.set(place, aspectsOf(tally));
    else types.set(place, type);
  }
  const second = await tallied<Tally>([...open.keys()], (column, place) =>
    tallySql(column, open.get(place) ?? []),
  );
  for (const [place, tally] of second) types.set(place, typeFor(tally));
  return { types: places.map((place) => types.get(place) ?? { type: 'VARCHAR' }), rows: Number(rows) };
}
