// Opens a SQLite file for reading only, closed against everything that a hostile file could try.
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { Cache } from '../../../query/cache.ts';
import { addFunctions } from '../sql/functions.ts';
import { addQueryFunctions } from '../sql/query-functions.ts';

export interface Reader {
  readonly db: Database;
  /** Prepared once per text, for rows that are taken all at once. */
  prepared(sql: string): Statement<unknown[], unknown>;
  /** The same for rows that are taken one by one: one whose rows somebody still takes is not given again. */
  prepare(sql: string): Statement<unknown[], unknown>;
  /** The same for rows of several values. */
  prepareRow(sql: string): Statement<unknown[], unknown>;
  /** Whether the engine sorts for a statement, rather than finding the rows in their order. */
  sorts(sql: string, parameters: readonly unknown[]): boolean;
  /** Whether it neither sorts nor looks at rows before a bound from below. */
  beginsAfter(sql: string, parameters: readonly unknown[]): boolean;
  /** Bounds the pages that the engine keeps in memory; those beyond are let go at once. */
  keepPages(kilobytes: number): void;
  /** Whether the database keeps its texts in UTF-8. */
  readonly isUtf8: boolean;
}

/** By the text of a statement, its steps. Several connections to one file may share them. */
export type Plans = Cache<readonly string[]>;

export function openReader(
  file: string,
  busyTimeoutMs: number,
  tick: () => void,
  plans: Plans = new Cache('sqlite plans'),
): Reader {
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
  const statements = new Cache<Statement<unknown[], unknown>>('sqlite statements');
  const rowStatements = new Cache<Statement<unknown[], unknown>>('sqlite row statements');
  const plan = (sql: string, parameters: readonly unknown[]) =>
    plans.get(null, sql, () => planOf(db, sql, parameters));
  let keptKilobytes: number | null = null;
  const plucked = (sql: string) => {
    const statement = db.prepare(sql);
    return statement.reader ? statement.pluck(true) : statement;
  };
  const prepared = (sql: string) => statements.get(null, sql, () => plucked(sql));
  return {
    db,
    prepared,
    prepare(sql) {
      const known = prepared(sql);
      if (!known.busy) return known;
      const another = plucked(sql);
      statements.keep(null, sql, another);
      return another;
    },
    prepareRow: (sql) => rowStatements.get(null, sql, () => db.prepare(sql).raw(true)),
    sorts: (sql, parameters) => plan(sql, parameters).some(isSort),
    beginsAfter(sql, parameters) {
      const steps = plan(sql, parameters);
      return !steps.some(isSort) && steps.some((step) => />\(?\?/.test(step));
    },
    keepPages(kilobytes) {
      // Not as a statement of the driver, which would be an object for the collector each time.
      if (kilobytes !== keptKilobytes) db.exec(`pragma cache_size = -${kilobytes}`);
      keptKilobytes = kilobytes;
    },
    get isUtf8() {
      return prepared('pragma encoding').get() === 'UTF-8';
    },
  };
}

function isSort(step: string): boolean {
  return step.includes('TEMP B-TREE');
}

/** The steps of the engine's plan for a statement, each indented by its depth. */
export function planOf(db: Database, sql: string, parameters: readonly unknown[]): string[] {
  const steps = db
    .prepare(`explain query plan ${sql}`)
    .raw(true)
    .all(...parameters);
  const depths = new Map<unknown, number>();
  return steps.map((step) => {
    const [number, parent, , detail]: unknown[] = Array.isArray(step) ? step : [];
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(number, depth);
    return `${'  '.repeat(depth)}${detail}`;
  });
}
