// Writes the changes of a set whose rows are locked: similar changes in batches, the others one by one.
import type { Conflict, Op } from '../../../contract/change.ts';
import { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Database } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { CurrentRows, type FoundConflicts } from '../rows/current-rows.ts';
import { GivenValues, referencedNames } from '../rows/given-values.ts';
import { isOther } from '../rows/image.ts';
import { NamedRows } from '../rows/named-rows.ts';
import { keyTexts, Rows } from '../rows/rows.ts';
import { isRestored } from '../rows/stored-values.ts';
import { Turns } from '../turns.ts';
import type { Applied, AppliedSet, ApplyOptions } from './apply.ts';
import { type Batch, Batches, type FollowUpRead } from './batches.ts';
import { type CascadeWatch, type DeletionForecast, keyChangesOf } from './cascade-watch.ts';
import { Cascades, isAllAtOnce } from './cascades.ts';
import { catchConflicts, conflictProblem } from './conflicts.ts';
import type { DeletionBatch } from './deletion-order.ts';
import { withFinalState } from './final-state.ts';
import type { Guard } from './guard.ts';
import { refuseInherited } from './inherited-rows.ts';
import { PendingChanges } from './pending.ts';
import { ResolvedChanges } from './resolved.ts';
import { RestoredRows } from './restored-rows.ts';
import { Results } from './results.ts';
import { updateSequentially } from './sequential-updates.ts';
import { Triggers } from './triggers.ts';

/** A change, and which one of its set it is. */
export interface NumberedChange {
  readonly change: PlannedChange;
  readonly number: number;
}

export class ChangeApplier {
  readonly #transaction: WriteTransaction;
  readonly #changes: ResolvedChanges;
  readonly #rows: Rows;
  /** The current rows during the writes. */
  readonly currentRows: CurrentRows;
  readonly #batches: Batches;
  readonly #database: Database;
  readonly #watch: CascadeWatch;
  readonly #guard: Guard | null;
  readonly #looksAtConsequences: boolean;
  readonly #namedRows = new NamedRows();
  readonly #triggers: Triggers;
  readonly #restored: RestoredRows;
  /** The number of writes. */
  #writes = 0;
  readonly #followUp: (() => FollowUpRead) | null;
  #shown: string | null = null;
  #writing: PlannedChange | null = null;
  readonly #results: Results;
  readonly #pending = new PendingChanges();

  constructor(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    { database, guard, followUp, looksAtConsequences }: Omit<ApplyOptions, 'locked'>,
  ) {
    const rows = new Rows(dialect, transaction);
    const triggers = new Triggers(dialect, transaction);
    const currentRows = new CurrentRows(rows, guard, triggers);
    const batches = new Batches(dialect, transaction, rows);
    this.#transaction = transaction;
    this.#followUp = followUp ?? null;
    const changes = new ResolvedChanges(new GivenValues(dialect, this.#namedRows), rows, currentRows);
    const restored = new RestoredRows({ rows, currentRows, batches, triggers });
    this.#changes = changes;
    this.#rows = rows;
    this.currentRows = currentRows;
    this.#batches = batches;
    this.#database = database;
    this.#watch = new Cascades(database);
    this.#guard = guard;
    this.#looksAtConsequences = looksAtConsequences === true;
    this.#triggers = triggers;
    this.#restored = restored;
    this.#results = new Results({
      rows,
      currentRows,
      changes,
      namedRows: this.#namedRows,
      restored,
      guard,
      watch: this.#watch,
    });
  }

  /** The change that was written last; of a batch, the first one. */
  get writing(): PlannedChange | null {
    return this.#writing;
  }

  /** Must be called before anything is written. */
  lock(changes: readonly PlannedChange[]): Promise<void> {
    return this.currentRows.lock(changes);
  }

