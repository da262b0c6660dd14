// A folder of files as a database: loaded into one of its own, which only this process reads.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Inference } from '../../../model/inference/measured.ts';
import { UnreadableTable } from '../../../tabular/table.ts';
import type { Driver } from '../run/driver.ts';
import { Engine, type EngineOptions } from '../run/engine.ts';
import type { Opened, Source } from '../run/source.ts';
import { folderVersion, isFresh, readFolder, tickMs, traceNow } from './folder.ts';
import { inferFrom, type LoadedTable } from './infer.ts';
import { KeptAnswers } from './kept-answers.ts';
import { type Load, type LoadedEntity, loadFile, type Storages } from './load.ts';
import { quoted } from './words.ts';

/** A change is noticed within so many milliseconds. */
const lookEveryMs = 250;

export class FolderSource implements Source {
  readonly #driver: Driver;
  readonly #path: string;
  readonly #options: EngineOptions;
  readonly #answers = new KeptAnswers();
  #seen: { readonly version: string; readonly at: number } | null = null;

  constructor(driver: Driver, path: string, options: EngineOptions) {
    this.#driver = driver;
    this.#path = path;
    this.#options = options;
  }

  version(): string {
    const now = performance.now();
    if (this.#seen === null || now - this.#seen.at > lookEveryMs) {
      this.#seen = { version: folderVersion(this.#path), at: now };
    }
    return this.#seen.version;
  }

  async open(): Promise<Opened> {
    // Only this user can enter the folder that mkdtemp makes.
    const own = mkdtempSync(join(tmpdir(), 'joinery-files-'));
    const remove = () => rmSync(own, { recursive: true, force: true });
    try {
      const version = folderVersion(this.#path);
      this.#seen = { version, at: performance.now() };
      const { warnings, storages, inference } = await this.#load(own);
      const engine = await Engine.open(this.#driver, join(own, 'files.duckdb'), this.#options);
      // The engine has the file open, and nobody else needs its name.
      remove();
      return {
        engine,
        version,
        isIntact: () => true,
        warnings,
        refine: (catalog) => ({ ...refined(catalog, storages, inference), inference }),
      };
    } catch (error) {
      remove();
      throw error;
    }
  }

  /** By an instance of its own, which reads files; it is closed before anybody asks. */
  async #load(own: string): Promise<Loaded> {
    const { files, warnings: leftOut } = readFolder(this.#path);
    const warnings = [...leftOut];
    const storages = new Map<string, Storages>();
    const path = join(own, 'files.duckdb');
    const instance = await this.#driver.DuckDBInstance.create(path, {
      temp_directory: own,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    try {
      chmodSync(path, 0o600);
      const connection = await instance.connect();
      const taken = new Set(files.map(({ entity }) => entity.toLowerCase()));
      const traces = new Map<string, string>();
      for (const file of files) {
        const isTaken = (entity: string) => entity !== file.entity && taken.has(entity.toLowerCase());
        try {
          const loaded = await loadWhole({ connection, file, folder: own, isTaken });
          for (const { entity, storages: its } of loaded.entities) {
            taken.add(entity.toLowerCase());
            storages.set(entity, its);
            traces.set(entity, loaded.trace);
          }
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          warnings.push(`${file.name} is left out: ${reason.replace(/\.$/, '')}.`);
        }
      }
      const kept = this.#answers.begin(connection);
      const inference = await inferFrom(await loadedTables(connection, traces), kept.ask);
      kept.end();
      connection.closeSync();
      return { warnings, storages, inference };
    } finally {
      instance.closeSync();
    }
  }
}

/** A file that is written to all the time is tried so often. */
const tries = 5;

/** A file may be written to while it is read: then what was read is of no state that it ever had. */
async function loadWhole(load: Load): Promise<{ readonly entities: LoadedEntity[]; readonly trace: string }> {
  for (let n = 0; n < tries; n++) {
    if (isFresh(load.file)) await delay(tickMs);
    const trace = traceNow(load.file);
    if (trace === null) throw new UnreadableTable('it cannot be read');
    const entities = await loadFile(load).catch((error: unknown) => {
      if (traceNow(load.file) === trace) throw error;
      return null;
    });
    if (entities !== null && traceNow(load.file) === trace) return { entities, trace };
    for (const { entity } of entities ?? []) {
      await load.connection.run(`drop table if exists ${quoted(entity)}`);
    }
  }
  throw new UnreadableTable('it is being written to; it is read once that has ended');
}

interface Loaded {
  readonly warnings: readonly string[];
  readonly storages: ReadonlyMap<string, Storages>;
  readonly inference: Inference;
}

/** Those of the files that could be loaded, with the types that the engine gave their columns. */
async function loadedTables(
  connection: DuckDBConnection,
  traces: ReadonlyMap<string, string>,
): Promise<LoadedTable[]> {
  const result = await connection.run(
    `select table_name, column_name, data_type from duckdb_columns() where not internal order by column_index`,
  );
  const columns = Map.groupBy(await result.getRowsJson(), ([table]) => table);
  return [...traces].flatMap(([entity, trace]) => {
    const its = columns.get(entity);
    if (its === undefined) return [];
    return {
      entity,
      trace,
      columns: its.map(([, name, type]) => ({ name: String(name), type: String(type) })),
    };
  });
}

/** With what only the files tell: how their columns are shown, and which of them are keys. */
function refined(
  catalog: RawCatalog,
  storages: ReadonlyMap<string, Storages>,
  { keys }: Inference,
): RawCatalog {
  const keyOf = new Map(keys.map(({ entity, columns }) => [entity, columns]));
  return {
    ...catalog,
    tables: catalog.tables.map((table) => {
      const primaryKey = keyOf.get(table.table) ?? table.primaryKey;
      return {
        ...table,
        primaryKey,
        columns: table.columns.map((column) => ({
          ...column,
          storage: storages.get(table.table)?.get(column.name) ?? column.storage,
          nullable: column.nullable && !primaryKey.includes(column.name),
        })),
      };
    }),
  };
}
