// What is told of while a set is applied, so that what the engine does on its own to other rows is known.
import type { Entity } from '../../../model/database.ts';
import { referredColumns } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';
import type { Rows } from '../rows/rows.ts';
import type { Applied } from './apply.ts';
import type { Batch } from './batches.ts';
import type { Part } from './going.ts';

export interface Watch {
  /**
   * Called before rows go, with each row that will in their order, so that what the engine does on its own is known. Answers which
   * of them can go together, and which go along with one of those before their turn.
   */
  readonly beforeDelete?: (rows: Rows, entity: Entity, doomed: readonly Image[]) => Promise<readonly Part[]>;
  readonly afterDelete?: (rows: Rows) => Promise<readonly Applied[]>;
  /** Called before rows get other values in columns that others refer to. */
  readonly beforeMove?: (rows: Rows, entity: Entity, moves: readonly Move[]) => Promise<void>;
  readonly afterMove?: (rows: Rows) => Promise<Moved>;
  /** Called when what it was told was about to happen has not happened. */
  readonly forget?: () => void;
}

/** A row as it is, and what is shown of the columns that others refer to from then on. */
export interface Move {
  readonly before: Image;
  readonly now: ReadonlyMap<string, string>;
}

/** What the engine did to the rows that refer to those which got another key. */
export interface Moved {
  /** They have lost what they referred to. */
  readonly told: readonly Applied[];
  /** They refer to the new key. */
  readonly followed: readonly Applied[];
}

/** The rows of which something changes that others may refer to. */
export function movesOf(batch: Batch): readonly Move[] {
  const [{ change, assignments }] = batch;
  const referred = referredColumns(change.entity);
  // All of a batch give the same columns.
  if (!assignments.some(({ column }) => referred.has(column))) return [];
  return batch.flatMap(({ row, given }) => {
    if (row === null) return [];
    const now = [...given].filter(([column]) => referred.has(column));
    return [{ before: row, now: new Map(now.map(([{ name }, { text }]) => [name, text])) }];
  });
}
