// What an engine must say so that it can keep the state store.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, RawBuilder } from 'kysely';
import { Problem } from '../contract/problem.ts';
import { StoreError, storeUnavailable } from './store.ts';
import type { StoreTables } from './tables.ts';

/** How columns are declared, by what they hold. */
export interface ColumnTypes {
  /** A text of up to 255 characters that may be a key; its case counts. */
  readonly key: RawBuilder<unknown>;
  /** A text of any length. */
  readonly text: RawBuilder<unknown>;
  /** A whole number of 64 bits; times and booleans too. */
  readonly integer: RawBuilder<unknown>;
}

export interface EngineWords {
  readonly types: ColumnTypes;
  /** False where a statement that changes tables commits what came before it. */
  readonly hasTransactionalDdl: boolean;
  /** What must be there before the first table. */
  prepare(db: Kysely<StoreTables>): Promise<void>;
  /** What is to be made is there already: another process, or a start that was killed, has made it. */
  isAlreadyThere(error: unknown): boolean;
  /** A table is not there. */
  isMissing(error: unknown): boolean;
  /** The engine has rolled the whole transaction back, so that it may be repeated. */
  isRolledBack(error: unknown): boolean;
  /** The store cannot be reached, is full, or cannot be written now. */
  isAway(error: unknown): boolean;
}

/** Transactions that lose against others every time are given up after this long. */
export const patienceMs = 5_000;
const firstPauseMs = 5;
const longestPauseMs = 100;

/** Repeats what the engine has rolled back, and tells a store that is away from a mistake of ours. */
export async function tried<T>(
  words: EngineWords,
  work: () => Promise<T>,
  waitMs: number = patienceMs,
): Promise<T> {
  const until = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() >= until;
      if (words.isRolledBack(error) && !isOver) await delay(pauseMs * (0.5 + Math.random()));
      else throw told(words, error);
    }
  }
}

export function told(words: EngineWords, error: unknown): unknown {
  if (error instanceof Problem || error instanceof StoreError) return error;
  return words.isAway(error) || words.isRolledBack(error) ? storeUnavailable(error) : error;
}
