// The thread that writes to a SQLite file: statements wait for the disk, which must hold up nobody else.
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { ColumnFacts } from '../readers/column-facts.ts';
import { addFunctions } from '../sql/functions.ts';
import { addQueryFunctions } from '../sql/query-functions.ts';
import type { FromWriter, ToWriter, WriterSetup } from './protocol.ts';

if (parentPort === null) throw new Error('this module runs as a worker thread only');
const port = parentPort;
const { path, busyTimeoutMs } = workerData as WriterSetup; // Made by session.ts.

/** As many statements as are kept prepared. */
const mostStatements = 200;

class OpenFile {
  readonly db: Database;
  readonly identity: string;
  readonly #statements = new Map<string, Statement<unknown[], unknown[]>>();

  constructor() {
    this.identity = identityNow();
    this.db = new Sqlite(path, { fileMustExist: true, timeout: busyTimeoutMs });
    this.db.pragma('trusted_schema = off');
    this.db.pragma('cell_size_check = on');
    this.db.pragma('foreign_keys = on');
    // What was acknowledged outlives a power cut.
    this.db.pragma('synchronous = full');
    this.db.defaultSafeIntegers(true);
    addFunctions(this.db, () => {});
    addQueryFunctions(this.db, new ColumnFacts(this.db));
  }

  prepared(sql: string): Statement<unknown[], unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.db.prepare<unknown[], unknown[]>(sql);
    if (statement.reader) statement.raw(true);
    if (this.#statements.size >= mostStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

function identityNow(): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

let open: OpenFile | null = null;

/** The file that stands there now; another one may have taken its place since the last transaction. */
function current(): OpenFile {
  if (open !== null && !open.db.inTransaction && open.identity !== identityNow()) {
    open.db.close();
    open = null;
  }
  open ??= new OpenFile();
  return open;
}

function answer({ id, type, sql, lists }: ToWriter): FromWriter {
  let at = 0;
  try {
    const file = current();
    if (type === 'command') {
      // The engine itself has ended the transaction where the disk is full.
      if (sql !== 'rollback' || file.db.inTransaction) file.db.exec(sql);
      return { id };
    }
    const statement = file.prepared(sql);
    if (type === 'rows') {
      const rows = statement.all(...(lists[0] ?? []));
      return { id, rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))) };
    }
    if (type === 'lines') return { id, lines: linesOf(statement.all(...(lists[0] ?? []))) };
    const counts = lists.map((parameters, i) => {
      at = i;
      return statement.run(...parameters).changes;
    });
    return { id, counts };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { id, failure: { code, message: error instanceof Error ? error.message : String(error), at } };
  }
}

/** Thousands of short texts take longer on their way to another thread than a long one. */
function linesOf(rows: readonly (readonly unknown[])[]): string[] {
  return (rows[0] ?? []).map((_, i) => rows.map((row) => String(row[i])).join('\n'));
}

port.on('message', (message: ToWriter) => port.postMessage(answer(message)));
