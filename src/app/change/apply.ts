// Applies a change set within a transaction: locks its rows in the order of their keys, compares them with what was
// expected, writes, and looks at what the engine has made of it.
import type { Conflict, Op } from '../../contract/change.ts';
import { pointerTo } from '../../contract/json.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { Entity } from '../../model/database.ts';
import { type Assignment, formOf, type KeyTerm } from '../../query/compile/row-template.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { applyAlike } from './alike.ts';
import { type Along, type Batch, Batches, type Resolved } from './batches.ts';
import { conflictGone, conflicting, conflictsIn } from './conflicts.ts';
import { GivenValues, needs } from './given-values.ts';
import type { Guard } from './guard.ts';
import { type Image, keyText, shownIn } from './image.ts';
import type { Cause } from './journal-row.ts';
import { asInTheEnd } from './last-look.ts';
import { NamedRows } from './made-rows.ts';
import { refusedValue } from './plan.ts';
import type { PlannedChange } from './planned.ts';
import { inOrderOfReferences } from './reference-order.ts';
import { notTaken } from './refused-change.ts';
import { RestoredRows } from './restored-rows.ts';
import { type Found, type KeyTexts, keyTexts, Rows, sameRow, several } from './rows.ts';
import { type FoundConflicts, RowsNow } from './rows-now.ts';
import { isUnchanged } from './same.ts';
import { checkStored, isRestored } from './stored-values.ts';
import { Triggers } from './triggers.ts';
import { movesOf, type Watch } from './watch.ts';

/** What became of one row. */
export interface Applied {
  readonly op: Op;
  readonly entity: Entity;
  readonly before: Image | null;
  readonly after: Image | null;
  readonly cause: Cause;
}

export interface ApplyOptions {
  readonly watch?: Watch;
  readonly guard?: Guard | null;
  /** The rows that references name; given where changes of one set are applied one by one. */
  readonly made?: NamedRows;
  /** Called when the rows are locked, with what tells what the key of a change leads to. */
  readonly locked?:
    | ((transaction: WriteTransaction, rowOf: (change: PlannedChange) => Found) => Promise<void>)
    | undefined;
  /** Asked for along with the last update, where the set ends with one. */
  readonly along?: (() => Along) | undefined;
}

export interface AppliedSet {
  readonly applied: readonly Applied[];
  /** The first value of what was asked for along with it; null where it could not be. */
  readonly along: string | null;
}

export async function applyChanges(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: readonly PlannedChange[],
  options: ApplyOptions,
): Promise<AppliedSet> {
  const { guard = null, made = new NamedRows(), locked } = options;
  for (const change of changes) guard?.check(change);
  const isPlain = guard === null && locked === undefined && options.made === undefined;
  const alike = isPlain ? await applyAlike(dialect, transaction, changes) : null;
  if (alike !== null) return { applied: alike, along: null };
  const rows = new Rows(dialect, transaction);
  const triggers = new Triggers(dialect, transaction);
  const now = new RowsNow(rows, guard, triggers);
  await now.lock(changes);
  await locked?.(transaction, (change) => now.found(change));
  const found = now.conflicts(changes);
  if (found.conflicts.length > 0 && found.isWhole) throw conflicting(found.conflicts);
  const batches = new Batches(dialect, transaction, rows);
  return new Applying(dialect, { rows, now, batches, made, triggers }, options).write(changes, found);
}

/** What a set is applied with. */
interface Tools {
  readonly rows: Rows;
  readonly now: RowsNow;
  readonly batches: Batches;
  readonly made: NamedRows;
  readonly triggers: Triggers;
}

class Applying {
  readonly #values: GivenValues;
  readonly #rows: Rows;
  readonly #now: RowsNow;
  readonly #batches: Batches;
  readonly #watch: Watch;
  readonly #guard: Guard | null;
  readonly #made: NamedRows;
  readonly #triggers: Triggers;
  readonly #restored: RestoredRows;
  /** How many times something was written. */
  #writes = 0;
  readonly #along: (() => Along) | null;
  #shown: string | null = null;
  readonly #applied: Applied[] = [];
  #batch: Resolved[] = [];
  #batchForm = '';
  #batchRows = new Set<string>();

  constructor(
    dialect: SqlDialect,
    { rows, now, batches, made, triggers }: Tools,
    { watch = {}, guard = null, along }: ApplyOptions,
  ) {
    this.#along = along ?? null;
    this.#values = new GivenValues(dialect, made);
    this.#rows = rows;
    this.#now = now;
    this.#batches = batches;
    this.#watch = watch;
    this.#guard = guard;
    this.#made = made;
    this.#triggers = triggers;
    this.#restored = new RestoredRows({ rows, now, batches, triggers });
  }

