// Opens a SQLite file for reading only, closed against everything that a hostile file could try.
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
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

const mostKept = 200;

/** By the text of a statement, its steps. Several connections to one file may share them. */
export type Plans = Map<string, readonly string[]>;

export function openReader(
  file: string,
  busyTimeoutMs: number,
  tick: () => void,
  plans: Plans = new Map(),
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
  const prepared = new Map<string, Statement<unknown[], unknown>>();
  const rowsOf = new Map<string, Statement<unknown[], unknown>>();
  const plan = (sql: string, parameters: readonly unknown[]) =>
    kept(plans, sql, (text) => planOf(db, text, parameters));
  let keptKilobytes: number | null = null;
  const plucked = (sql: string) => {
    const statement = db.prepare(sql);
    return statement.reader ? statement.pluck(true) : statement;
  };
  return {
    db,
    prepared: (sql) => kept(prepared, sql, plucked),
    prepare: (sql) => kept(prepared, sql, plucked, ({ busy }) => !busy),
    prepareRow: (sql) => kept(rowsOf, sql, (text) => db.prepare(text).raw(true)),
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
      return kept(prepared, 'pragma encoding', plucked).get() === 'UTF-8';
    },
  };
}

function isSort(step: string): boolean {
  return step.includes('TEMP B-TREE');
}

/** What is made once per text; the oldest makes room when there are many. */
function kept<T>(
  known: Map<string, T>,
  sql: string,
  make: (sql: string) => T,
  isGood: (value: T) => boolean = () => true,
): T {
  const found = known.get(sql);
  if (found !== undefined && isGood(found)) return found;
  const made = make(sql);
  if (known.size >= mostKept) known.delete(known.keys().next().value ?? '');
  known.set(sql, made);
  return made;
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
