// Opens a SQLite file for reading only, closed against everything that a hostile file could try.
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { addFunctions } from './functions.ts';
import { addQueryFunctions } from './query-functions.ts';

export interface Reader {
  readonly db: Database;
  /** Prepared once per text; the oldest makes room when there are many. */
  prepare(sql: string): Statement<unknown[], unknown>;
}

const preparedStatements = 200;

export function openReader(file: string, busyTimeoutMs: number, tick: () => void): Reader {
  const db =
    file === ':memory:'
      ? new Sqlite(file, { timeout: busyTimeoutMs })
      : new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  db.pragma('query_only = on');
  db.pragma('trusted_schema = off');
  db.pragma('cell_size_check = on');
  db.defaultSafeIntegers(true);
  addFunctions(db, tick);
  addQueryFunctions(db);
  const prepared = new Map<string, Statement<unknown[], unknown>>();
  return {
    db,
    prepare(sql) {
      const known = prepared.get(sql);
      if (known && !known.busy) return known;
      const statement = db.prepare(sql);
      if (statement.reader) statement.pluck(true);
      if (prepared.size >= preparedStatements) prepared.delete(prepared.keys().next().value ?? '');
      prepared.set(sql, statement);
      return statement;
    },
  };
}
