// Takes back what a program has left half done that was killed while it wrote to a SQLite file. The engine does so by itself for
// everybody who opens the file for writing, and for nobody who only reads.
import Sqlite from 'better-sqlite3';

export function takeBack(path: string, busyTimeoutMs: number): void {
  const db = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
  try {
    db.pragma('trusted_schema = off');
    // It looks for what was left when it first reads.
    db.pragma('schema_version');
  } finally {
    db.close();
  }
}
