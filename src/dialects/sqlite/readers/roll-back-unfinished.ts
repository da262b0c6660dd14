// Rolls back what a program left half done when it was killed while writing to a SQLite file. The engine does so by
// itself, but only on connections that may write.
import Sqlite from 'better-sqlite3';

export function rollBackUnfinished(path: string, busyTimeoutMs: number): void {
  const db = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  try {
    db.pragma('trusted_schema = off');
    // The engine checks for leftovers at the first read.
    db.pragma('schema_version');
  } finally {
    db.close();
  }
}
