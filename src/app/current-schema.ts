// The schema as it was last read, and whether it is up to date.
import type { Connection, ConnectOptions } from '../dialects/dialect.ts';
import { buildDatabase } from '../model/build.ts';
import type { RawCatalog } from '../model/catalog.ts';
import type { VisibleDatabase } from '../model/database.ts';
import { unrestricted } from '../model/restrict.ts';
import type { StoredDecisions } from './inferred/decisions.ts';
import { withoutStore } from './without-store.ts';

/** One reading of the schema. */
export interface Schema {
  readonly catalog: RawCatalog;
  /** The version of the verdicts that it was built with. */
  readonly decisionsVersion: number;
  /** The connection it was read on; the database may have been replaced since. */
  readonly connection: Connection;
  /** The whole model. */
  readonly database: VisibleDatabase;
  /** Increases with each reading. */
  readonly generation: number;
}

export class CurrentSchema {
  readonly #decisions: StoredDecisions | null;
  readonly #onWarning: ConnectOptions['onWarning'];
  #schema: Schema;
  #version: string | null;
  #refreshing: Promise<void> | null = null;
  /** When it was last read. */
  readAt = Date.now();

  constructor(
    connection: Connection,
    catalog: RawCatalog,
    decisions: StoredDecisions | null,
    onWarning: ConnectOptions['onWarning'],
  ) {
    this.#decisions = decisions;
    this.#onWarning = onWarning;
    this.#schema = { connection, generation: 1, ...this.#built(catalog) };
    this.#version = versionOf(connection);
  }

  /** The last reading, whether or not it is up to date. */
  get last(): Schema {
    return this.#schema;
  }

  /** Reads it again if it has changed. */
  async upToDate(): Promise<Schema> {
    const fresh = this.fresh();
    if (fresh !== null) return fresh;
    await this.refresh();
    return this.#schema;
  }

  /** Reloads the schema; concurrent callers share one reload. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const { connection: last } = this.#schema;
    const connection = (await last.current?.()) ?? last;
    // Switch at once: after a failover, nothing must start on the old connection, whatever follows.
    this.#schema = { ...this.#schema, connection };
    const version = versionOf(connection);
    const catalog = await connection.reflect();
    const known = new Set(this.#schema.database.warnings);
    this.#schema = { connection, generation: this.#schema.generation + 1, ...this.#built(catalog) };
    for (const warning of this.#schema.database.warnings) if (!known.has(warning)) this.#onWarning(warning);
    this.#version = version;
    this.readAt = Date.now();
  }

  /** Null if the schema has changed. */
  fresh(): Schema | null {
    const version = this.#schema.connection.schemaVersion();
    if (version !== null && version !== this.#version) return null;
    const { catalog, connection, generation, decisionsVersion } = this.#schema;
    if (decisionsVersion !== (this.#decisions?.version ?? 0)) {
      this.#schema = { connection, generation: generation + 1, ...this.#built(catalog) };
    }
    return this.#schema;
  }

  /** Only for databases with inferred relations. */
  refreshDecisions(): Promise<void> | undefined {
    return this.#schema.catalog.inference === undefined ? undefined : this.#decisions?.refresh();
  }

  #built(reflected: RawCatalog): Pick<Schema, 'catalog' | 'database' | 'decisionsVersion'> {
    const catalog = withoutStore(reflected);
    const database = unrestricted(buildDatabase(catalog, this.#decisions?.current));
    return { catalog, database, decisionsVersion: this.#decisions?.version ?? 0 };
  }
}

/** The version of what this connection reads. */
function versionOf(connection: Connection): string | null {
  return connection.openedVersion ?? connection.schemaVersion();
}
