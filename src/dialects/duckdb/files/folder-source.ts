// A folder of files as a database: loaded into one of its own, which only this process reads.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Driver } from '../run/driver.ts';
import { Engine, type EngineOptions } from '../run/engine.ts';
import type { Opened, Source } from '../run/source.ts';
import { folderVersion, readFolder } from './folder.ts';
import { loadFile, type Storages } from './load.ts';

/** A change is noticed within so many milliseconds. */
const lookEveryMs = 250;

export class FolderSource implements Source {
  readonly #driver: Driver;
  readonly #path: string;
  readonly #options: EngineOptions;
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
      const { warnings, storages } = await this.#load(own);
      const engine = await Engine.open(this.#driver, join(own, 'files.duckdb'), this.#options);
      // The engine has the file open, and nobody else needs its name.
      remove();
      return {
        engine,
        version,
        isIntact: () => true,
        warnings,
        refine: (catalog) => withStorages(catalog, storages),
      };
    } catch (error) {
      remove();
      throw error;
    }
  }

  /** By an instance of its own, which reads files; it is closed before anybody asks. */
  async #load(own: string): Promise<{ warnings: string[]; storages: Map<string, Storages> }> {
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
      for (const file of files) {
        try {
          storages.set(file.entity, await loadFile({ connection, file, folder: own }));
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          warnings.push(`${file.name} is left out: ${reason.replace(/\.$/, '')}.`);
        }
      }
      connection.closeSync();
    } finally {
      instance.closeSync();
    }
    return { warnings, storages };
  }
}

function withStorages(catalog: RawCatalog, storages: ReadonlyMap<string, Storages>): RawCatalog {
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({
        ...column,
        storage: storages.get(table.table)?.get(column.name) ?? column.storage,
      })),
    })),
  };
}
