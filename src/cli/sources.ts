// Opens the database and the store that the command line names.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { OpenDatabase, type PersistentState } from '../app/database.ts';
import { type DatabaseUrl, parseDatabaseUrl } from '../dialects/url.ts';
import { newSealKey, type Seal, sharedSealKey } from '../identity/seal.ts';
import type { Store } from '../store/store.ts';
import { formats, kindOf } from '../tabular/formats.ts';
import { mayEdit } from './editing.ts';
import { runtimeError, StartFailure, usageError } from './failure.ts';
import { defaultPoolSize, type Settings } from './parameters.ts';

/** A path means the database file, or the data files in a folder. */
export function databaseUrl(source: string): DatabaseUrl {
  return parseDatabaseUrl(isPath(source) ? pathUrl(source) : source);
}

/** The URL of the store, if it has one; it may contain a password. */
export function stateUrl(state: string | undefined): DatabaseUrl[] {
  return state === undefined || state === 'none' ? [] : [databaseUrl(state)];
}

/** Instances that share a store can open each other's seals. */
export function sealKeyFor(state: string | undefined, store: Store): Promise<Uint8Array> {
  return state === undefined || state === 'none' ? Promise.resolve(newSealKey()) : sharedSealKey(store);
}

/** A file or folder, not a URL. */
function isPath(source: string): boolean {
  return !source.includes('://') && existsSync(source);
}

function pathUrl(path: string): string {
  const scheme = statSync(path).isFile() ? fileScheme(path) : 'files';
  return `${scheme}:///${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Database files are recognised by their first bytes, since their extensions vary. */
function fileScheme(path: string): 'sqlite' | 'duckdb' | 'files' {
  const start = startOf(path);
  if (start === 'SQLite format 3\0') return 'sqlite';
  if (start.slice(8, 12) === 'DUCK') return 'duckdb';
  if (kindOf(basename(path)) !== null) return 'files';
  throw new StartFailure(
    `${path} cannot be opened: it is no database of SQLite or DuckDB, and its ending is none of ${formats.join(', ')}.`,
    usageError,
  );
}

function startOf(path: string): string {
  const start = Buffer.alloc(16);
  const file = opened(path);
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1');
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const refusal = `${path} cannot be opened: check its permissions, and who runs the service.`;
    throw new StartFailure(refusal, runtimeError, { cause: error });
  }
}

export async function openDatabase(
  url: DatabaseUrl,
  settings: Settings,
  seal: Seal,
  { isLimited, kept }: { readonly isLimited: () => boolean; readonly kept: PersistentState },
  log: Logger,
): Promise<OpenDatabase> {
  const { dbUserSetting: userSetting } = settings;
  if (userSetting !== undefined && url.dialect !== 'postgres') {
    throw new StartFailure(
      'Only PostgreSQL can be told who asks: leave --db-user-setting out, and limit rows by a policy.',
      usageError,
    );
  }
  const options = {
    userSetting,
    poolSize: settings.poolSize ?? defaultPoolSize(url.dialect === 'sqlite' || url.dialect === 'duckdb'),
    statementTimeoutMs: settings.statementTimeout,
    poolWaitMs: 10_000,
    onWarning: (message: string) => log.warn(message),
    mayWrite: mayEdit(settings),
  };
  return OpenDatabase.open(url, options, seal, isLimited, kept);
}
