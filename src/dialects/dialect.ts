// What an engine provides: its SQL, and connections that reflect, stream and cancel.
import type { EngineName } from '../contract/engines.ts';
import type { RawCatalog } from '../model/catalog.ts';
import type { SqlDialect } from '../query/dialect/sql.ts';
import type { Statement } from '../query/dialect/statement.ts';
import type { DatabaseUrl } from './url.ts';
import type { Writer, WriterOptions } from './writer.ts';

export interface Dialect {
  readonly name: DialectName;
  /** The engine's name for people. */
  readonly title: string;
  readonly sql: SqlDialect;
  /** Fails with a Problem `database-unavailable`, whose text names the remedy and never the password. */
  connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection>;
  /** How hosts of the same database are distinguished; absent for engines without hosts. */
  readonly hosts?: HostProbe;
  /** Opens a writer for changes; null if the engine is read-only. */
  readonly openWriter: ((url: DatabaseUrl, options: WriterOptions) => Promise<Writer>) | null;
}

export type DialectName = EngineName;

export interface ConnectOptions {
  /** The number of connections, or of reader threads for an embedded engine. */
  readonly poolSize: number;
  /** Enforced by the engine itself; 0 means none. */
  readonly statementTimeoutMs: number;
  /** How long a request may wait for a free connection before it fails as `overloaded`. */
  readonly poolWaitMs: number;
  /** Called for events that belong to no request: a lost idle connection, a replaced worker. */
  readonly onWarning: (message: string) => void;
  /** The session setting that tells the engine the user's name; only for engines with such settings. */
  readonly userSetting?: string | undefined;
  /** The database may also be written: recovery may roll back what a killed program left half done. */
  readonly mayWrite?: boolean;
  /** For clusters that write to every host: a read waits until its host has everything committed anywhere before. */
  readonly waitsForOthers?: boolean;
}

/** The current state of a host. */
export interface HostState {
  /** A `peer` is read and written like all hosts of its cluster; an `unfit` host is neither. */
  readonly role: 'primary' | 'replica' | 'peer' | 'unfit';
  /** Of two hosts that claim to be primary, the one with the greater number was promoted later. */
  readonly term: number;
  /** The host's position in the sequence of commits; null if it reports none. */
  readonly position: string | null;
}

export interface HostProbe {
  readState(connection: Connection): Promise<HostState>;
  /** Whether a host at this position has everything that a host at the other position has. */
  includes(position: string, other: string): boolean;
}

/** Where to read an answer, if there are several hosts. */
export interface ReadPreference {
  /** `newest`: preferably where changes are made. `primary`: only there. */
  readonly from: 'any' | 'newest' | 'primary';
  /** A position that the host must have reached. The primary always has. */
  readonly since: string | null;
}

export interface RunOptions {
  /** Aborting cancels the statement in the engine. */
  readonly signal?: AbortSignal;
  /** The user whose share of the connections it uses; absent for reads by the service itself. */
  readonly holder?: string;
  /** The user in whose name it reads; absent for reads by the service itself. */
  readonly principal?: { readonly name: string | null };
}

export interface StreamOptions extends RunOptions {
  /** Separates two rows. */
  readonly separator: string;
}

/**
 * Rows as bytes, joined by the separator, with back-pressure on the engine. The memory of a chunk is handed over with
 * it: the reader may free it, so no other part may keep a reference.
 */
export interface RowStream extends AsyncIterable<Uint8Array> {
  /** The number of rows returned so far. */
  readonly rows: number;
}

export interface PageOptions extends StreamOptions {
  /** Its rows are read at once and usually few: it takes the turn of a short read. */
  readonly isBrief: boolean;
  readonly companion: CompanionStatement | null;
}

/** A second statement that may accompany a page. */
export interface CompanionStatement {
  readonly statement: Statement;
  /** Whether it will almost certainly be needed, so that an engine may start it at once. */
  readonly isCertain: boolean;
  /** It is skipped if the page has this many rows, which answer it; null if it is never skipped. */
  readonly unless: RowCounts | null;
}

/** An inclusive range. */
export interface RowCounts {
  readonly min: number;
  readonly max: number;
}

/** A page that is being read. */
export interface PageRead {
  readonly rows: RowStream;
  /** The rows of the second statement, one text each; call only after all rows of the page were read. */
  companionRows(): Promise<string[]>;
  /** Must be called by the reader, wherever reading stops. Has an effect only once. */
  end(): void;
}

/** An engine's plan for a statement, in the engine's own format. */
export interface EnginePlan {
  readonly plan: string;
  /** The number of rows that it expects; null if it does not tell. */
  readonly estimate: number | null;
}

export interface Connection {
  /**
   * The connection to what is stored under the same name now; present if the database can be replaced, as a file can.
   * This connection then closes once its running work is done.
   */
  current?(): Promise<Connection>;
  /**
   * Runs the work on one host, and again on another if that host fails; present if there are several hosts. The work
   * must not change anything.
   */
  onOneHost?<T>(preference: ReadPreference, work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Takes over another connection's knowledge of the same schema; present if there may be several hosts. */
  adopt?(other: Connection): void;
  /** Takes a constant number of statements, however many tables there are. */
  reflect(): Promise<RawCatalog>;
  /**
   * Resolves when the tables of the last reflection have their comments and estimates; present if those are read
   * separately, because nothing else needs them.
   */
  annotate?(): Promise<void>;
  /** For answers that are certainly small: all rows at once, one text each. */
  fetch(statement: Statement, options?: RunOptions): Promise<string[]>;
  /**
   * The same for a read by unique key: a single index look-up, so cheap that it may block the event loop; therefore it
   * cannot be cancelled, and the signal is ignored. A key that the engine does not accept as a value of the column
   * finds no rows.
   */
  lookUp(statement: Statement, options?: RunOptions): Promise<string[]>;
  /** The same, synchronously, if the engine can do that without waiting. Null if `lookUp` has to be used. */
  lookUpNow?(statement: Statement): string[] | null;
  /** Resolves after the first row is available, so that early failures still become a proper response. */
  stream(statement: Statement, options: StreamOptions): Promise<RowStream>;
  /** The same for a page and its second statement: both see one state of the database. */
  page(statement: Statement, options: PageOptions): Promise<PageRead>;
  /**
   * How the engine would run a statement, without running it. Null if the engine knows the user: its plans reveal facts
   * about all rows, including those of others.
   */
  explain(statement: Statement, options?: RunOptions): Promise<EnginePlan | null>;
  /** Changes whenever the schema does, if the engine reports that at no cost; null otherwise. */
  schemaVersion(): string | null;
  /**
   * The version that this connection reads, if it was opened on a snapshot: later changes show up in `schemaVersion`
   * but not in its reads.
   */
  readonly openedVersion?: string;
  /**
   * Changes whenever the data may have changed, in any process that has the database open; present if the engine
   * reports that at no cost. Null if it is unknown at the moment.
   */
  dataVersion?(): string | null;
  /** Resolves when the engine has answered a trivial statement. */
  ping(options?: RunOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * Thrown by fetch and stream if a name in the statement no longer exists: the model is out of date. If the cause is a
 * Problem, that is the error to report if a new model does not help.
 */
export class StaleSchema extends Error {
  constructor(cause: unknown) {
    super('the schema has changed since it was read', { cause });
    this.name = 'StaleSchema';
  }
}
