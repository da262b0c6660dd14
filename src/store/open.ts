// Opens the store that the parameter --state names.
import { Problem } from '../contract/problem.ts';
import type { DialectName } from '../dialects/dialect.ts';
import { type DatabaseUrl, parseDatabaseUrl } from '../dialects/url.ts';
import { defaultFile, temporaryFile } from './place.ts';
import { type OpenStoreOptions, type Store, StoreError } from './store.ts';

type Opener = (url: DatabaseUrl, options: Required<OpenStoreOptions>) => Promise<Store>;

/** Drivers are loaded on first use. */
const openers: Readonly<Record<DialectName, Opener>> = {
  sqlite: async ({ database }, { onStatement, mustExist }) => {
    const { SqliteStore } = await import('./sqlite.ts');
    const store = new SqliteStore({ file: database, onStatement });
    await store.prepare(mustExist);
    return store;
  },
  postgres: async (url, options) => (await import('./postgres.ts')).postgresStore(url, options),
  mysql: async (url, options) => (await import('./mysql.ts')).mysqlStore(url, options),
  duckdb: async () => {
    throw new StoreError(
      'The state is not kept in DuckDB, to which one program alone can write: use sqlite:///… for a file.',
    );
  },
};

/** An available store with all its tables; throws a StoreError with one sentence otherwise. */
export async function openStore(
  url: DatabaseUrl,
  { onStatement = () => {}, mustExist = false }: OpenStoreOptions = {},
): Promise<Store> {
  if (url.several !== undefined) {
    throw new StoreError(
      'The state store takes one host: name one address that always leads to its primary.',
    );
  }
  try {
    if (url.dialect === 'sqlite' && url.database === ':memory:') return await temporaryStore();
    return await openers[url.dialect](url, { onStatement, mustExist });
  } catch (error) {
    throw await startError(error, url);
  }
}

/** The existing store of a service for this database; never creates one. */
export async function existingStore(state: string | undefined, database: DatabaseUrl): Promise<Store> {
  if (isTemporary(state, database)) {
    throw new StoreError('What such a service keeps ends with it: name another store by --state.');
  }
  const url = state ?? fileUrl(defaultFile(database));
  return openStore(parseDatabaseUrl(url), { mustExist: true });
}

function fileUrl(file: string): string {
  return `sqlite:///${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The store in a file, created when something is first saved. */
export async function fileStore(file: string): Promise<Store> {
  const { SqliteStore } = await import('./sqlite.ts');
  return new SqliteStore({ file });
}

/** A store that is deleted when the process ends. */
export function temporaryStore(): Promise<Store> {
  return fileStore(temporaryFile());
}

/** The URL of such a store, for child processes. */
export function temporaryStoreUrl(): string {
  return fileUrl(temporaryFile());
}

/** Whether the store is deleted when the process ends. */
export function isTemporary(state: string | undefined, database: DatabaseUrl): boolean {
  return state === 'none' || (state === undefined && database.database === ':memory:');
}

/** The store that the parameter names; without it, a file for this database, created when something is first saved. */
export async function storeFor(state: string | undefined, database: DatabaseUrl): Promise<Store> {
  if (isTemporary(state, database)) return temporaryStore();
  if (state !== undefined) return openStore(parseDatabaseUrl(state));
  const store = await fileStore(defaultFile(database));
  try {
    // Check an existing one now: it may be too new for this program.
    await store.ping();
  } catch (error) {
    await store.close();
    throw unusable(error, store.display);
  }
  return store;
}

/** Explains an unreachable server, and the remedy, in the same words as for data. */
async function startError(error: unknown, url: DatabaseUrl): Promise<unknown> {
  if (!(error instanceof Problem)) return error;
  const { cause } = error;
  const explained = await notReached[url.dialect]?.(url, cause);
  return explained instanceof Problem
    ? new StoreError(`The state store is not there. ${explained.message}`, { cause })
    : unusable(error, url.display);
}

/** Null if something else is wrong. */
const notReached: Readonly<
  Partial<Record<DialectName, (url: DatabaseUrl, cause: unknown) => Promise<unknown>>>
> = {
  postgres: async (url, cause) =>
    (await import('../dialects/postgres/wire/failure.ts')).notReached(url.display, cause),
  mysql: async (url, cause) => (await import('../dialects/mysql/wire/refusals.ts')).refusal(url, cause),
};

function unusable(error: unknown, display: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : error.message;
  return new StoreError(`The state store ${display} cannot be used: ${reason}.`, { cause });
}
