// What an engine must offer: its SQL, and an open connection that reflects, streams and cancels.
import type { EngineName } from '../contract/engines.ts';
import type { RawCatalog } from '../model/catalog.ts';
import type { SqlDialect } from '../query/dialect/sql.ts';
import type { Statement } from '../query/dialect/statement.ts';
import type { DatabaseUrl } from './url.ts';
import type { Writer, WriterOptions } from './writer.ts';

export interface Dialect {
  readonly name: DialectName;
  /** The engine as a person calls it. */
  readonly title: string;
  readonly sql: SqlDialect;
  /** Fails with a Problem `database-unavailable` whose text names the remedy and never the password. */
  connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection>;
  /** How hosts that hold the same database are told apart; absent where there is no host. */
  readonly hosts?: HostWords;
  /** For changes, and nothing else; null where the engine is only read. */
  readonly openWriter: ((url: DatabaseUrl, options: WriterOptions) => Promise<Writer>) | null;
}

export type DialectName = EngineName;

export interface ConnectOptions {
  /** Connections, or reader threads where the engine is embedded. */
  readonly poolSize: number;
  /** Enforced by the engine itself; 0 means none. */
  readonly statementTimeoutMs: number;
  /** How long a request may wait for a free connection before it is told `overloaded`. */
  readonly poolWaitMs: number;
  /** Told about what no request can be told: a lost idle connection, a worker that had to be replaced. */
  readonly onWarning: (message: string) => void;
  /** The setting by which the engine itself is told who asks; only for those that have such settings. */
  readonly userSetting?: string | undefined;
  /** Whoever opens it may change it, too: what a program that was killed has left half done may be taken back. */
  readonly mayWrite?: boolean;
  /** Only for hosts that all are written to: a read waits until its host has all that was committed anywhere before. */
  readonly waitsForOthers?: boolean;
}

/** What a host is at the moment. */
export interface HostState {
  /** A `peer` is read and written to like all others of its cluster; `unfit` ones are neither. */
  readonly role: 'primary' | 'replica' | 'peer' | 'unfit';
  /** Of two that call themselves primary, the one with the greater number was made it later. */
  readonly term: number;
  /** How far the host is in what was ever committed; null where it does not tell. */
  readonly position: string | null;
}

export interface HostWords {
  look(connection: Connection): Promise<HostState>;
  /** Whether a host at this position has all that one at the other position has. */
  includes(position: string, other: string): boolean;
}

/** Where an answer is to be read, if there are several hosts. */
export interface ReadWish {
  /** `newest`: where changes are made, if it is there. `primary`: there and nowhere else. */
  readonly from: 'any' | 'newest' | 'primary';
  /** A position that the host must have come to. The primary has it in any case. */
  readonly since: string | null;
}

export interface RunOptions {
  /** Aborting ends the statement in the engine. */
  readonly signal?: AbortSignal;
  /** Whose share of the connections it takes; none where the service reads for itself. */
  readonly holder?: string;
  /** In whose name it is read; nobody's where the service reads for itself. */
  readonly principal?: { readonly name: string | null };
}

export interface StreamOptions extends RunOptions {
  /** Stands between two rows. */
  readonly separator: string;
}

/**
 * Rows as bytes, joined by the separator; holds the engine back while nobody reads. The memory of a chunk is
 * handed over with it: the reader may free it, so nobody else may keep a part of it.
 */
export interface RowStream extends AsyncIterable<Uint8Array> {
  /** How many rows have been handed out so far. */
  readonly rows: number;
}

export interface PageOptions extends StreamOptions {
  /** Its rows are read at once and are mostly few: it takes the turn of a short read. */
  readonly isBrief: boolean;
  readonly beside: BesidePage | null;
}

/** What may be asked for beside a page. */
export interface BesidePage {
  readonly statement: Statement;
  /** Whether it most likely is, so that an engine may begin with it at once. */
  readonly isCertain: boolean;
  /** It is not asked for where the page has so many rows, which tell it; null where it always is. */
  readonly unless: RowCounts | null;
}

/** From so many to so many rows. */
export interface RowCounts {
  readonly least: number;
  readonly most: number;
}

/** A page that is being read. */
export interface PageRead {
  readonly rows: RowStream;
  /** The rows of the statement beside it, each a text; only once all rows of the page have been taken. */
  beside(): Promise<string[]>;
  /** Whoever reads a page ends it, however far it has come. Works once. */
  end(): void;
}

/** An engine's plan for a statement, in its own words. */
export interface EnginePlan {
  readonly plan: string;
  /** How many rows it expects; null where it does not tell. */
  readonly estimate: number | null;
}

export interface Connection {
  /**
   * Only where another database may take the place of this one under the same name, as a file may: the connection to
   * what stands there now. This one ends by itself, with what it has under way.
   */
  current?(): Promise<Connection>;
  /**
   * Only where there are several hosts: does the work with one of them, and once more with another one while the host
   * fails it. The work may be anything but a change.
   */
  onOneHost?<T>(wish: ReadWish, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Only where there may be several hosts: knows of the schema what another connection to the same database has read. */
  adopt?(other: Connection): void;
  /** A constant number of statements, however many tables there are. */
  reflect(): Promise<RawCatalog>;
  /**
   * Only where comments and estimates of tables are read apart from the rest, which does not need them: resolves when
   * the tables of the last reflection tell them.
   */
  annotate?(): Promise<void>;
  /** For answers that are small for certain: all rows at once, each a text. */
  fetch(statement: Statement, options?: RunOptions): Promise<string[]>;
  /**
   * The same for a read by unique key: one index look-up, so cheap that it may run where it would block; nobody can
   * leave meanwhile, and the signal is not looked at. A value that the engine takes for none of the column's has no
   * rows.
   */
  lookUp(statement: Statement, options?: RunOptions): Promise<string[]>;
  /** Only where an engine can do so without waiting for anybody: the same at once. Null where it has to be asked for. */
  lookUpNow?(statement: Statement): string[] | null;
  /** Waits for the first row before it resolves, so that early failures still become a proper answer. */
  stream(statement: Statement, options: StreamOptions): Promise<RowStream>;
  /** The same for a page and what is told beside it: both show one state of the database. */
  page(statement: Statement, options: PageOptions): Promise<PageRead>;
  /**
   * How the engine would run a statement; it is not run. Null where the engine is told who asks: what it says of its plans
   * is of all rows, those of others included.
   */
  explain(statement: Statement, options?: RunOptions): Promise<EnginePlan | null>;
  /** Changes whenever the schema did, where the engine tells so for nothing; null elsewhere. */
  schemaVersion(): string | null;
  /**
   * The version of what is read here, where it was opened as it stood at that moment: what has changed while it was being
   * opened is in `schemaVersion` already, and not in what is read.
   */
  readonly openedVersion?: string;
  /**
   * Only where the engine tells so for nothing: another text whenever the data may have changed, in every process that
   * has it open; null where that cannot be told at this moment.
   */
  dataVersion?(): string | null;
  /** Resolves when the engine answers a trivial statement. */
  ping(options?: RunOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * Thrown by fetch and stream when a name in the statement is gone: the model is out of date. A cause that is a
 * Problem is what to say where a new model changes nothing.
 */
export class StaleSchema extends Error {
  constructor(cause: unknown) {
    super('the schema has changed since it was read', { cause });
    this.name = 'StaleSchema';
  }
}
