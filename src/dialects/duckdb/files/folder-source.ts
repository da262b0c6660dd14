// A folder of files as a database: their content is loaded into private layers, which only this process reads.
import { availableParallelism } from 'node:os';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Inference } from '../../../model/inference/measured.ts';
import type { Driver } from '../run/driver.ts';
import { Engine, type EngineOptions } from '../run/engine.ts';
import { OwnFolder } from '../run/own-folder.ts';
import type { Opened, Source } from '../run/source.ts';
import { quoted } from '../sql/quoting.ts';
import { typeOf } from '../sql/types.ts';
import { AnswerCache } from './answer-cache.ts';
import { ConnectionPool } from './connection-pool.ts';
import { type DataFile, folderVersion, readFolder } from './folder.ts';
import { inferFrom } from './infer.ts';
import {
  type KnownFiles,
  type KnownTable,
  reload,
  tablesOf,
  unreadableOf,
  warningsOf,
} from './known-files.ts';
import { Layers } from './layers.ts';

/** A change is noticed within this many milliseconds. */
const checkEveryMs = 250;

export class FolderSource implements Source {
  readonly #driver: Driver;
  readonly #path: string;
  readonly #options: EngineOptions;
  readonly #answers = new AnswerCache();
  readonly #layers = new Layers();
  #known: KnownFiles = new Map();
  #seen: { readonly version: string; readonly at: number } | null = null;

  constructor(driver: Driver, path: string, options: EngineOptions) {
    this.#driver = driver;
    this.#path = path;
    this.#options = options;
  }

  version(): string {
    const now = performance.now();
    if (this.#seen === null || now - this.#seen.at > checkEveryMs) {
      this.#seen = { version: folderVersion(this.#path), at: now };
    }
    return this.#seen.version;
  }

  async open(): Promise<Opened> {
    const version = folderVersion(this.#path);
    this.#seen = { version, at: performance.now() };
    const { files, warnings } = readFolder(this.#path);
    try {
      const { known, inference } = await this.#renewed(files);
      const tables = tablesOf(known);
      const [empty, ...layers] = this.#layers.holding(tables);
      const engine = await Engine.open(this.#driver, empty.path, this.#options, layers);
      this.#known = known;
      return {
        engine,
        version,
        isIntact: () => true,
        warnings: [...warnings, ...warningsOf(known)],
        catalog: { ...catalogOf(tables, inference), unreadable: unreadableOf(known) },
      };
    } finally {
      this.#layers.closeOthers(tablesOf(this.#known));
    }
  }

  close(): void {
    this.#layers.close();
  }

  /** Uses a separate instance that can read files, and closes it before any query runs. */
  async #renewed(files: readonly DataFile[]): Promise<{ known: KnownFiles; inference: Inference }> {
    const folder = new OwnFolder('files');
    const { memoryLimit, threads = String(availableParallelism()) } = this.#options;
    const instance = await this.#driver.DuckDBInstance.create(':memory:', {
      temp_directory: folder.path,
      threads,
      ...(memoryLimit !== undefined && { memory_limit: memoryLimit }),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connections = await ConnectionPool.of(instance, Number(threads));
    try {
      const run = (sql: string) => connections.run((connection) => connection.run(sql));
      const layers = await this.#layers.openIn(run);
      const known = await reload(this.#known, files, { connections, folder: folder.path, layers });
      const tables = tablesOf(known);
      for (const { entity, layer } of tables) {
        await run(`create view ${quoted(entity)} as from ${layer.name}.main.${quoted(entity)}`);
      }
      const kept = this.#answers.begin(connections);
      const inference = await inferFrom(tables, kept.ask);
      kept.end();
      await layers.seal(tables);
      return { known, inference };
    } finally {
      await connections.close();
      instance.closeSync();
      folder.remove();
    }
  }
}

/** Adds what only the files tell: how their columns are shown, and which are keys. */
function catalogOf(tables: readonly KnownTable[], inference: Inference): RawCatalog {
  const keyOf = new Map(inference.keys.map(({ entity, columns }) => [entity, columns]));
  return {
    defaultSchema: 'main',
    inference,
    tables: tables.map(({ entity, layer, columns, rows }) => {
      const primaryKey = keyOf.get(entity) ?? [];
      return {
        database: layer.name,
        schema: 'main',
        table: entity,
        kind: 'table',
        comment: null,
        columns: columns.map(({ name, type, storage }) => ({
          name,
          nativeType: type,
          ...typeOf(type),
          ...(storage !== undefined && { storage }),
          nullable: !primaryKey.includes(name),
          default: null,
          generated: false,
          comment: null,
        })),
        primaryKey,
        indexes: [],
        foreignKeys: [],
        rowEstimate: rows,
      };
    }),
  };
}
