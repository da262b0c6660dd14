// An open database of DuckDB, locked down to reading its own content.
import { availableParallelism, totalmem } from 'node:os';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Driver } from './driver.ts';
import { OwnFolder } from './own-folder.ts';

/**
 * This optimizer of 1.5.5 mistakes two different queries of one statement for the same, and returns wrong results, for
 * example for the count of groups beside the count of their rows. See test/zoo/duckdb/engine.test.ts.
 */
const wrong = ['common_subplan'];

/** Quadratic in the number of columns, and not interruptible: a list of 5,000 columns took 17 s to plan. */
const slowWhereWide = ['common_subexpressions', 'compressed_materialization'];
const mostColumns = 500;

async function hasWideTable(connection: DuckDBConnection): Promise<boolean> {
  const answer = await connection.run(`select count(*) > 0 from (
    select 1 from duckdb_columns() where not internal
      group by database_name, schema_name, table_name having count(*) > ${mostColumns})`);
  const [[isWide] = []] = await answer.getRowsJson();
  return isWide === true;
}

export interface EngineOptions {
  /** In the engine's notation, such as `2GB`; the default is a quarter of the machine's memory. */
  readonly memoryLimit: string | undefined;
  readonly threads: string | undefined;
}

/** A database whose tables can be read beside those of the opened one. */
export interface AttachedDatabase {
  readonly name: string;
  readonly path: string;
}

export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #folder: OwnFolder;
  #isClosed = false;

  private constructor(instance: DuckDBInstance, folder: OwnFolder) {
    this.#instance = instance;
    this.#folder = folder;
  }

  /** `:memory:` is an empty database; any other path must exist. */
  static async open(
    driver: Driver,
    path: string,
    options: EngineOptions,
    attached: readonly AttachedDatabase[] = [],
  ): Promise<Engine> {
    // For data that does not fit into memory; next to the database file it would be in the way.
    const folder = new OwnFolder('duckdb');
    try {
      const instance = await driver.DuckDBInstance.create(path, {
        temp_directory: folder.path,
        memory_limit: options.memoryLimit ?? `${Math.floor(totalmem() / 4 / 1_048_576)}MB`,
        threads: options.threads ?? String(availableParallelism()),
        ...(path === ':memory:' ? {} : { access_mode: 'READ_ONLY' }),
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
        allow_community_extensions: 'false',
        // Stored secrets of the service's user, and their location, must stay private.
        allow_persistent_secrets: 'false',
      });
      const engine = new Engine(instance, folder);
      const connection = await instance.connect();
      for (const { name, path: other } of attached) {
        await connection.run(`attach '${other.replaceAll("'", "''")}' as ${name} (read_only)`);
      }
      // From here on no files can be opened, except those already open.
      await connection.run('set global enable_external_access = false');
      await connection.run("set global TimeZone = 'UTC'");
      const left = (await hasWideTable(connection)) ? [...wrong, ...slowWhereWide] : wrong;
      await connection.run(`set global disabled_optimizers = '${left.join(',')}'`);
      await connection.run('set global lock_configuration = true');
      connection.closeSync();
      return engine;
    } catch (error) {
      folder.remove();
      throw error;
    }
  }

  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  /** Has an effect only once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#instance.closeSync();
    this.#folder.remove();
  }
}
