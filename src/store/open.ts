// From the parameter --state to the store.
import { existsSync } from 'node:fs';
import type { LogEvent } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { DialectName } from '../dialects/dialect.ts';
import { type DatabaseUrl, parseDatabaseUrl } from '../dialects/url.ts';
import { defaultFile, temporaryFile } from './place.ts';
import { type Store, StoreError } from './store.ts';

/** Called after each statement; for tests. */
export interface OpenStoreOptions {
  readonly onStatement?: (event?: LogEvent) => void;
}

type Opener = (url: DatabaseUrl, onStatement: (event?: LogEvent) => void) => Promise<Store>;

/** Drivers are loaded when they are used. */
const openers: Readonly<Record<DialectName, Opener>> = {
  sqlite: async ({ database }, onStatement) => {
    const { SqliteStore } = await import('./sqlite.ts');
    const store = new SqliteStore({ file: database, onStatement });
    await store.prepare();
    return store;
  },
  postgres: async (url, onStatement) => (await import('./postgres.ts')).postgresStore(url, onStatement),
  mysql: async (url, onStatement) => (await import('./mysql.ts')).mysqlStore(url, onStatement),
  duckdb: async () => {
    throw new StoreError(
      'The state is not kept in DuckDB, to which one program alone can write: use sqlite:///… for a file.',
    );
  },
};

/** A store that is there, with all its tables; a StoreError says in one sentence why it is not. */
export async function openStore(
  url: DatabaseUrl,
  { onStatement = () => {} }: OpenStoreOptions = {},
): Promise<Store> {
  if (url.several !== undefined) {
    throw new StoreError(
      'The state store takes one host: name one address that always leads to its primary.',
    );
  }
  try {
    if (url.dialect === 'sqlite' && url.database === ':memory:') return await temporaryStore();
    return await openers[url.dialect](url, onStatement);
  } catch (error) {
    throw startError(error, url.display);
  }
}

/** The store in a file, which is made when something is first kept. */
export async function fileStore(file: string): Promise<Store> {
  const { SqliteStore } = await import('./sqlite.ts');
  return new SqliteStore({ file });
}

/** One that ends with the process. */
export function temporaryStore(): Promise<Store> {
  return fileStore(temporaryFile());
}

/** The URL of one that ends with this process, for those that it starts. */
export function temporaryStoreUrl(): string {
  return `sqlite:///${temporaryFile().split('/').map(encodeURIComponent).join('/')}`;
}

/** Whether what is kept ends with the process. */
export function isTemporary(state: string | undefined, database: DatabaseUrl): boolean {
  return state === 'none' || (state === undefined && database.database === ':memory:');
}

/** What the parameter asks for; without it, a file for this database that is made when something is first kept. */
export async function storeFor(state: string | undefined, database: DatabaseUrl): Promise<Store> {
  if (isTemporary(state, database)) return temporaryStore();
  if (state !== undefined) return openStore(parseDatabaseUrl(state));
  const store = await fileStore(defaultFile(database));
  try {
    // One that is there is looked at now: it may be too new for this program.
    await store.ping();
  } catch (error) {
    await store.close();
    throw startError(error, store.display);
  }
  return store;
}

/**
 * For whoever reads a store and adds nothing: to open a file would make it, so that a mistyped name would be a store with
 * nothing in it.
 */
export async function storeThatIsThere(state: string | undefined, database: DatabaseUrl): Promise<Store> {
  if (isTemporary(state, database)) {
    throw new StoreError('What such a service keeps ends with it: name another store by --state.');
  }
  const url = state === undefined ? null : parseDatabaseUrl(state);
  if (url === null || url.dialect === 'sqlite') {
    const file = url?.database ?? defaultFile(database);
    if (!existsSync(file)) throw new StoreError(`There is no state store ${url?.display ?? file}.`);
  }
  return storeFor(state, database);
}

function startError(error: unknown, display: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : error.message;
  return new StoreError(`The state store ${display} cannot be used: ${reason}.`, { cause });
}
