// The results of a set's writes: rows read back after they were written, and rows changed as a consequence.
import type { PlannedChange } from '../plan/planned.ts';
import { notApplied } from '../refusals/refused-change.ts';
import type { CurrentRows } from '../rows/current-rows.ts';
import type { Image } from '../rows/image.ts';
import type { NamedRows } from '../rows/named-rows.ts';
import { type Found, type KeyTexts, type Rows, rowId, sameRow, severalRows } from '../rows/rows.ts';
import { checkStored, lostKey, sharedNullKey } from '../rows/stored-values.ts';
import type { Applied } from './apply.ts';
import type { Batch } from './batches.ts';
import type { CascadeWatch } from './cascade-watch.ts';
import type { Guard } from './guard.ts';
import { takenByHeir } from './inherited-rows.ts';
import type { Going } from './own-references.ts';
import { orderByReferences } from './reference-order.ts';
import type { Resolved, ResolvedChanges } from './resolved.ts';
import type { RestoredRows } from './restored-rows.ts';

interface ResultsOptions {
  readonly rows: Rows;
  readonly currentRows: CurrentRows;
  readonly changes: ResolvedChanges;
  readonly namedRows: NamedRows;
  readonly restored: RestoredRows;
  readonly guard: Guard | null;
  readonly watch: CascadeWatch;
}

export class Results {
  /** In the order in which an undo can be made from them, backwards. */
  readonly applied: Applied[] = [];
  readonly #rows: Rows;
  readonly #currentRows: CurrentRows;
  readonly #changes: ResolvedChanges;
  readonly #namedRows: NamedRows;
  readonly #restored: RestoredRows;
  readonly #guard: Guard | null;
  /** The ids of the consequences that the caller could see. */
  readonly #seen = new Set<string>();
  readonly #watch: CascadeWatch;

  constructor({ rows, currentRows, changes, namedRows, restored, guard, watch }: ResultsOptions) {
    this.#rows = rows;
    this.#currentRows = currentRows;
    this.#changes = changes;
    this.#namedRows = namedRows;
    this.#restored = restored;
    this.#guard = guard;
    this.#watch = watch;
  }

  /** Gives a row that was already deleted as a consequence the cause that its own change states, if any. */
  applyStatedCause({ entity, cause }: PlannedChange, row: Image): void {
    const place = this.applied.findLastIndex((one) => one.entity === entity && one.before === row);
    const applied = this.applied[place];
    if (applied !== undefined && cause !== undefined) this.applied[place] = { ...applied, cause };
  }

  /** Notes which of the rows that may change as a consequence the caller sees. */
  async lookAt(dependents: readonly Going[]): Promise<void> {
    const seen = (await this.#guard?.seenAmong(dependents)) ?? new Set<number>();
    for (const [i, { entity, image }] of dependents.entries()) {
      if (seen.has(i)) this.#seen.add(rowId(entity, image));
    }
  }

  /** Records deleted rows and the consequences. */
  async deleted(batch: readonly Resolved[]): Promise<void> {
    const others = (await this.#watch.afterDelete?.(this.#rows)) ?? [];
    for (const { entity, before, after } of others) {
      if (before !== null) this.#currentRows.noteFollowed(entity, before, after);
    }
    const gone = batch.map(({ change, row }): Applied => {
      this.#currentRows.noteDeleted(change.entity, this.#changes.keyOf(change));
      return {
        op: 'delete',
        entity: change.entity,
        before: row,
        after: null,
        cause: change.cause ?? 'named',
      };
    });
    const consequences =
      this.#seen.size === 0 ? others : others.map((one) => ({ ...one, wasSeen: this.#wasSeen(one) }));
    for (const one of orderByReferences([...consequences, ...gone])) this.applied.push(one);
  }

  #wasSeen({ entity, before }: Applied): boolean {
    return before !== null && this.#seen.has(rowId(entity, before));
  }

  /**
   * Records rows whose referenced key has changed. They come before the changed rows, so that an undo handles them
   * afterwards.
   */
  async moved(): Promise<void> {
    const { cleared, followed } = (await this.#watch.afterKeyChange?.(this.#rows)) ?? {
      cleared: [],
      followed: [],
    };
    for (const { entity, before, after } of [...cleared, ...followed]) {
      if (before === null || after === null) continue;
      this.#currentRows.noteFollowed(entity, before, after);
      this.#namedRows.update(entity, before, after);
    }
    this.applied.push(...cleared);
  }

  /** Reads back the rows; an altered value is refused. */
  async readBack(batch: Batch, keys: readonly KeyTexts[], found: readonly Found[]): Promise<void> {
    const { entity, op } = batch[0].change;
    const images: { change: PlannedChange; row: Image | null; image: Image }[] = [];
    for (const [i, { change, given, row }] of batch.entries()) {
      const after = found[i] ?? null;
      const key = keys[i] ?? [];
      // Rows without a key are the same row if they have the same values.
      if (after === severalRows && entity.keyKind !== 'all')
        throw sharedNullKey(change, key) ?? takenByHeir(change) ?? notApplied(change);
      const image = after === severalRows ? sameRow(entity, key) : after;
      if (image === null) throw lostKey(change, given) ?? notApplied(change);
      await checkStored(change, given, image);
      images.push({ change, row, image });
    }
    await this.#guard?.after(images.map(({ change, image }) => ({ change, row: image })));
    for (const { change, row, image } of images) {
      if (row !== null) this.#restored.changed(entity, row, change.set.keys());
      if (change.ref !== null) this.#namedRows.add(change.ref, entity, image);
      else if (row !== null) this.#namedRows.update(entity, row, image);
      this.#currentRows.noteWritten(
        entity,
        row,
        image,
        change.key === null ? null : this.#changes.keyOf(change),
      );
      this.applied.push({ op, entity, before: row, after: image, cause: change.cause ?? 'named' });
    }
  }
}
