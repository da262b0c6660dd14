// Whether data may be changed, and the writer that does it.
import type { Logger } from 'pino';
import type { Changes } from '../app/change/changes.ts';
import type { OpenDatabase } from '../app/database.ts';
import { Problem } from '../contract/problem.ts';
import type { DatabaseUrl } from '../dialects/url.ts';
import type { Store } from '../store/store.ts';
import { StartFailure, usageError } from './failure.ts';
import { defaultPoolSize, type Settings } from './parameters.ts';

/** The demo is editable by default. */
export function mayEdit({ edit, readOnly, database }: Settings): boolean {
  return (edit || database === undefined) && !readOnly;
}

/** Null if the service is read-only: then there is no writer at all. */
export async function openChanges(
  url: DatabaseUrl,
  settings: Settings,
  database: OpenDatabase,
  store: Store,
  log: Logger,
): Promise<Changes | null> {
  if (!mayEdit(settings)) return null;
  const { openWriter, title } = database.dialect;
  if (openWriter === null) {
    throw new StartFailure(
      `A database of ${title} is only read: leave --edit out, or serve SQLite, PostgreSQL, MySQL or MariaDB.`,
      usageError,
    );
  }
  try {
    const writer = await openWriter(url, {
      // As many connections as for reading, but separate: with fewer, changes would wait for the disk one after
      // another. A file has one writer anyway.
      poolSize: settings.poolSize ?? defaultPoolSize(false),
      statementTimeoutMs: settings.statementTimeout,
      userSetting: settings.dbUserSetting,
      waitMs: 10_000,
      onWarning: (message) => log.warn(message),
    });
    const { Changes } = await import('../app/change/changes.ts');
    return new Changes(database, writer, store, (message) => log.warn(message));
  } catch (error) {
    if (error instanceof Problem) throw new StartFailure(error.message, usageError, { cause: error });
    throw error;
  }
}
