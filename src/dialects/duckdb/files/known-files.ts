// What is known about the files of a folder. Unchanged files are not read again.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UnreadableTable } from '../../../tabular/table.ts';
import { quoted } from '../sql/quoting.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { createTable } from './create-table.ts';
import { currentTrace, type DataFile, isFresh, tickMs } from './folder.ts';
import { type Layer, type OpenLayers, worthMerging } from './layers.ts';
import { loadFile } from './load.ts';
import { type Load, type LoadedEntity, tableOf } from './loading.ts';
import { sheetNames, TakenNames } from './names.ts';

/** A table made of a file, or of one sheet of a workbook. */
export interface KnownTable extends LoadedEntity {
  readonly layer: Layer;
  /** The file's trace. */
  readonly trace: string;
}

interface KnownFile {
  /** Null if the file has to be read again in any case. */
  readonly trace: string | null;
  readonly tables: readonly KnownTable[];
  /** Why it is left out; null if it is served. */
  readonly refusal: string | null;
  /** If it is left out: the entities that it had last. */
  readonly unreadable: readonly string[];
}

/** By file name. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

export function tablesOf(known: KnownFiles): KnownTable[] {
  return [...known.values()].flatMap(({ tables }) => tables);
}

/** The entities whose files are there, but left out. */
export function unreadableOf(known: KnownFiles): string[] {
  return [...known.values()].flatMap(({ unreadable }) => unreadable);
}

/** What is left out, or served in another form than it has in the file. */
export function warningsOf(known: KnownFiles): string[] {
  return [...known].flatMap(([name, { refusal, tables }]) =>
    refusal === null
      ? tables.flatMap(({ notes = [] }) => notes.map((note) => `${name}: ${note}.`))
      : `${name} is left out: ${refusal.replace(/\.$/, '')}.`,
  );
}

/** Where files are read and tables are made. */
export interface LoadEnvironment {
  readonly connections: ConnectionPool;
  /** For temporary files. */
  readonly folder: string;
  /** For new tables. */
  readonly layers: OpenLayers;
}

/** The current state of the files. Files with unchanged traces are not read. */
export async function reload(
  last: KnownFiles,
  files: readonly DataFile[],
  environment: LoadEnvironment,
): Promise<KnownFiles> {
  const unchanged = (file: DataFile) => {
    const known = last.get(file.name);
    return known?.trace === file.trace ? known : null;
  };
  const merged = worthMerging(files.flatMap((file) => unchanged(file)?.tables ?? []));
  const changed = files.filter((file) => unchanged(file) === null);
  const renewal = new FileReload(environment, files, merged, sum(changed.map(unpackedSize)));
  // The names of sheets depend on those of all other files and of earlier workbooks, so workbooks are read one by one.
  const inTurn = files.filter(({ format }) => format === 'xlsx');
  const free = files.filter(({ format }) => format !== 'xlsx');
  const done = new Map<string, KnownFile>();
  const renew = async (file: DataFile) => {
    const known = unchanged(file);
    const now = known === null ? renewal.read(file, last.get(file.name)) : renewal.keep(file, known);
    done.set(file.name, await now);
  };
  const takeTurns = async () => {
    for (const file of inTurn) await renew(file);
  };
  await Promise.all([...free.map(renew), takeTurns()]);
  return new Map(files.flatMap(({ name }) => [[name, done.get(name)] as const].filter(isDefined)));
}

const isDefined = <K, V>(entry: readonly [K, V | undefined]): entry is readonly [K, V] =>
  entry[1] !== undefined;

