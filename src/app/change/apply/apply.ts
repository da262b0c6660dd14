// Applies a change set within a transaction: locks its rows in key order, compares them with what was expected, writes,
// and reads back what the engine has stored.
import type { Op } from '../../../contract/change.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Database, Entity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { Cause } from '../journal/row.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';
import type { Found } from '../rows/rows.ts';
import type { FollowUpRead } from './batches.ts';
import { applyBulkUpdates } from './bulk-updates.ts';
import { ChangeApplier } from './change-applier.ts';
import { conflictProblem } from './conflicts.ts';
import type { Guard } from './guard.ts';
import { requireTransactions } from './transactional.ts';

/** The result for one row. */
export interface Applied {
  readonly op: Op;
  readonly entity: Entity;
  readonly before: Image | null;
  readonly after: Image | null;
  readonly cause: Cause;
  /** For a consequence in a dry run: the caller could see the row. */
  readonly wasSeen?: boolean;
}

export interface ApplyOptions {
  /** The whole database, whatever the caller can see. */
  readonly database: Database;
  readonly guard: Guard | null;
  /** Finds out which of the rows that a deletion takes along the caller could see. */
  readonly looksAtConsequences?: boolean;
  /** Called when the rows are locked, with a function that finds a change's row. */
  readonly locked?:
    | ((transaction: WriteTransaction, rowOf: (change: PlannedChange) => Found) => Promise<void>)
    | undefined;
  /** A statement to send along with the last update, if the set ends with one. */
  readonly followUp?: (() => FollowUpRead) | undefined;
}

export interface AppliedSet {
  readonly applied: readonly Applied[];
  /** The first value that the statement sent along returned; null if it was not sent. */
  readonly followUp: string | null;
}

export async function applyChanges(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: readonly PlannedChange[],
  options: ApplyOptions,
): Promise<AppliedSet> {
  const { guard, locked } = options;
  for (const change of changes) guard?.check(change);
  await requireTransactions(dialect, transaction, changes);
  const isPlain = guard === null && locked === undefined;
  const alike = isPlain ? await applyBulkUpdates(dialect, transaction, changes) : null;
  if (alike !== null) return { applied: alike, followUp: null };
  const applying = new ChangeApplier(dialect, transaction, options);
  await applying.lock(changes);
  await locked?.(transaction, (change) => applying.currentRows.found(change));
  const found = await applying.currentRows.conflicts(changes);
  if (found.conflicts.length > 0 && found.isWhole) throw conflictProblem(found.conflicts);
  return applying.write(changes, found);
}
