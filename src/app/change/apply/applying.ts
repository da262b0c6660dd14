// Writes the changes of a set whose rows are locked: similar changes in batches, the others one by one.
import type { Conflict, Op } from '../../../contract/change.ts';
import { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { GivenValues, needs } from '../rows/given-values.ts';
import { isOther } from '../rows/image.ts';
import { NamedRows } from '../rows/made-rows.ts';
import { keyTexts, Rows } from '../rows/rows.ts';
import { type FoundConflicts, RowsNow } from '../rows/rows-now.ts';
import { isRestored } from '../rows/stored-values.ts';
import { Turns } from '../turns.ts';
import type { Applied, AppliedSet, ApplyOptions } from './apply.ts';
import { type Along, type Batch, Batches } from './batches.ts';
import { Cascades, isAllAtOnce } from './cascades.ts';
import { conflicting, conflictsIn } from './conflicts.ts';
import type { Part } from './going.ts';
import type { Guard } from './guard.ts';
import { updateInTurn } from './in-turn.ts';
import { asInTheEnd } from './last-look.ts';
import { PendingChanges } from './pending.ts';
import { ResolvedChanges } from './resolved.ts';
import { RestoredRows } from './restored-rows.ts';
import { Results } from './results.ts';
import { Triggers } from './triggers.ts';
import { movesOf, type Watch } from './watch.ts';

/** A change, and which one of its set it is. */
export interface NumberedChange {
  readonly change: PlannedChange;
  readonly number: number;
}

export class Applying {
  readonly #transaction: WriteTransaction;
  readonly #changes: ResolvedChanges;
  readonly #rows: Rows;
  /** The current rows during the writes. */
  readonly now: RowsNow;
  readonly #batches: Batches;
  readonly #watch: Watch;
  readonly #guard: Guard | null;
  readonly #made = new NamedRows();
  readonly #triggers: Triggers;
  readonly #restored: RestoredRows;
  /** The number of writes. */
  #writes = 0;
  readonly #along: (() => Along) | null;
  #shown: string | null = null;
  #writing: PlannedChange | null = null;
  readonly #results: Results;
  readonly #pending = new PendingChanges();

  constructor(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    { database, guard, along }: Pick<ApplyOptions, 'database' | 'guard' | 'along'>,
  ) {
    const rows = new Rows(dialect, transaction);
    const triggers = new Triggers(dialect, transaction);
    const now = new RowsNow(rows, guard, triggers);
    const batches = new Batches(dialect, transaction, rows);
    this.#transaction = transaction;
    this.#along = along ?? null;
    const changes = new ResolvedChanges(new GivenValues(dialect, this.#made), rows, now);
    const restored = new RestoredRows({ rows, now, batches, triggers });
    this.#changes = changes;
    this.#rows = rows;
    this.now = now;
    this.#batches = batches;
    this.#watch = new Cascades(database);
    this.#guard = guard;
    this.#triggers = triggers;
    this.#restored = restored;
    this.#results = new Results({
      rows,
      now,
      changes,
      made: this.#made,
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
    return this.now.lock(changes);
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
          const found = await conflictsIn(this.#writeOne(change, number));
          for (const conflict of found) conflicts.set(conflict.change, conflict);
          isTried = found.length === 0;
        }
      }
      const last = await conflictsIn(this.#flush(this.#along?.() ?? null));
      for (const conflict of last) conflicts.set(conflict.change, conflict);
      await this.#restored.mend(this.#results.applied, 'all');
    } catch (error) {
      // After an omitted change, a failure may be a consequence of the omission.
      if (conflicts.size === 0 && known.doubtful.length === 0) throw error;
      for (const conflict of known.doubtful) conflicts.set(conflict.change, conflict);
    }
    if (conflicts.size === 0) return { applied: await this.inTheEnd(), along: this.#shown };
    throw conflicting([...conflicts.values()].toSorted((a, b) => a.change - b.change));
  }

  /**
   * Writes some of the changes, within an attempt of the caller's that may fail without the others. Returns what has
   * become of their rows so far; `inTheEnd` returns the final results.
   */
  async writeApart(some: readonly NumberedChange[]): Promise<readonly Applied[]> {
    const from = this.#results.applied.length;
    const forget = [this.now.remember(), this.#made.remember()];
    try {
      for (const { change, number } of some) {
        this.#guard?.check(change);
        await this.#writeOne(change, number);
      }
      await this.#flush();
      await this.#restored.mend(this.#results.applied, 'whole');
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
  async inTheEnd(): Promise<readonly Applied[]> {
    return this.#writes < 2
      ? this.#results.applied
      : asInTheEnd(this.#rows, this.#triggers, this.#results.applied);
  }

  async #alone(change: PlannedChange, number: number): Promise<void> {
    await this.#writeOne(change, number);
    await this.#flush();
  }

  /** Whether a change in the batch may change the rows of others through triggers. */
  #isInTurn([{ change }, ...others]: Batch): Promise<boolean> | false {
    const { entity } = change;
    return others.length > 0 && this.#triggers.mayChange(entity, [entity]);
  }

  /** Each change starts from the state that the one before it left. */
  async #oneByOne(batch: Batch): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const { change, number } of batch) {
      conflicts.push(...(await conflictsIn(this.#alone(change, number))));
    }
    if (conflicts.length > 0) throw conflicting(conflicts);
  }

  async #writeOne(change: PlannedChange, number: number): Promise<void> {
    const { last } = this.#pending;
    // Consequences for another table's rows are known only afterwards.
    if (last !== undefined && (last.op !== change.op || last.entity !== change.entity)) {
      await this.#flush();
      if (change.goesAlong !== true) await this.#restored.mend(this.#results.applied, 'whole');
    }
    const taken = this.now.takenAlong(change, number);
    if (taken !== null) return this.#results.asAsked(change, taken);
    if (this.#pending.makesOneOf(needs(change))) await this.#flush();
    const rowText = change.key === null ? null : this.#changes.keyOf(change);
    if (this.#pending.hasRow(rowText)) await this.#flush();
    const resolved = await this.#changes.resolve(change, number, () => this.#flush());
    if (!this.#pending.fits(resolved)) {
      await this.#flush();
      // The flushed changes may have changed its row.
      const { row } = resolved;
      const isOther = row !== null && (this.now.found(change) !== row || (await this.now.isOld(change, row)));
      if (isOther) return this.#writeOne(change, number);
    }
    this.#pending.add(resolved, rowText);
  }

  async #flush(along: Along | null = null): Promise<void> {
    const [first, ...others] = this.#pending.take();
    if (first === undefined) return;
    const batch: Batch = [first, ...others];
    this.#writing = first.change;
    await this.#guard?.before(batch);
    this.now.writing(first.change.entity);
    this.#writes++;
    await this.#writers[first.change.op](batch, along);
  }

  readonly #writers: Readonly<Record<Op, (batch: Batch, along: Along | null) => Promise<void>>> = {
    insert: async (batch) => {
      // Restored rows are all read again anyway.
      if (isRestored(batch[0].change) || !(await this.#isInTurn(batch))) return this.#insert(batch);
      try {
        await this.#transaction.attempt(() => this.#insert(batch));
      } catch (error) {
        // A later row may have changed an earlier one, which was correct before.
        if (!(error instanceof Problem)) throw error;
        await this.#oneByOne(batch);
      }
    },
    update: async (batch, along) => {
      if (await this.#isInTurn(batch)) return this.#updateInTurn(batch);
      const moves = movesOf(batch);
      if (moves.length > 0) await this.#watch.beforeMove?.(this.#rows, batch[0].change.entity, moves);
      const { keys, found, along: shown } = await this.#batches.update(batch, along);
      this.#shown = shown;
      if (moves.length > 0) await this.#results.moved();
      await this.#results.readBack(batch, keys, found);
    },
    delete: async (batch) => {
      const parts = await this.#foresee(batch);
      if (!isAllAtOnce(parts)) return this.#inParts(batch, parts);
      const gone = await this.#batches.delete(batch);
      await this.#results.deleted(batch.filter((one) => !gone.includes(one)));
      if (gone.length > 0) throw conflicting(gone.map((one) => this.#changes.goneOf(one)));
    },
  };

  async #insert(batch: Batch): Promise<void> {
    const keys = await this.#batches.insert(batch);
    const from = this.#results.applied.length;
    await this.#results.readBack(batch, keys, await this.#rows.find(batch[0].change.entity, keys));
    if (isRestored(batch[0].change)) this.#restored.add(batch, this.#results.applied, from);
  }

  async #updateInTurn(batch: Batch): Promise<void> {
    const { entity } = batch[0].change;
    const turns = this.#guard === null ? await updateInTurn(this.#rows, this.#transaction, batch) : null;
    if (turns === null) return this.#oneByOne(batch);
    this.#writes += batch.length;
    for (const { one, before } of turns) {
      if (one.row !== null && isOther(one.row, before)) this.now.followed(entity, one.row, before);
    }
    const [first, ...others] = turns.map(({ one, before }) => ({ ...one, row: before }));
    const keys = turns.map(({ before }) => keyTexts(entity, before));
    const found = turns.map(({ after }) => after);
    if (first !== undefined) await this.#results.readBack([first, ...others], keys, found);
    // Each row was read in its turn, and later changes of the batch may have changed it since.
    this.now.writing(entity);
  }

  /** Tells the watch which rows will be deleted; returns which of them can be deleted together. */
  async #foresee(batch: Batch): Promise<readonly Part[]> {
    const doomed = batch.flatMap(({ row }) => (row === null ? [] : [row]));
    return (await this.#watch.beforeDelete?.(this.#rows, batch[0].change.entity, doomed)) ?? [];
  }

  /** Each part starts from the state that the one before it left. */
  async #inParts(batch: Batch, parts: readonly Part[]): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const { going, taken } of parts) {
      for (const turns of [going, taken]) {
        for (const turn of turns) {
          const one = batch[turn];
          if (one === undefined) continue;
          conflicts.push(...(await conflictsIn(this.#writeOne(one.change, one.number))));
        }
        conflicts.push(...(await conflictsIn(this.#flush())));
      }
    }
    if (conflicts.length > 0) throw conflicting(conflicts);
  }
}
