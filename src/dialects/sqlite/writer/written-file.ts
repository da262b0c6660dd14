// A SQLite file being written, on either thread: runs the steps of a transaction and returns their results.
import { statSync } from 'node:fs';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { Cache } from '../../../query/cache.ts';
import { ColumnFacts } from '../readers/column-facts.ts';
import { addFunctions } from '../sql/functions.ts';
import { addQueryFunctions } from '../sql/query-functions.ts';
import {
  type FromWriter,
  packed,
  unpacked,
  type WriterDone,
  type WriterSetup,
  type WriterStep,
} from './protocol.ts';

class OpenFile {
  readonly db: Database;
  readonly identity: string;
  readonly schemaVersion: Statement<[], unknown>;
  readonly #statements = new Cache<Statement<unknown[], unknown[]>>('sqlite statements');

  constructor({ path, busyTimeoutMs, leavesLog }: WriterSetup) {
    this.identity = identityOf(path);
    this.db = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
    this.db.pragma('trusted_schema = off');
    this.db.pragma('cell_size_check = on');
    this.db.pragma('foreign_keys = on');
    // Acknowledged changes survive a power failure.
    this.db.pragma('synchronous = full');
    if (leavesLog) this.db.pragma('wal_autocheckpoint = 0');
    this.db.defaultSafeIntegers(true);
    this.schemaVersion = this.db.prepare<[], unknown>('pragma schema_version').pluck();
    addFunctions(this.db, () => {});
    addQueryFunctions(this.db, new ColumnFacts(this.db));
  }

  prepared(sql: string): Statement<unknown[], unknown[]> {
    return this.#statements.get(null, sql, () => {
      const statement = this.db.prepare<unknown[], unknown[]>(sql);
      return statement.reader ? statement.raw(true) : statement;
    });
  }
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

/** The progress of a step, for its failure. */
interface Place {
  at: number;
}

/** Statements that run outside transactions. */
const isOutside = /^(?:begin|rollback$|pragma wal_checkpoint)/;

/** The engine's own name for it. */
const rolledBack = { code: 'SQLITE_ABORT_ROLLBACK', message: 'the transaction was rolled back' };

const nothing: WriterDone = { rows: [], lines: [], counts: [] };

const stepRunners: Record<
  WriterStep['type'],
  (file: OpenFile, step: WriterStep, place: Place) => WriterDone
> = {
  command(file, { sql }) {
    const { db } = file;
    // The engine itself ends the transaction if the disk is full.
    if (sql === 'rollback' && !db.inTransaction) return nothing;
    const statement = file.prepared(sql);
    if (statement.reader) statement.all();
    else statement.run();
    return nothing;
  },
  lines(file, { sql, lists }) {
    const [parameters = []] = unpacked(lists);
    return { ...nothing, lines: linesOf(file.prepared(sql).all(...parameters)) };
  },
  'rows or counts'(file, { sql, lists }, place) {
    const statement = file.prepared(sql);
    const rows: (string | null)[][] = [];
    const counts: number[] = [];
    for (const [i, parameters] of unpacked(lists).entries()) {
      place.at = i;
      if (statement.reader) for (const row of statement.all(...parameters)) rows.push(row.map(textOf));
      else counts.push(statement.run(...parameters).changes);
    }
    return { rows: packed(rows), lines: [], counts };
  },
};

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : value === null ? null : String(value);
}

/** Sending thousands of short texts to another thread takes longer than one long text. */
function linesOf(rows: readonly (readonly unknown[])[]): string[] {
  return (rows[0] ?? []).map((_, i) => rows.map((row) => String(row[i])).join('\n'));
}

export class WrittenFile {
  readonly #setup: WriterSetup;
  #open: OpenFile | null = null;
  /** Cached by schema version: whether the schema has no triggers. */
  #known: { readonly version: unknown; readonly isPlain: boolean } | null = null;

  constructor(setup: WriterSetup) {
    this.#setup = setup;
  }

  answer(steps: readonly WriterStep[]): Pick<FromWriter, 'done' | 'failure'> {
    const done: WriterDone[] = [];
    const place = { at: 0 };
    try {
      const file = this.#current();
      for (const step of steps) {
        // The engine ends a transaction if a trigger demands it or the disk is full: statements sent meanwhile would
        // persist.
        if (!file.db.inTransaction && !isOutside.test(step.sql))
          return { done, failure: { ...rolledBack, at: 0 } };
        done.push(stepRunners[step.type](file, step, place));
      }
      return { done };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const message = error instanceof Error ? error.message : String(error);
      return { done, failure: { code, message, at: place.at } };
    }
  }

  /** Whether changing one row by its key is short: no trigger, which might run for any time. */
  get isPlain(): boolean {
    try {
      const { db, schemaVersion } = this.#current();
      const version = schemaVersion.get();
      if (this.#known !== null && this.#known.version === version) return this.#known.isPlain;
      const trigger = db.prepare("select 1 from sqlite_schema where type = 'trigger' limit 1").get();
      this.#known = { version, isPlain: trigger === undefined };
      return this.#known.isPlain;
    } catch {
      // Whatever is wrong, the writing thread will report it.
      return false;
    }
  }

  close(): void {
    this.#open?.db.close();
    this.#open = null;
  }

  /** The file now at the path; another one may have replaced it since the last transaction. */
  #current(): OpenFile {
    const { path } = this.#setup;
    if (this.#open !== null && !this.#open.db.inTransaction && this.#open.identity !== identityOf(path)) {
      this.close();
      this.#known = null;
    }
    this.#open ??= new OpenFile(this.#setup);
    return this.#open;
  }
}
