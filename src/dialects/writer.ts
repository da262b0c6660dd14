// What an engine provides for changes: transactions on dedicated sessions, which requests that read never get.
import type { BoundSql } from '../query/dialect/statement.ts';

export type WrittenRow = readonly (string | null)[];

/** One statement, run once for each list of parameters. */
export interface WriteStep {
  readonly sql: string;
  readonly lists: readonly (readonly unknown[])[];
}

/** The rows that a step returned, and the number of rows changed by each of its lists. */
export interface StepDone {
  readonly rows: readonly WrittenRow[];
  readonly counts: readonly number[];
}

/** An open transaction. */
export interface WriteTransaction {
  /** Whether INSERT can return the rows that it inserted. */
  readonly showsNewRows: boolean;
  /** All rows, each value as text. */
  rows(statement: BoundSql): Promise<WrittenRow[]>;
  /** The same by column, one line per row, for texts without line breaks. */
  lines(statement: BoundSql): Promise<string[]>;
  /**
   * Runs a statement once for each list of parameters; returns the number of rows that each changed. Stops at the first
   * failure, with a Refused that gives its index.
   */
  run(sql: string, lists: readonly (readonly unknown[])[]): Promise<readonly number[]>;
  /**
   * Runs several statements in order, in a single exchange if the engine allows. Stops at the first failure, like
   * `run`; the error gives the list's index within its step.
   */
  runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]>;
  /** Afterwards the engine can start the next statement as soon as it is sent. */
  flush(): Promise<void>;
  /** Tells the engine the user of the transaction, if it is to know; null for no user. */
  setUser(user: string | null): Promise<void>;
  /**
   * Undoes the work, and nothing else, if it fails. Throws TransactionOver if the engine has ended the whole
   * transaction along with it.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Checks deferred constraints now; false if the engine has no statement for that. */
  checkDeferred(): Promise<boolean>;
  /** A mark by which the engine can later tell whether the transaction was committed; null if it cannot. */
  mark(): Promise<string | null>;
}

export type TransactionOutcome = 'committed' | 'rolled back' | 'under way' | 'unknown';

/** The work within a transaction. `group` is the same object for all works that share one; null for one on its own. */
export type Work<T> = (transaction: WriteTransaction, group: object | null) => Promise<T>;

export interface TransactOptions<T> {
  /** Always rolls back. */
  readonly isTrial?: boolean;
  /** Shares its transaction with no other work. */
  readonly isAlone?: boolean;
  /** Whether it changes just one row by its key, as far as the schema tells; called once it has begun. */
  readonly isShort?: () => boolean;
  /** Called after the work and before the commit; if it fails, nothing is committed. */
  readonly beforeCommit?: (result: T) => Promise<void>;
}

export interface Writer {
  /**
   * Commits when the work succeeds, rolls back when it fails. An engine with a single writer may run several concurrent
   * works in one transaction, each of them all or nothing; if that fails, each gets RolledBack.
   */
  transact<T>(work: Work<T>, options?: TransactOptions<T>): Promise<T>;
  /** The outcome of the transaction with this mark. */
  outcomeOf(mark: string): Promise<TransactionOutcome>;
  /** A position that includes everything committed before this call; present only with several hosts. */
  position?(): Promise<string | null>;
  /** Ends everything under way now, whatever the engine answers; present only if there may be several hosts. */
  abortAll?(): void;
  close(): Promise<void>;
}

export interface WriterOptions {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** The session setting that tells the engine the user's name. */
  readonly userSetting?: string | undefined;
  /** How long a change may wait for its turn. */
  readonly waitMs: number;
  /** Called with the reason why no session can be had, which clients are not told. */
  readonly onWarning: (message: string) => void;
}

/** Why an engine rejects a change. */
export type RefusalKind =
  | 'null'
  | 'unique'
  /** Another row has a value that does not go together with it. */
  | 'excluded'
  | 'reference'
  | 'referenced'
  | 'check'
  | 'length'
  | 'range'
  | 'value'
  | 'generated'
  | 'denied'
  | 'other';

/** The engine rejected a change. */
export class Refused extends Error {
  readonly kind: RefusalKind;
  /** The engine's name for what was violated: a constraint or an index. */
  readonly constraint: string | null;
  readonly columns: readonly string[];
  /** Whether it is a rule of a value's type, which does not depend on other values. */
  readonly isOfType: boolean;
  /** The index of the failed parameter list. */
  readonly at: number;

  constructor(
    kind: RefusalKind,
    cause: unknown,
    violated: {
      readonly constraint?: string | null;
      readonly columns?: readonly string[];
      readonly isOfType?: boolean;
    } = {},
    at = 0,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'Refused';
    this.kind = kind;
    this.constraint = violated.constraint ?? null;
    this.columns = violated.columns ?? [];
    this.isOfType = violated.isOfType === true;
    this.at = at;
  }

  /** The same error for another list. */
  of(at: number): Refused {
    return new Refused(this.kind, this.cause, this, at);
  }
}

/** The engine itself rolled back the whole transaction: it may be retried. */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super('the engine has rolled the transaction back', { cause });
    this.name = 'RolledBack';
  }
}

/**
 * Part of a transaction failed and could not be undone alone, because the engine ended the whole transaction: later
 * statements would run outside any transaction, and persist. `transact` reports the original failure.
 */
export class TransactionOver extends Error {
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('the engine has ended the transaction', { cause: failure });
    this.name = 'TransactionOver';
    this.failure = failure;
  }
}

/** The connection, or the cluster of the server, broke during COMMIT: the outcome is unknown. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke during COMMIT', { cause });
    this.name = 'OutcomeUnknown';
  }
}
