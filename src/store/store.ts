// The state store: what the service remembers, whichever engine keeps it.
import type { Kysely, LogEvent, Selectable, Transaction } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { ChangeIntentTable } from './change-tables.ts';
import type { KeyedTable, StoreTables } from './tables.ts';

/** What is done in one transaction. */
export type Work<T> = (trx: Transaction<StoreTables>) => Promise<T>;

export interface Store {
  /** For people at the terminal: which store it is, without a password. */
  readonly display: string;
  /** Where it is a file, which other threads can open too. */
  readonly file?: string;
  /** Fails with a Problem `store-unavailable` where the store is away, as all of these do. */
  read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T>;
  /**
   * One transaction. The work is repeated as a whole where the engine itself has rolled it back, and never otherwise, so
   * it must change nothing but the store.
   */
  write<T>(work: Work<T>): Promise<T>;
  /** The same; where the store is a file, others go on while the disk is waited for. */
  append<T>(work: Work<T>): Promise<T>;
  /**
   * Lines of the journal, in a transaction of their own that is on the disk when this is done. `isAlone`: nobody else is at
   * work, whom the wait for the disk would hold up.
   */
  addLines(lines: readonly ChangeIntentTable[], isAlone: boolean): Promise<void>;
  /** A row by its key, read after this was called. Answered on the spot where the store is a file. */
  row<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> | Promise<RowOf<Name>>;
  /** Resolves when the store answers. One that was not needed until now is there. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type RowOf<Name extends KeyedTable> = Selectable<StoreTables[Name]> | undefined;

/** A client may try again after so many seconds. */
export const retryAfter = 2;

export function storeUnavailable(cause: unknown): Problem {
  return new Problem(
    'store-unavailable',
    'The state store of this service cannot be reached at the moment.',
    {
      retryAfter,
      cause,
    },
  );
}

/** What is said at the start, and to nobody else: a store that cannot be used, and the remedy. */
export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
  }
}

export function noStore(display: string): StoreError {
  return new StoreError(`There is no state store ${display}: check its address.`);
}

export interface OpenStoreOptions {
  /** Called after each statement; for tests. */
  readonly onStatement?: (event?: LogEvent) => void;
  /** One that is not there is not made: for whoever only looks at it, or copies it. */
  readonly mustBeThere?: boolean;
}