  /**
   * Writes all of it. Where something is in conflict, the rest is still written, to find what else is: the transaction is
   * rolled back in the end, and whoever asked is told everything at once.
   */
  async write(changes: readonly PlannedChange[], known: FoundConflicts): Promise<AppliedSet> {
    const conflicts = new Map(known.conflicts.map((conflict) => [conflict.change, conflict]));
    try {
      for (const [number, change] of changes.entries()) {
        // What stands before it may be in conflict, too: then this one is tried once more.
        for (let isTried = false; !isTried && !conflicts.has(number); ) {
          const found = await conflictsIn(this.#writeOne(change, number));
          for (const conflict of found) conflicts.set(conflict.change, conflict);
          isTried = found.length === 0;
        }
      }
      const last = await conflictsIn(this.#flush(this.#along?.() ?? null));
      for (const conflict of last) conflicts.set(conflict.change, conflict);
      await this.#restored.mend(this.#applied);
    } catch (error) {
      // What fails because something before it was left out says nothing.
      if (conflicts.size === 0 && known.doubtful.length === 0) throw error;
      for (const conflict of known.doubtful) conflicts.set(conflict.change, conflict);
    }
    if (conflicts.size === 0) return { applied: await this.#inTheEnd(), along: this.#shown };
    throw conflicting([...conflicts.values()].toSorted((a, b) => a.change - b.change));
  }

  /** Rows of one batch were looked at when all of it was written. */
  async #inTheEnd(): Promise<readonly Applied[]> {
    return this.#writes < 2 ? this.#applied : asInTheEnd(this.#rows, this.#triggers, this.#applied);
  }

  async #writeOne(change: PlannedChange, number: number): Promise<void> {
    const last = this.#batch.at(-1)?.change;
    // What goes along with another table's rows is known only afterwards.
    if (last !== undefined && (last.op !== change.op || last.entity !== change.entity)) {
      await this.#flush();
      await this.#restored.mend(this.#applied);
    }
    const wanted = needs(change);
    if (wanted.length > 0 && this.#batch.some((one) => wanted.includes(one.change.ref ?? ''))) {
      await this.#flush();
    }
    const rowText = change.key === null ? null : this.#keyOf(change);
    if (rowText !== null && this.#batchRows.has(rowText)) await this.#flush();
    const resolved = await this.#resolve(change, number);
    const form = `${change.op}\0${change.entity.name}\0${formOf([...resolved.assignments, ...resolved.terms])}`;
    if (form !== this.#batchForm && this.#batch.length > 0) {
      await this.#flush();
      // What stood before it may have changed its row.
      const { row } = resolved;
      const isOther =
        row !== null && (this.#now.found(change) !== row || (await this.#now.isOld(change, row)));
      if (isOther) return this.#writeOne(change, number);
    }
    this.#batchForm = form;
    this.#batch.push(resolved);
    if (rowText !== null) this.#batchRows.add(rowText);
  }

  #keyOf(change: PlannedChange): string {
    const text = keyText((change.key ?? []).map((given) => this.#values.textOf(given)));
    return this.#now.nameOf(change.entity, text);
  }

  async #resolve(change: PlannedChange, number: number): Promise<Resolved> {
    const { entity } = change;
    const given = this.#values.of(change);
    const row =
      change.key === null
        ? null
        : await this.#now.rowOf(
            change,
            number,
            change.key.map((part) => this.#values.textOf(part)),
            () => this.#flush(),
          );
    const assignments: Assignment[] = [];
    for (const [column, value] of given) {
      const { text } = value;
      if (column.generated && value.kind !== 'exact') {
        throw refusedValue(
          `${column.name} is worked out by the database itself: leave it out.`,
          pointerTo(change.pointer.set, column.name),
        );
      }
      // What is as it was stays as it was: not every blank of a document comes back from where it went.
      const now = row === null ? null : shownIn(row, column);
      if (now !== null && value.kind !== 'exact' && isUnchanged(now, text, column, change.keepsWords))
        continue;
      const bound = this.#values.bound(change, column, value);
      assignments.push({ column, bound, isRestored: value.kind === 'exact' });
    }
    const terms = row === null ? [] : this.#termsOf(entity, row);
    return { change, number, assignments, given, row, terms };
  }

  #termsOf(entity: Entity, row: Image): readonly KeyTerm[] {
    const terms = this.#rows.terms(entity, keyTexts(entity, row));
    if (terms === null) throw new Error(`the key of a row of ${entity.name} is no key`);
    return terms;
  }

  async #flush(along: Along | null = null): Promise<void> {
    const [first, ...others] = this.#batch;
    this.#batch = [];
    this.#batchForm = '';
    this.#batchRows = new Set();
    if (first === undefined) return;
    const batch: Batch = [first, ...others];
    await this.#guard?.before(batch);
    this.#now.writing(first.change.entity);
    this.#writes++;
    await this.#writers[first.change.op](batch, along);
  }

  readonly #writers: Readonly<Record<Op, (batch: Batch, along: Along | null) => Promise<void>>> = {
    insert: async (batch) => {
      const keys = await this.#batches.insert(batch);
      const from = this.#applied.length;
      await this.#readBack(batch, keys, await this.#rows.find(batch[0].change.entity, keys));
      if (isRestored(batch[0].change)) this.#restored.add(batch, from);
    },
    update: async (batch, along) => {
      const moves = movesOf(batch);
      if (moves.length > 0) await this.#watch.beforeMove?.(this.#rows, batch[0].change.entity, moves);
      const { keys, found, along: shown } = await this.#batches.update(batch, along);
      this.#shown = shown;
      if (moves.length > 0) await this.#followMoved();
      await this.#readBack(batch, keys, found);
    },
    delete: async (batch) => {
      await this.#foresee(batch);
      const gone = await this.#batches.delete(batch);
      await this.#follow(batch.filter((one) => !gone.includes(one)));
      if (gone.length > 0) throw conflicting(gone.map((one) => this.#goneOf(one)));
    },
  };

  /** It went along with another row of the set. */
  #goneOf({ change, number }: Resolved): Conflict {
    return conflictGone(
      number,
      change,
      (change.key ?? []).map((part) => this.#values.textOf(part)),
    );
  }

  /** Tells what watches which rows will go. */
  async #foresee(batch: Batch): Promise<void> {
    const doomed = batch.flatMap(({ row }) => (row === null ? [] : [row]));
    await this.#watch.beforeDelete?.(this.#rows, batch[0].change.entity, doomed);
  }

  /** Rows that are gone, and what went along with them. */
  async #follow(batch: readonly Resolved[]): Promise<void> {
    const others = (await this.#watch.afterDelete?.(this.#rows)) ?? [];
    for (const { entity, before, after } of others) {
      if (before !== null) this.#now.followed(entity, before, after);
    }
    const gone = batch.map(({ change, row }): Applied => {
      this.#now.gone(change.entity, this.#keyOf(change));
      return {
        op: 'delete',
        entity: change.entity,
        before: row,
        after: null,
        cause: change.cause ?? 'named',
      };
    });
    for (const one of inOrderOfReferences([...others, ...gone])) this.#applied.push(one);
  }

  /** Rows that refer to others which have got another key. They stand before these: whoever takes it back does it after them. */
  async #followMoved(): Promise<void> {
    const { told, followed } = (await this.#watch.afterMove?.(this.#rows)) ?? { told: [], followed: [] };
    for (const { entity, before, after } of [...told, ...followed]) {
      if (before === null || after === null) continue;
      this.#now.followed(entity, before, after);
      this.#made.changed(entity, before, after);
    }
    this.#applied.push(...told);
  }

  /** What the engine has made of it; a value that is not the one that was given is refused. */
  async #readBack(batch: Batch, keys: readonly KeyTexts[], found: readonly Found[]): Promise<void> {
    const { entity, op } = batch[0].change;
    const images = batch.map(({ change, given, row }, i) => {
      const after = found[i] ?? null;
      const image = after === several ? sameRow(entity, keys[i] ?? []) : after;
      if (image === null) throw notTaken(change);
      checkStored(change, given, image);
      return { change, row, image };
    });
    await this.#guard?.after(images.map(({ change, image }) => ({ change, row: image })));
    for (const { change, row, image } of images) {
      if (change.ref !== null) this.#made.made(change.ref, entity, image);
      else if (row !== null) this.#made.changed(entity, row, image);
      this.#now.written(entity, row, image, change.key === null ? null : this.#keyOf(change));
      this.#applied.push({ op, entity, before: row, after: image, cause: change.cause ?? 'named' });
    }
  }
}