  /**
   * Writes all changes. After a conflict the rest is still written, to find further conflicts: the transaction is
   * rolled back in the end, and all of them are reported at once.
   */
  async write(changes: readonly PlannedChange[], known: FoundConflicts): Promise<AppliedSet> {
    const conflicts = new Map(known.conflicts.map((conflict) => [conflict.change, conflict]));
    const turns = new Turns();
    try {
      for (const [number, change] of changes.entries()) {
        const { over } = turns;
        if (over !== null) await over;
        // Earlier changes in the batch may be in conflict; then try this one again.
        for (let isTried = false; !isTried && !conflicts.has(number); ) {
          const found = await catchConflicts(this.#writeOne(change, number));
          for (const conflict of found) conflicts.set(conflict.change, conflict);
          isTried = found.length === 0;
        }
      }
      const last = await catchConflicts(this.#flush(this.#followUp?.() ?? null));
      for (const conflict of last) conflicts.set(conflict.change, conflict);
      await this.#restored.repair(this.#results.applied, 'all');
    } catch (error) {
      // After an omitted change, a failure may be a consequence of the omission.
      if (conflicts.size === 0 && known.doubtful.length === 0) throw error;
      for (const conflict of known.doubtful) conflicts.set(conflict.change, conflict);
    }
    if (conflicts.size === 0) return { applied: await this.finalResults(), followUp: this.#shown };
    throw conflictProblem([...conflicts.values()].toSorted((a, b) => a.change - b.change));
  }

  /**
   * Writes some of the changes, within an attempt of the caller's that may fail without the others. Returns what has
   * become of their rows so far; `finalResults` returns the final results.
   */
  async writeSeparately(some: readonly NumberedChange[]): Promise<readonly Applied[]> {
    const from = this.#results.applied.length;
    const forget = [this.currentRows.checkpoint(), this.#namedRows.checkpoint()];
    try {
      for (const { change, number } of some) {
        this.#guard?.check(change);
        await this.#writeOne(change, number);
      }
      await this.#flush();
      await this.#restored.repair(this.#results.applied, 'whole');
      return this.#results.applied.slice(from);
    } catch (error) {
      for (const one of forget) one();
      this.#watch.forget?.();
      this.#pending.take();
      this.#results.applied.length = from;
      throw error;
    }
  }

  /** The results for all rows. A single batch was read back after it was complete. */
  async finalResults(): Promise<readonly Applied[]> {
    return this.#writes < 2
      ? this.#results.applied
      : withFinalState(this.#rows, this.#triggers, this.#results.applied);
  }

  async #applyOne(change: PlannedChange, number: number): Promise<void> {
    await this.#writeOne(change, number);
    await this.#flush();
  }

  /** Whether a change in the batch may change the rows of others through triggers. */
  #mustBeSequential([{ change }, ...others]: Batch): Promise<boolean> | false {
    const { entity } = change;
    return others.length > 0 && this.#triggers.mayChange(entity, [entity]);
  }

  /** Each change starts from the state that the one before it left. */
  async #oneByOne(batch: Batch): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const { change, number } of batch) {
      conflicts.push(...(await catchConflicts(this.#applyOne(change, number))));
    }
    if (conflicts.length > 0) throw conflictProblem(conflicts);
  }

  async #writeOne(change: PlannedChange, number: number): Promise<void> {
    const { last } = this.#pending;
    // Consequences for another table's rows are known only afterwards.
    if (last !== undefined && (last.op !== change.op || last.entity !== change.entity)) {
      await this.#flush();
      if (change.undoesConsequence !== true) await this.#restored.repair(this.#results.applied, 'whole');
    }
    const taken = await this.currentRows.deletedByCascade(change, number);
    if (taken !== null) return this.#results.applyStatedCause(change, taken);
    if (this.#pending.makesOneOf(referencedNames(change))) await this.#flush();
    const rowText = change.key === null ? null : this.#changes.keyOf(change);
    if (this.#pending.hasRow(rowText)) await this.#flush();
    const resolved = await this.#changes.resolve(change, number, () => this.#flush());
    if (!this.#pending.fits(resolved)) {
      await this.#flush();
      // The flushed changes may have changed its row.
      const { row } = resolved;
      const isOther =
        row !== null &&
        (this.currentRows.found(change) !== row || (await this.currentRows.isOld(change, row)));
      if (isOther) return this.#writeOne(change, number);
    }
    this.#pending.add(resolved, rowText);
  }

  async #flush(followUp: FollowUpRead | null = null): Promise<void> {
    const [first, ...others] = this.#pending.take();
    if (first === undefined) return;
    const batch: Batch = [first, ...others];
    this.#writing = first.change;
    await this.#guard?.before(batch);
    this.currentRows.noteWriting(first.change.entity);
    this.#writes++;
    await this.#writers[first.change.op](batch, followUp);
  }

  readonly #writers: Readonly<Record<Op, (batch: Batch, along: FollowUpRead | null) => Promise<void>>> = {
    insert: async (batch) => {
      // Restored rows are all read again anyway.
      if (isRestored(batch[0].change) || !(await this.#mustBeSequential(batch))) return this.#insert(batch);
      try {
        await this.#transaction.attempt(() => this.#insert(batch));
      } catch (error) {
        // A later row may have changed an earlier one, which was correct before.
        if (!(error instanceof Problem)) throw error;
        await this.#oneByOne(batch);
      }
    },
    update: async (batch, along) => {
      if (await this.#mustBeSequential(batch)) return this.#updateSequentially(batch);
      const moves = keyChangesOf(batch);
      if (moves.length > 0) await this.#watch.beforeKeyChange?.(this.#rows, batch[0].change.entity, moves);
      const { keys, found, followUp: shown } = await this.#batches.update(batch, along);
      this.#shown = shown;
      if (moves.length > 0) await this.#results.moved();
      await this.#results.readBack(batch, keys, found);
    },
    delete: async (batch) => {
      await refuseInherited(this.#rows, this.#database, this.#guard, batch);
      const { parts, along } = await this.#predictDeletions(batch);
      if (!isAllAtOnce(parts)) return this.#inParts(batch, parts);
      const gone = await this.#batches.delete(batch, along);
      await this.#results.deleted(batch.filter((one) => !gone.includes(one)));
      if (gone.length > 0) throw conflictProblem(gone.map((one) => this.#changes.deletedConflict(one)));
    },
  };

  async #insert(batch: Batch): Promise<void> {
    const keys = await this.#batches.insert(batch);
    const from = this.#results.applied.length;
    const found = await this.#rows.find(batch[0].change.entity, keys, { areLocked: true });
    await this.#results.readBack(batch, keys, found);
    if (isRestored(batch[0].change)) this.#restored.add(batch, this.#results.applied, from);
  }

  async #updateSequentially(batch: Batch): Promise<void> {
    const { entity } = batch[0].change;
    const turns =
      this.#guard === null ? await updateSequentially(this.#rows, this.#transaction, batch) : null;
    if (turns === null) return this.#oneByOne(batch);
    this.#writes += batch.length;
    for (const { one, before } of turns) {
      if (one.row !== null && isOther(one.row, before))
        this.currentRows.noteFollowed(entity, one.row, before);
    }
    const [first, ...others] = turns.map(({ one, before }) => ({ ...one, row: before }));
    const keys = turns.map(({ before }) => keyTexts(entity, before));
    const found = turns.map(({ after }) => after);
    if (first !== undefined) await this.#results.readBack([first, ...others], keys, found);
    // Each row was read in its turn, and later changes of the batch may have changed it since.
    this.currentRows.noteWriting(entity);
  }

  /** Tells the watch which rows will be deleted. */
  async #predictDeletions(batch: Batch): Promise<DeletionForecast> {
    const doomed = batch.flatMap(({ row }) => (row === null ? [] : [row]));
    const forecast = await this.#watch.beforeDelete?.(this.#rows, batch[0].change.entity, doomed);
    if (forecast === undefined) return { parts: [], along: [], dependents: [] };
    // Afterwards, the policy's condition may no longer lead from a row to the deleted one.
    if (this.#looksAtConsequences) await this.#results.lookAt(forecast.dependents);
    return forecast;
  }

  /** Each part starts from the state that the one before it left. */
  async #inParts(batch: Batch, parts: readonly DeletionBatch[]): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const { deleted, cascaded } of parts) {
      for (const turns of [deleted, cascaded]) {
        for (const turn of turns) {
          const one = batch[turn];
          if (one === undefined) continue;
          conflicts.push(...(await catchConflicts(this.#writeOne(one.change, one.number))));
        }
        conflicts.push(...(await catchConflicts(this.#flush())));
      }
    }
    if (conflicts.length > 0) throw conflictProblem(conflicts);
  }
}
