// Opens a SQLite file for reading only, closed against everything that a hostile file could try.
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { Cache } from '../../../query/cache.ts';
import {
  type DatabaseFile,
  type Found,
  isSameContent,
  isSameFile,
  type OpenedFile,
} from '../../base/file.ts';
import { addFunctions } from '../sql/functions.ts';
import { addQueryFunctions } from '../sql/query-functions.ts';
import { ColumnFacts } from './column-facts.ts';
import { emptied, Freshness } from './freshness.ts';
import { SqliteFailure } from './protocol.ts';

export interface Reader {
  readonly db: Database;
  /** The file that it reads, whatever stands under its name by now. */
  readonly file: OpenedFile;
  readonly freshness: Freshness;
  readonly facts: ColumnFacts;
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

export interface Opening {
  readonly file: DatabaseFile;
  /** The file that has to stand there; null where it may be any. */
  readonly expected: OpenedFile | null;
  readonly busyTimeoutMs: number;
  /** Called from within long statements. */
  readonly tick: () => void;
  readonly plans?: Plans;
}

/** A file that others write to all the time is taken as it was found after so many attempts. */
const mostAttempts = 10;

/** Opens the file that stands there for certain: the engine opens by name, and a name may change hands meanwhile. */
export function openReader(opening: Opening): Reader {
  const { file, expected } = opening;
  for (let attempt = 1; ; attempt++) {
    const before = file.look();
    if (before === null) throw new SqliteFailure('JOINERY_MISSING', 'the file is not there');
    if (expected !== null && !isSameFile(before, expected)) throw replaced();
    // To the engine that is a database without tables; here somebody is about to fill it again.
    if (expected !== null && !expected.wasEmpty && before.size === 0n) throw emptied();
    const reader = openFound(opening, before);
    const after = file.look();
    if (after !== null && isSameFile(before, after)) {
      const isSame = isSameContent(before, after) || reader.freshness.hasLog;
      if (isSame || attempt === mostAttempts) return reader;
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
  found: Found,
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

/** Closed against what the file could try, and with the functions that our statements use. */
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
