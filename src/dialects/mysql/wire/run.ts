// An open MySQL or MariaDB database: its catalog, and statements that are fetched, streamed and explained.
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { Gathering } from '../../base/gathering.ts';
import { SchemaWatch } from '../../base/schema-watch.ts';
import type { Taker } from '../../base/slots.ts';
import type {
  Connection,
  ConnectOptions,
  EnginePlan,
  PageOptions,
  PageRead,
  RowStream,
  RunOptions,
  StreamOptions,
} from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { fingerprintSql } from '../catalog/fingerprint.ts';
import { type Note, readNotes } from '../catalog/notes.ts';
import { readColumns, readTables, reflectionOf } from '../catalog/reflect.ts';
import { checkDriver } from './driver.ts';
import { openPage, textOf } from './page.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import type { TextRow } from './statements.ts';
import { Views } from './views.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  checkDriver();
  const connection = new MysqlConnection(url, options);
  try {
    await connection.ping();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function readFingerprint(session: Session): Promise<string> {
  const [[fingerprint] = []] = await session.all(fingerprintSql);
  return fingerprint ?? '';
}

class MysqlConnection implements Connection {
  readonly #sessions: Sessions;
  /** The latest notes about tables, shared among the connections to one database. */
  #notes: { last: ReadonlyMap<string, Note> } = { last: new Map() };
  #annotated: Promise<void> | null = null;
  readonly #views = new Views();
  readonly #watch = new SchemaWatch(() => this.#ask(readFingerprint));
  readonly #gathering = new Gathering({
    runOne: (statement, signal) => this.fetch(statement, signal && { signal }),
    runBatch: (statement, signal) => this.#run(statement, { signal }),
  });

  constructor(url: DatabaseUrl, options: ConnectOptions) {
    this.#sessions = new Sessions(url, options);
  }

  async reflect(): Promise<RawCatalog> {
    const [tables, columns] = await Promise.all([this.#ask(readTables), this.#ask(readColumns)]);
    const notes = this.#notes;
    const { catalog, fingerprint } = reflectionOf(tables, columns, (table) => notes.last.get(table));
    this.#watch.read(fingerprint);
    this.#begin(this.#views.learn(catalog.tables));
    this.#annotated = null;
    return catalog;
  }

  adopt(other: Connection): void {
    if (!(other instanceof MysqlConnection)) return;
    this.#watch.readFrom(other.#watch);
    this.#notes = other.#notes;
    this.#annotated = null;
    this.#begin(this.#views.learnFrom(other.#views));
  }

  annotate(): Promise<void> {
    this.#annotated ??= this.#readNotes();
    return this.#annotated;
  }

  lookUp(statement: Statement, { signal }: RunOptions = {}): Promise<string[]> {
    return this.#gathering.read(statement, signal);
  }

  async fetch(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    const rows = await this.#run(statement, options);
    return rows.map(textOf);
  }

  async explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const lines = await this.fetch({ ...statement, sql: `explain format=json ${statement.sql}` }, options);
    return { plan: lines.join('\n'), estimate: null };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { rows } = await this.page(statement, { ...options, isBrief: false, companion: null });
    return rows;
  }

  async page(statement: Statement, options: PageOptions): Promise<PageRead> {
    const { isBrief, companion, signal, holder } = options;
    const besides = companion === null ? [] : [companion.statement];
    const reader = { reads: this.#views.readsOf(statement, ...besides), signal, holder };
    const lease = await this.#sessions.lend(isBrief ? 'short' : 'stream', reader);
    return openPage(lease, { sessions: this.#sessions, reader }, statement, options);
  }

  schemaVersion(): string {
    return this.#watch.version();
  }

  async ping({ signal }: RunOptions = {}): Promise<void> {
    await this.#ask((session) => session.all('select 1'), signal);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  /** Called once the schema is known. */
  #begin(isUsurped: boolean): void {
    // Until now a view was read as a table, so its functions may have affected sessions.
    if (isUsurped) this.#sessions.retire();
    this.#sessions.serve();
  }

  async #readNotes(): Promise<void> {
    try {
      this.#notes.last = await this.#ask(readNotes);
    } catch (error) {
      this.#annotated = null;
      throw error;
    }
  }

  /** Runs statements that read no entity: on the catalog, or a ping. */
  #ask<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#sessions.read({ reads: 'tables', signal }, work);
  }

  #run(statement: Statement, { signal, holder }: Taker): Promise<TextRow[]> {
    const reads = this.#views.readsOf(statement);
    return this.#sessions.read({ reads, signal, holder }, (session) => session.fetch(statement));
  }
}
