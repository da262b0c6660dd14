// The state store: what the service remembers, on any engine.
import type { Kysely, LogEvent, Selectable, Transaction } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { ChangeIntentTable } from './change-tables.ts';
import type { KeyedTable, StoreTables } from './tables.ts';

/** The work of one transaction. */
export type Work<T> = (trx: Transaction<StoreTables>) => Promise<T>;

export interface Store {
  /** The store's name for people at the terminal, without a password. */
  readonly display: string;
  /** The path, if it is a file; other threads can open it too. */
  readonly file?: string;
  /** Like all of these, fails with the Problem `store-unavailable` if the store cannot be reached. */
  read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T>;
  /**
   * One transaction. The work is retried as a whole if the engine has rolled it back, and only then, so it must change
   * nothing but the store.
   */
  write<T>(work: Work<T>): Promise<T>;
  /** The same, but a store that is a file syncs without blocking other work. */
  append<T>(work: Work<T>): Promise<T>;
  /**
   * Appends lines to the journal in a separate transaction; resolves when they are on disk. `isAlone`: no other work is
   * in progress that a synchronous wait would hold up.
   */
  addLines(lines: readonly ChangeIntentTable[], isAlone: boolean): Promise<void>;
  /** A row by its key, read after the call. Synchronous if the store is a file. */
  row<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> | Promise<RowOf<Name>>;
  /** Resolves when the store answers. A file that was not needed so far counts as available. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type RowOf<Name extends KeyedTable> = Selectable<StoreTables[Name]> | undefined;

/** In seconds. */
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

/** A store that cannot be used, and the remedy; reported only at the start. */
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
  /** Do not create a missing store: for commands that only read or copy one. */
  readonly mustExist?: boolean;
}
