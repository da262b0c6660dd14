// Notified while a set is applied, to find the engine's own consequences for other rows.
import type { Entity } from '../../../model/database.ts';
import { referredColumns } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';
import type { Rows } from '../rows/rows.ts';
import type { Applied } from './apply.ts';
import type { Batch } from './batches.ts';
import type { DeletionBatch } from './deletion-order.ts';
import type { Going } from './own-references.ts';

export interface CascadeWatch {
  /** Called before rows are deleted, with all of them in order. */
  readonly beforeDelete?: (rows: Rows, entity: Entity, doomed: readonly Image[]) => Promise<DeletionForecast>;
  readonly afterDelete?: (rows: Rows) => Promise<readonly Applied[]>;
  /** Called before referenced columns of rows change. */
  readonly beforeKeyChange?: (rows: Rows, entity: Entity, moves: readonly KeyChange[]) => Promise<void>;
  readonly afterKeyChange?: (rows: Rows) => Promise<KeyChangeEffects>;
  /** Called when an announced deletion or key change has failed. */
  readonly forget?: () => void;
}

export interface DeletionForecast {
  /** Which rows can be deleted together, and which have already been deleted as a consequence when their turn comes. */
  readonly parts: readonly DeletionBatch[];
  /** The other rows that go along. */
  readonly along: readonly Going[];
  /** The same, and those that may only lose their reference. */
  readonly dependents: readonly Going[];
}

/** The row as it is, and the new values of its referenced columns. */
export interface KeyChange {
  readonly before: Image;
  readonly now: ReadonlyMap<string, string>;
}

/** What the engine did to the rows that refer to changed keys. */
export interface KeyChangeEffects {
  /** Rows that have lost their reference. */
  readonly cleared: readonly Applied[];
  /** Rows that refer to the new key. */
  readonly followed: readonly Applied[];
}

/** The rows whose referenced columns change. */
export function keyChangesOf(batch: Batch): readonly KeyChange[] {
  const [{ change, assignments }] = batch;
  const referred = referredColumns(change.entity);
  // All changes of a batch set the same columns.
  if (!assignments.some(({ column }) => referred.has(column))) return [];
  return batch.flatMap(({ row, given }) => {
    if (row === null) return [];
    const now = [...given].filter(([column]) => referred.has(column));
    return [{ before: row, now: new Map(now.map(([{ name }, { text }]) => [name, text])) }];
  });
}
