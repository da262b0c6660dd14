// What an engine must offer to those who change data: transactions on sessions of their own. Nothing that reads for a
// request can hold one of these.
import type { BoundSql } from '../query/dialect/statement.ts';

export type WrittenRow = readonly (string | null)[];

/** One statement, once for each list of parameters. */
export interface WriteStep {
  readonly sql: string;
  readonly lists: readonly (readonly unknown[])[];
}

/** The rows that a step gave, and how many rows each of its lists has changed. */
export interface StepDone {
  readonly rows: readonly WrittenRow[];
  readonly counts: readonly number[];
}

/** A transaction that is open. */
export interface WriteTransaction {
  /** Whether INSERT can give what it has made, as the dialect says. */
  readonly showsNewRows: boolean;
  /** All rows, each value a text. */
  rows(statement: BoundSql): Promise<WrittenRow[]>;
  /** The same by column, with a line for each row: of texts without line breaks. */
  lines(statement: BoundSql): Promise<string[]>;
  /**
   * The same statement once for each list of parameters: how many rows each has changed. Stops at the first that fails,
   * with a Refused that tells which.
   */
  run(sql: string, lists: readonly (readonly unknown[])[]): Promise<readonly number[]>;
  /**
   * Several statements in their order, in one exchange with an engine that allows it. Stops at the first that fails, as `run`
   * does; which list of its step that was is told.
   */
  together(steps: readonly WriteStep[]): Promise<readonly StepDone[]>;
  /** After it, the engine is at work on the next statement as soon as that is asked for. */
  catchUp(): Promise<void>;
  /** Tells the engine in whose name the transaction is, where it is to know that; null for nobody's. */
  actFor(user: string | null): Promise<void>;
  /**
   * Undoes what the work has done when it fails, and nothing else. A TransactionOver where the engine has ended the whole
   * transaction along with it.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Checks now what would else be checked at the end; false where the engine has no word for it. */
  checkDeferred(): Promise<boolean>;
  /** By what the engine tells later whether it was committed; null where it cannot. */
  mark(): Promise<string | null>;
}

export type Fate = 'committed' | 'rolled back' | 'under way' | 'unknown';

/** What is done within a transaction. `group` is the same for all works that share one; null for one that is alone. */
export type Work<T> = (transaction: WriteTransaction, group: object | null) => Promise<T>;

export interface TransactOptions<T> {
  /** Rolls back whatever becomes of it. */
  readonly isTrial?: boolean;
  /** It shares its transaction with no other work of the same moment. */
  readonly isAlone?: boolean;
  /** It changes one row by its key and nothing else, as far as the schema tells; asked when it has begun. */
  readonly isShort?: () => boolean;
  /** When the work is done and before it is committed; nothing is where this fails. */
  readonly beforeCommit?: (result: T) => Promise<void>;
}

export interface Writer {
  /**
   * Commits when the work is done, and rolls back when it fails. An engine that has one writer at a time may do several works
   * of the same moment in one transaction, each of them all or nothing; where that goes wrong, each is RolledBack.
   */
  transact<T>(work: Work<T>, options?: TransactOptions<T>): Promise<T>;
  /** What became of the transaction with this mark. */
  fateOf(mark: string): Promise<Fate>;
  /** Only where there are several hosts: a position that includes all that was committed before this was called. */
  position?(): Promise<string | null>;
  /** Only where there may be several hosts: what is under way ends now, whatever the engine says to it. */
  giveUp?(): void;
  close(): Promise<void>;
}

export interface WriterOptions {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** The setting that tells the engine who asks. */
  readonly userSetting?: string | undefined;
  /** How long a change may wait for its turn. */
  readonly waitMs: number;
  /** Told why no session can be had, which nobody who changes something is told. */
  readonly onWarning: (message: string) => void;
}

/** Why an engine does not take a change. */
export type RefusalKind =
  | 'null'
  | 'unique'
  | 'reference'
  | 'referenced'
  | 'check'
  | 'length'
  | 'range'
  | 'value'
  | 'generated'
  | 'denied'
  | 'other';

/** The engine does not take a change. */
export class Refused extends Error {
  readonly kind: RefusalKind;
  /** What the engine calls what was broken: a constraint, an index. */
  readonly constraint: string | null;
  readonly columns: readonly string[];
  /** Which of several lists of parameters. */
  readonly at: number;

  constructor(
    kind: RefusalKind,
    cause: unknown,
    told: { readonly constraint?: string | null; readonly columns?: readonly string[] } = {},
    at = 0,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'Refused';
    this.kind = kind;
    this.constraint = told.constraint ?? null;
    this.columns = told.columns ?? [];
    this.at = at;
  }

  /** The same for another list. */
  of(at: number): Refused {
    return new Refused(this.kind, this.cause, this, at);
  }
}

/** The engine itself has rolled the whole transaction back: it may be repeated. */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super('the engine has rolled the transaction back', { cause });
    this.name = 'RolledBack';
  }
}

/**
 * A part of a transaction failed and could not be undone alone, since the engine has ended all of it: what came after would be
 * in no transaction, and stay. Whoever waits for the end of the transaction is told what failed.
 */
export class TransactionOver extends Error {
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('the engine has ended the transaction', { cause: failure });
    this.name = 'TransactionOver';
    this.failure = failure;
  }
}

/** The connection broke while the transaction was being committed: nobody knows whether it was. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke during COMMIT', { cause });
    this.name = 'OutcomeUnknown';
  }
}
