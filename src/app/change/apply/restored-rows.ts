// Restored rows of an undo: values that triggers have altered are written again.
import type { Column, Entity } from '../../../model/database.ts';
import { type Assignment, formOf } from '../../../query/compile/row-template.ts';
import { notApplied } from '../refusals/refused-change.ts';
import type { CurrentRows } from '../rows/current-rows.ts';
import type { Image } from '../rows/image.ts';
import { keyTexts, type Rows, rowId, severalRows } from '../rows/rows.ts';
import { alteredColumns, checkStored } from '../rows/stored-values.ts';
import type { Applied } from './apply.ts';
import type { Batch, Batches } from './batches.ts';
import type { Resolved } from './resolved.ts';
import type { Triggers } from './triggers.ts';

/** The means of writing them. */
interface Tools {
  readonly rows: Rows;
  readonly currentRows: CurrentRows;
  readonly batches: Batches;
  readonly triggers: Triggers;
}

/** A restored row and its position in the results. */
interface Restored {
  readonly one: Resolved;
  readonly place: number;
  /** The values it must finally have. */
  given: Resolved['given'];
}

/** An existing row, and what must be written again. */
interface PendingRepair extends Restored {
  readonly row: Image;
  readonly altered: readonly Assignment[];
}

export class RestoredRows {
  readonly #tools: Tools;
  /** Restored rows that await `repair`, by id. */
  #restored = new Map<string, Restored>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** `from`: the position of the first one. */
  add(batch: Batch, applied: readonly Applied[], from: number): void {
    for (const [i, one] of batch.entries()) {
      const id = rowId(one.change.entity, applied[from + i]?.after ?? new Map());
      this.#restored.set(id, { one, place: from + i, given: one.given });
    }
  }

  /** Another change of the set has written these columns since, so they are no longer restored values. */
  changed(entity: Entity, row: Image, columns: Iterable<Column>): void {
    const restored = this.#restored.size === 0 ? undefined : this.#restored.get(rowId(entity, row));
    if (restored === undefined) return;
    const others = new Map(restored.given);
    for (const column of columns) others.delete(column);
    restored.given = others;
  }

  /**
   * Call it when all rows deleted together are back: triggers may maintain counts across them, or creation times.
   * `which`: rows without open references, or all, when everything they refer to exists.
   */
  async repair(applied: Applied[], which: 'whole' | 'all'): Promise<void> {
    const due = [...this.#restored].filter(([, { one }]) => which === 'all' || one.later.length === 0);
    for (const [id] of due) this.#restored.delete(id);
    const restored = Map.groupBy(
      due.map(([, one]) => one),
      ({ one }) => one.change.entity,
    );
    for (const [entity, own] of restored) await this.#repair(entity, own, new Set(restored.keys()), applied);
  }

  async #repair(
    entity: Entity,
    restored: readonly Restored[],
    written: ReadonlySet<Entity>,
    applied: Applied[],
  ): Promise<void> {
    const { rows, currentRows, triggers } = this.#tools;
    const images = restored.map(({ place }) => applied[place]?.after ?? new Map());
    let isBent = false;
    for (const [i, { given }] of restored.entries()) {
      isBent ||= (await alteredColumns(given, images[i] ?? new Map())).length > 0;
    }
    if (!isBent && !(await triggers.mayChange(entity, written))) return;
    const keys = images.map((image) => keyTexts(entity, image));
    const found = await rows.find(entity, keys);
    const due: PendingRepair[] = [];
    for (const [i, one] of restored.entries()) {
      const row = found[i] ?? null;
      if (row === null || row === severalRows) continue;
      due.push({ ...one, row, altered: await this.#alteredOf(one, row) });
    }
    // If updates may change each other's rows, each must be read after the one before.
    const isInTurn = await triggers.mayChange(entity, [entity]);
    const together = isInTurn
      ? due.map((one) => [one])
      : Map.groupBy(due, ({ altered }) => formOf(altered)).values();
    for (const alike of together) {
      const written = await this.#written(alike);
      for (const [i, { one, place, given, row }] of alike.entries()) {
        const after = written[i] ?? row;
        const previous = applied[place];
        if (previous === undefined) continue;
        await checkStored(one.change, given, after);
        currentRows.noteWritten(entity, row, after, null);
        applied[place] = { ...previous, after: asBeforeDeletion(previous.after, after, one.given, given) };
      }
    }
  }

  async #alteredOf({ one, given }: Restored, row: Image): Promise<readonly Assignment[]> {
    const bent = await alteredColumns(given, row);
    const isLater = new Set(one.later.map(({ column }) => column));
    const all = [...one.assignments.filter(({ column }) => !isLater.has(column)), ...one.later];
    return all.filter(({ column }) => bent.includes(column));
  }

  /** Writes similar rows together. If a trigger acts again, its result stays. */
  async #written(alike: readonly PendingRepair[]): Promise<readonly Image[]> {
    const { rows, batches } = this.#tools;
    const resolved = alike.flatMap(({ one, row, altered }): Resolved[] => {
      const terms =
        altered.length === 0 ? null : rows.terms(one.change.entity, keyTexts(one.change.entity, row));
      return terms === null ? [] : [{ ...one, row, assignments: altered, terms }];
    });
    const [first, ...others] = resolved;
    if (first === undefined || resolved.length < alike.length) return [];
    const { found } = await batches.update([first, ...others], null);
    return found.map((after, i) => {
      if (after === null || after === severalRows) throw notApplied((resolved[i] ?? first).change);
      return after;
    });
  }
}

/** Columns written by a later change of the set belong to that change. */
function asBeforeDeletion(
  then: Image | null,
  now: Image,
  written: Resolved['given'],
  left: Resolved['given'],
): Image {
  if (then === null || written.size === left.size) return now;
  const others = [...written.keys()].filter((column) => !left.has(column));
  const cells = others.flatMap(({ name }) => {
    const cell = then.get(name);
    return cell === undefined ? [] : [[name, cell] as const];
  });
  return new Map([...now, ...cells]);
}
