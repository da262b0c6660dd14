// Rows that an undo has made again: what triggers have made other than it was is written once more.
import type { Entity } from '../../model/database.ts';
import type { Applied } from './apply.ts';
import type { Batch, Batches } from './batches.ts';
import type { Image } from './image.ts';
import { notTaken } from './refused-change.ts';
import type { Resolved } from './resolved.ts';
import { keyTexts, type Rows, several } from './rows.ts';
import type { RowsNow } from './rows-now.ts';
import { bentColumns, checkStored } from './stored-values.ts';
import type { Triggers } from './triggers.ts';

/** What they are written with. */
interface Tools {
  readonly rows: Rows;
  readonly now: RowsNow;
  readonly batches: Batches;
  readonly triggers: Triggers;
}

/** One that was made, and where it stands among what was applied. */
interface Restored {
  readonly one: Resolved;
  readonly place: number;
}

export class RestoredRows {
  readonly #tools: Tools;
  /** Those that went together. */
  #restored: Restored[] = [];

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** `from`: where the first of them stands. */
  add(batch: Batch, from: number): void {
    for (const [i, one] of batch.entries()) this.#restored.push({ one, place: from + i });
  }

  /**
   * To be called when all rows are back that went together: a trigger may count them in each other, or write down when they were
   * made.
   */
  async mend(applied: Applied[]): Promise<void> {
    const restored = Map.groupBy(this.#restored, ({ one }) => one.change.entity);
    this.#restored = [];
    for (const [entity, own] of restored) await this.#mend(entity, own, new Set(restored.keys()), applied);
  }

  async #mend(
    entity: Entity,
    restored: readonly Restored[],
    written: ReadonlySet<Entity>,
    applied: Applied[],
  ): Promise<void> {
    const { rows, now, triggers } = this.#tools;
    const images = restored.map(({ place }) => applied[place]?.after ?? new Map());
    const isBent = restored.some(({ one }, i) => bentColumns(one.given, images[i] ?? new Map()).length > 0);
    if (!isBent && !(await triggers.mayChange(entity, written))) return;
    const keys = images.map((image) => keyTexts(entity, image));
    const found = await rows.find(entity, keys);
    for (const [i, { one, place }] of restored.entries()) {
      const row = found[i] ?? null;
      const told = applied[place];
      if (row === null || row === several || told === undefined) continue;
      const after = await this.#mended(one, row);
      checkStored(one.change, one.given, after);
      now.written(entity, row, after, null);
      applied[place] = { ...told, after };
    }
  }

  /** Such a trigger may act again: then it stays as that has made it. */
  async #mended(one: Resolved, row: Image): Promise<Image> {
    const { rows, batches } = this.#tools;
    const { entity } = one.change;
    const bent = bentColumns(one.given, row);
    const assignments = one.assignments.filter(({ column }) => bent.includes(column));
    const terms = assignments.length === 0 ? null : rows.terms(entity, keyTexts(entity, row));
    if (terms === null) return row;
    const [after = null] = (await batches.update([{ ...one, row, assignments, terms }], null)).found;
    if (after === null || after === several) throw notTaken(one.change);
    return after;
  }
}
