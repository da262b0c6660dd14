// What an engine must provide to keep the state store.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, RawBuilder } from 'kysely';
import { Problem } from '../contract/problem.ts';
import { StoreError, storeUnavailable } from './store.ts';
import type { StoreTables } from './tables.ts';

/** Column types by their content. */
export interface ColumnTypes {
  /** A text of up to 255 characters that may be a key; case-sensitive. */
  readonly key: RawBuilder<unknown>;
  /** A text of any length. */
  readonly text: RawBuilder<unknown>;
  /** A 64-bit integer, also for times and booleans. */
  readonly integer: RawBuilder<unknown>;
}

export interface StoreEngine {
  readonly types: ColumnTypes;
  /** False if DDL commits the transaction implicitly. */
  readonly hasTransactionalDdl: boolean;
  /** Creates what the first table needs. */
  prepare(db: Kysely<StoreTables>): Promise<void>;
  /** The object exists already: another process, or a killed start, has created it. */
  isAlreadyThere(error: unknown): boolean;
  /** The table is missing. */
  isMissing(error: unknown): boolean;
  /** The engine has rolled back the whole transaction, so it can be retried. */
  isRolledBack(error: unknown): boolean;
  /** The store is unreachable, full or read-only at the moment. */
  isAway(error: unknown): boolean;
}

/** How long to retry a transaction that keeps losing against others. */
export const patienceMs = 5_000;
const firstPauseMs = 5;
const maxPauseMs = 100;

/** Retries what the engine has rolled back, and tells an unavailable store from a bug. */
export async function withRetries<T>(
  engine: StoreEngine,
  work: () => Promise<T>,
  waitMs: number = patienceMs,
): Promise<T> {
  const until = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() >= until;
      if (engine.isRolledBack(error) && !isOver) await delay(pauseMs * (0.5 + Math.random()));
      else throw translateFailure(engine, error);
    }
  }
}

export function translateFailure(engine: StoreEngine, error: unknown): unknown {
  if (error instanceof Problem || error instanceof StoreError) return error;
  return engine.isAway(error) || engine.isRolledBack(error) ? storeUnavailable(error) : error;
}
