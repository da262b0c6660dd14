// The state store on a PostgreSQL server: a separate schema in the URL's database.
import {
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPoolClient,
  sql,
  WithSchemaPlugin,
} from 'kysely';
import pg from 'pg';
import { addresses } from '../dialects/postgres/wire/settings.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import { ownSchema as schema } from '../model/own-schema.ts';
import type { StoreEngine } from './engine.ts';
import { PostgresRowReader } from './postgres-reader.ts';
import { firstPrepared, poolSize, ServerStore, silenceMs } from './server-store.ts';
import type { OpenStoreOptions } from './store.ts';
import type { StoreTables } from './tables.ts';

const engine: StoreEngine = {
  types: { key: sql`varchar(255) collate "C"`, text: sql`text`, integer: sql`bigint` },
  hasTransactionalDdl: true,
  async prepare(db) {
    // A role that may not create schemas may have been given this one; `create schema if not exists` would still be
    // refused.
    const { rows } = await sql`select 1 from pg_catalog.pg_namespace where nspname = ${schema}`.execute(db);
    if (rows.length === 0) await db.schema.createSchema(schema).ifNotExists().execute();
  },
  // A schema, a table, a column, or its catalog row.
  isAlreadyThere: (error) => ['42P06', '42P07', '42701', '42710', '23505'].includes(stateOf(error)),
  isMissing: (error) => ['42P01', '3F000'].includes(stateOf(error)),
  isRolledBack: (error) => ['40001', '40P01'].includes(stateOf(error)),
  isAway: (error) => isLost(error) || /^(08|53|57|58|28|3D|25006|55P03|XX)/.test(stateOf(error)),
};

/** Socket errors have a system code; the driver's own errors about a lost connection have only a text. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  if ('code' in error && typeof error.code === 'string') return /^E[A-Z]+$/.test(error.code);
  return /^(Connection terminated|Client (has encountered|was closed)|timeout e|Query read timeout|Cannot use a pool)/.test(
    error.message,
  );
}

function stateOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Reads 64-bit integers as numbers: they are times and counts. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * The engine's texts cannot contain NUL, and one of them would fail all that is written with it. It becomes the
 * replacement character, as halves of surrogate pairs do; in JSON it is escaped, and stays.
 */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

/** Discards connections that have failed. */
class Pool {
  readonly options: object = {};
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    // The pool replaces an idle connection that breaks.
    pool.on('error', () => {});
    // If a connection breaks between two statements of a transaction, the next statement fails.
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    let isBroken = false;
    const noted = async <T>(answer: Promise<T>): Promise<T> => {
      try {
        return await answer;
      } catch (error) {
        isBroken ||= engine.isAway(error);
        throw error;
      }
    };
    // Kysely calls it only this way.
    const query = (text: string, values: readonly unknown[]) =>
      noted(client.query(text, values.map(storable)));
    return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

export async function postgresStore(
  url: DatabaseUrl,
  { onStatement, mustExist }: Required<OpenStoreOptions>,
): Promise<ServerStore> {
  const settings = { types, query_timeout: silenceMs, statement_timeout: silenceMs };
  return firstPrepared(await addresses(url), mustExist, (way) => {
    const { connectTimeoutMs: _, ...address } = way;
    const pool = new pg.Pool({
      ...address,
      ...settings,
      max: poolSize,
      connectionTimeoutMillis: silenceMs,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
    });
    const db = (log: (event: LogEvent) => void) =>
      new Kysely<StoreTables>({
        dialect: new PostgresDialect({ pool: new Pool(pool) }),
        plugins: [new WithSchemaPlugin(schema)],
        log,
      });
    return new ServerStore({
      db,
      onStatement,
      engine,
      rowReader: new PostgresRowReader({ address: way, schema, silenceMs }),
      display: url.display,
    });
  });
}