/** The approximate unpacked size of a file. */
function unpackedSize({ size, format, isPacked }: DataFile): number {
  return isPacked || format === 'parquet' || format === 'xlsx' ? size * 5 : size;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

class FileReload {
  readonly #environment: LoadEnvironment;
  readonly #merged: ReadonlySet<Layer>;
  readonly #taken: TakenNames;
  /** The unpacked size of the files that are read. */
  readonly #bytes: number;
  #count = 0;

  constructor(
    environment: LoadEnvironment,
    files: readonly DataFile[],
    merged: ReadonlySet<Layer>,
    bytes: number,
  ) {
    this.#bytes = bytes;
    this.#environment = environment;
    this.#merged = merged;
    this.#taken = new TakenNames(files.map(({ entity }) => entity));
  }

  async read(file: DataFile, last: KnownFile | undefined): Promise<KnownFile> {
    const { connections, folder, layers } = this.#environment;
    const layer = await layers.added(this.#bytes);
    const plain = join(folder, `plain-${++this.#count}`);
    const namesOf = (sheets: readonly string[]) => this.#namesOf(file, sheets);
    const into = layer.name;
    return connections.run(async (connection) => {
      try {
        const { entities, trace } = await loadConsistently({ connection, file, into, plain, namesOf });
        for (const { entity } of entities) this.#taken.add(entity);
        const tables = entities.map((table) => ({ ...table, layer, trace }));
        return { trace, tables, refusal: null, unreadable: [] };
      } catch (error) {
        if (!(error instanceof UnreadableTable)) throw error;
        const { tables = [], unreadable = [] } = last ?? {};
        const entities = [file.entity, ...tables.map(({ entity }) => entity), ...unreadable];
        return {
          trace: isOfFile(error) ? file.trace : null,
          tables: [],
          refusal: error.message,
          unreadable: [...new Set(entities)],
        };
      }
    });
  }

  /** Another file may have taken or freed a name: then only the name changes, not the content. */
  async keep(file: DataFile, known: KnownFile): Promise<KnownFile> {
    const sheets = known.tables.flatMap(({ sheet }) => sheet ?? []);
    const names = sheets.length === 0 ? [file.entity] : this.#namesOf(file, sheets);
    for (const name of names) this.#taken.add(name);
    const tables = known.tables.map(async (table, i): Promise<KnownTable> => {
      const entity = names[i] ?? table.entity;
      if (entity === table.entity && !this.#merged.has(table.layer)) return table;
      const { layers, connections } = this.#environment;
      const layer = await layers.added(this.#bytes);
      const columns = table.columns.map((column) => ({ ...column, value: quoted(column.name) }));
      const to = tableOf(layer.name, entity);
      const from = `from ${tableOf(table.layer.name, table.entity)}`;
      await connections.run((connection) => createTable(connection, to, columns, from));
      return { ...table, entity, layer };
    });
    return { ...known, tables: await Promise.all(tables) };
  }

  #namesOf(file: DataFile, sheets: readonly string[]): string[] {
    return sheetNames(file, sheets, (name) => name !== file.entity && this.#taken.has(name));
  }
}

/** Whether the cause is in the file itself; otherwise it may be temporary, such as a full disk or a missing share. */
function isOfFile({ cause }: UnreadableTable): boolean {
  return cause === undefined || (cause instanceof Error && /^Invalid Input Error/.test(cause.message));
}

/** The most attempts for a file that is constantly written to. */
const maxAttempts = 8;

/** If a file is written to while it is read, the result matches no state that it ever had. */
async function loadConsistently(
  load: Load,
): Promise<{ readonly entities: readonly LoadedEntity[]; readonly trace: string }> {
  for (let n = 0; n < maxAttempts; n++) {
    if (isFresh(load.file)) {
      await delay(tickMs);
      // Still being written: a change right after taking the trace might leave the same trace.
      if (isFresh(load.file)) continue;
    }
    const trace = currentTrace(load.file);
    if (trace === null) throw new UnreadableTable('it cannot be read');
    const entities = await loadFile(load).catch((error: unknown) => {
      if (currentTrace(load.file) === trace) throw error;
      return null;
    });
    if (entities !== null && currentTrace(load.file) === trace) return { entities, trace };
    for (const { entity } of entities ?? []) {
      await load.connection.run(`drop table if exists ${tableOf(load.into, entity)}`);
    }
  }
  throw new UnreadableTable('it is being written to; it is read once that has ended');
}
