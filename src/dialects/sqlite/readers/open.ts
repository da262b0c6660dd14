// Opens a SQLite file read-only, hardened against hostile files.
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { Cache } from '../../../query/cache.ts';
import {
  type DatabaseFile,
  type FileState,
  isSameContent,
  isSameFile,
  type OpenedFile,
} from '../../base/file.ts';
import { addFunctions } from '../sql/functions.ts';
import { addQueryFunctions } from '../sql/query-functions.ts';
import { ColumnFacts } from './column-facts.ts';
import { Freshness, fileEmptied } from './freshness.ts';
import { SqliteFailure } from './protocol.ts';
import { Attempts } from './whole-rows.ts';

export interface Reader {
  readonly db: Database;
  /** The file that it reads, even if another one has taken its place. */
  readonly file: OpenedFile;
  readonly freshness: Freshness;
  readonly facts: ColumnFacts;
  /** A prepared statement, cached by text, whose rows are read all at once. */
  prepared(sql: string): Statement<unknown[], unknown>;
  /** The same for rows read one by one: a statement whose rows are still being read is not reused. */
  prepare(sql: string): Statement<unknown[], unknown>;
  /** The same for rows with several columns. */
  prepareRow(sql: string): Statement<unknown[], unknown>;
  /** The statement that returns all rows of another one as one value, cached by the text of that one. */
  prepareWhole(sql: string, write: () => string): WholeStatement;
  /** Whether the engine sorts for the statement, rather than finding its rows in order. */
  sorts(sql: string, parameters: readonly unknown[]): boolean;
  /** Whether the engine neither sorts nor scans rows before a lower bound. */
  seeksLowerBound(sql: string, parameters: readonly unknown[]): boolean;
  /** Limits the page cache; excess pages are freed at once. */
  keepPages(kilobytes: number): void;
  /** Whether the database stores its texts as UTF-8. */
  readonly isUtf8: boolean;
}

export interface WholeStatement {
  readonly statement: Statement<unknown[], unknown>;
  readonly attempts: Attempts;
}

/** The steps of query plans, by statement text. Connections to one file may share them. */
export type Plans = Cache<readonly string[]>;

export interface Opening {
  readonly file: DatabaseFile;
  /** The required file; null if any will do. */
  readonly expected: OpenedFile | null;
  readonly busyTimeoutMs: number;
  /** Called from within long statements. */
  readonly tick: () => void;
  readonly plans?: Plans;
}

/** A file that is constantly written to is accepted as it is after this many attempts. */
const maxAttempts = 10;

/** Verifies which file was opened: the engine opens by name, and files may be swapped in the meantime. */
export function openReader(opening: Opening): Reader {
  const { file, expected } = opening;
  for (let attempt = 1; ; attempt++) {
    const before = file.state();
    if (before === null) throw new SqliteFailure('JOINERY_MISSING', 'the file is not there');
    if (expected !== null && !isSameFile(before, expected)) throw replaced();
    // To the engine an empty file is a database without tables; here it is probably about to be refilled.
    if (expected !== null && !expected.wasEmpty && before.size === 0n) throw fileEmptied();
    const reader = openFound(opening, before);
    const after = file.state();
    if (after !== null && isSameFile(before, after)) {
      const isSame = isSameContent(before, after) || reader.freshness.hasLog;
      if (isSame || attempt === maxAttempts) return reader;
    } else if (expected !== null) {
      reader.db.close();
      throw replaced();
    }
    reader.db.close();
  }
}

function replaced(): SqliteFailure {
  return new SqliteFailure('JOINERY_REPLACED', 'another file stands in the place of the one that was opened');
}

function openFound(
  { file, busyTimeoutMs, tick, plans = new Cache('sqlite plans') }: Opening,
  found: FileState,
): Reader {
  const db =
    file.path === ':memory:'
      ? new Sqlite(file.path, { timeout: busyTimeoutMs })
      : new Sqlite(file.path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    const facts = new ColumnFacts(db);
    return readerOf(db, new Freshness(prepareFor(db, facts, tick), file, found), facts, plans);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Hardens the connection, and adds the functions that our statements use. */
function prepareFor(db: Database, facts: ColumnFacts, tick: () => void): Database {
  db.pragma('query_only = on');
  db.pragma('trusted_schema = off');
  db.pragma('cell_size_check = on');
  db.defaultSafeIntegers(true);
  addFunctions(db, () => {
    facts.tick();
    tick();
  });
  addQueryFunctions(db, facts);
  return db;
}

function readerOf(db: Database, freshness: Freshness, facts: ColumnFacts, plans: Plans): Reader {
  const { dev, ino, size } = freshness.found;
  const statements = new Cache<Statement<unknown[], unknown>>('sqlite statements');
  const rowStatements = new Cache<Statement<unknown[], unknown>>('sqlite row statements');
  const wholeStatements = new Cache<WholeStatement>('sqlite whole statements');
  let isUtf8: boolean | null = null;
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
    file: { dev, ino, wasEmpty: size === 0n },
    freshness,
    facts,
    prepared,
    prepare(sql) {
      const known = prepared(sql);
      if (!known.busy) return known;
      const another = plucked(sql);
      statements.keep(null, sql, another);
      return another;
    },
    prepareRow: (sql) => rowStatements.get(null, sql, () => db.prepare(sql).raw(true)),
    prepareWhole: (sql, write) =>
      wholeStatements.get(null, sql, () => ({
        statement: db.prepare(write()).raw(true),
        attempts: new Attempts(),
      })),
    sorts: (sql, parameters) => plan(sql, parameters).some(isSort),
    seeksLowerBound(sql, parameters) {
      const steps = plan(sql, parameters);
      return !steps.some(isSort) && steps.some((step) => />\(?\?/.test(step));
    },
    keepPages(kilobytes) {
      // Not a driver statement, which would create a garbage object each time.
      if (kilobytes !== keptKilobytes) db.exec(`pragma cache_size = -${kilobytes}`);
      keptKilobytes = kilobytes;
    },
    get isUtf8() {
      // Fixed when the first table is created.
      isUtf8 ??= prepared('pragma encoding').get() === 'UTF-8';
      return isUtf8;
    },
  };
}

function isSort(step: string): boolean {
  return step.includes('TEMP B-TREE');
}

/** The steps of the engine's query plan, indented by depth. */
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
