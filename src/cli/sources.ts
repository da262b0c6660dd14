// Opens what the command line names: the database, and the store beside it.
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { type Kept, OpenDatabase } from '../app/database.ts';
import { type DatabaseUrl, parseDatabaseUrl } from '../dialects/url.ts';
import { newSealKey, type Seal, sharedSealKey } from '../identity/seal.ts';
import type { Store } from '../store/store.ts';
import { StartFailure, usageError } from './failure.ts';
import { defaultPoolSize, type Settings } from './parameters.ts';

/** A path stands for its files. */
export function databaseUrl(source: string): DatabaseUrl {
  return parseDatabaseUrl(isPath(source) ? pathUrl(source) : source);
}

/** The URL of the store, where there is one that may hold a password. */
export function stateUrl(state: string | undefined): DatabaseUrl[] {
  return state === undefined || state === 'none' ? [] : [databaseUrl(state)];
}

/** What one instance has sealed the others open, where they share a store. */
export function sealKeyFor(state: string | undefined, store: Store): Promise<Uint8Array> {
  return state === undefined || state === 'none' ? Promise.resolve(newSealKey()) : sharedSealKey(store);
}

/** A file or a folder, without any URL around it. */
function isPath(source: string): boolean {
  return !source.includes('://') && existsSync(source);
}

function pathUrl(path: string): string {
  return `files:///${path.split('/').map(encodeURIComponent).join('/')}`;
}

export async function openDatabase(
  url: DatabaseUrl,
  settings: Settings,
  seal: Seal,
  { isLimited, kept }: { readonly isLimited: () => boolean; readonly kept: Kept },
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
  };
  return OpenDatabase.open(url, options, seal, isLimited, kept);
}
