// The current rows of a change set as the caller sees them: locked before anything is written, and tracked during the
// writes.
import type { Conflict } from '../../../contract/change.ts';
import type { Entity } from '../../../model/database.ts';
import {
  ambiguous,
  conflictOf,
  conflictProblem,
  knownTexts,
  missingRowConflict,
  noteCause,
  type PredictedRow,
  type PredictedValues,
  predictedAfter,
} from '../apply/conflicts.ts';
import { EarlierChanges } from '../apply/earlier-changes.ts';
import type { Guard } from '../apply/guard.ts';
import type { Triggers } from '../apply/triggers.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { refusedLock } from '../refusals/refused-change.ts';
import { type Image, isOther, keyText, shownIn } from './image.ts';
import { compareKeys, type Found, type KeyTexts, keyTexts, ownKey, type Rows, severalRows } from './rows.ts';
import { SpelledRows } from './spelled-rows.ts';

export interface FoundConflicts {
  readonly conflicts: readonly Conflict[];
  /** Conflicts that earlier changes of the set may resolve. */
  readonly doubtful: readonly Conflict[];
  readonly isWhole: boolean;
}

export class CurrentRows {
  readonly #rows: Rows;
  readonly #guard: Guard | null;
  /** The visible part of partially hidden rows. */
  readonly #seen = new Map<Image, ReadonlyMap<string, string>>();
  readonly #now = new SpelledRows();

  /** Rows changed as a consequence of one of the set's changes, with their former state. */
  readonly #before = new Map<Image, Image>();
  /** The rows that the set wrote, as they were before; null for those that it inserted. */
  readonly #original = new Map<Image, Image | null>();

  /** Rows deleted as a consequence, with their former state, by key. */
  readonly #cascadeDeleted = new Map<Entity, Map<string, Image>>();

  /** Several changes may be about one row. */
  #mayRepeat = true;

  /** The tables written so far; their triggers may have changed other rows. */
  readonly #written = new Set<Entity>();
  /** The rows read since then. */
  #fresh = new Set<Image>();
  readonly #triggers: Triggers;

  constructor(rows: Rows, guard: Guard | null, triggers: Triggers) {
    this.#rows = rows;
    this.#guard = guard;
    this.#triggers = triggers;
  }

  /** Call it before writing rows of a table. */
  noteWriting(entity: Entity): void {
    this.#written.add(entity);
    this.#fresh = new Set();
  }

  /** Whether the known row of a change may be out of date. */
  async isOld({ entity }: PlannedChange, row: Image): Promise<boolean> {
    return !this.#fresh.has(row) && (await this.#triggers.mayChange(entity, this.#written));
  }

  /** Returns a function that restores the present knowledge of the rows. */
  checkpoint(): () => void {
    return this.#now.remember();
  }

  /** Locks all rows known in advance, always in the same order, so that two sets do not deadlock. */
  async lock(changes: readonly PlannedChange[]): Promise<void> {
    const wanted = new Map<Entity, Map<string, KeyTexts>>();
    let isRepeated = false;
    for (const { entity, key } of changes) {
      const texts = key === null ? null : knownTexts(key);
      if (texts === null) continue;
      const keys = wanted.get(entity) ?? new Map<string, KeyTexts>();
      const text = keyText(texts);
      if (keys.has(text)) isRepeated = true;
      wanted.set(entity, keys.set(text, texts));
    }
    const entities = [...wanted].toSorted(([a], [b]) => (a.name < b.name ? -1 : 1));
    for (const [entity, keys] of entities) {
      const sorted = [...keys].toSorted(([a], [b]) => compareKeys(a, b));
      const texts = sorted.map(([, own]) => own);
      const found = await this.#rows.find(entity, texts).catch(refusedLock(entity, changes));
      for (const [i, [text]] of sorted.entries()) this.#now.keep(entity, text, found[i] ?? null);
    }
    this.#mayRepeat = isRepeated || this.#now.haveSpellings;
    if (this.#guard === null) return;
    for (const change of changes) {
      const texts = change.key === null ? null : knownTexts(change.key);
      if (texts !== null) await this.#hide(change, texts);
    }
  }

  /** The row's own key, whatever the spelling. */
  nameOf(entity: Entity, text: string): string {
    return this.#now.nameOf(entity, text);
  }

  /** The row of a change, if its key is known in advance. */
  found({ entity, key }: PlannedChange): Found {
    const texts = key === null ? null : knownTexts(key);
    return texts === null ? null : this.#now.found(entity, keyText(texts));
  }

  /**
   * Every change whose row differs from what it expects, as far as can be told before anything is written. Rows that
   * the set inserts, gives another key, or changes as a consequence are compared in their turn. `isWhole`: there are
   * none of those.
   */
  async conflicts(changes: readonly PlannedChange[]): Promise<FoundConflicts> {
    const found: Conflict[] = [];
    const doubtful: Conflict[] = [];
    let isWhole = true;
    const earlier = new EarlierChanges();
    /**
     * What earlier changes of the set leave of a row, null if it is deleted or gets another key. Computed on demand:
     * most rows have no other change.
     */
    const later = new Map<Image, () => PredictedValues | null>();
    for (const [number, change] of changes.entries()) {
      const { entity } = change;
      const mayBeMade = earlier.mayHaveMade(entity);
      const mayFollow = earlier.mayHaveFollowed(entity);
      earlier.add(change);
      const texts = change.key === null ? null : knownTexts(change.key);
      if (texts === null) {
        if (change.key !== null) isWhole = false;
        continue;
      }
      const row = this.#now.found(entity, keyText(texts));
      if (row === severalRows) throw ambiguous(change);
      const own = row === null ? undefined : later.get(row)?.();
      const now = row === null || own === null ? null : this.#predicted(row, own);
      if (now === null && mayBeMade) {
        isWhole = false;
        continue;
      }
      const conflict = await conflictOf(number, change, texts, now);
      if (conflict !== null) {
        if (row !== null && own) await noteCause(conflict, change, texts, this.#predicted(row));
        (mayFollow ? doubtful : found).push(conflict);
      } else if (row !== null && this.#mayRepeat)
        later.set(row, () => predictedAfter(change, row, own ?? new Map()));
    }
    return { conflicts: found, doubtful, isWhole: isWhole && doubtful.length === 0 };
  }

  /** The row of an update or delete. `settle` is called before looking for a row that did not exist at the start. */
  async rowOf(
    change: PlannedChange,
    number: number,
    texts: KeyTexts,
    settle: () => Promise<void>,
  ): Promise<Image> {
    const { entity } = change;
    const text = keyText(texts);
    if (this.#now.found(entity, text) === null) {
      // An earlier change of the set may have inserted it or given it this key.
      await settle();
      const [found = null] = await this.#rows.find(entity, [texts]);
      this.#now.keepAgain(entity, text, found);
      if (found !== null && found !== severalRows) this.#fresh.add(found);
    }
    await this.#refresh(change, text);
    if (this.#guard !== null) await this.#hide(change, texts);
    const row = this.#now.found(entity, text);
    if (row === severalRows) throw ambiguous(change);
    if (row === null) {
      throw conflictProblem([missingRowConflict(number, change, texts)]);
    }
    const conflict = await this.#conflictWith(row, change, number, texts);
    if (conflict !== null) throw conflictProblem([conflict]);
    return row;
  }

  /**
   * The former row, if the undo's delete was already carried out by a cascade from another row of the set: in a circle
   * of references, the first delete removes the others. Null if there is something to delete.
   */
  async deletedByCascade(change: PlannedChange, number: number): Promise<Image | null> {
    const { op, entity, key, cause } = change;
    const texts = op !== 'delete' || cause === undefined || key === null ? null : knownTexts(key);
    if (texts === null) return null;
    const name = this.#now.nameOf(entity, keyText(texts));
    const row = this.#now.at(entity, name) === null ? this.#cascadeDeleted.get(entity)?.get(name) : undefined;
    if (row === undefined) return null;
    const conflict = await this.#conflictWith(row, change, number, texts);
    if (conflict !== null) throw conflictProblem([conflict]);
    return row;
  }

  /**
   * The mismatch with what a change expects. Expecting a row's state before the engine changed it as a consequence is
   * not a conflict.
   */
  async #conflictWith(
    row: Image,
    change: PlannedChange,
    number: number,
    texts: KeyTexts,
  ): Promise<Conflict | null> {
    const conflict = await conflictOf(number, change, texts, this.#predicted(row));
    const before = conflict === null ? undefined : this.#before.get(row);
    const wasSeen =
      before !== undefined && (await conflictOf(number, change, texts, this.#predicted(before))) === null;
    if (wasSeen || conflict === null) return null;
    const original = this.#original.get(row);
    if (original !== undefined)
      await noteCause(conflict, change, texts, original && this.#predicted(original));
    return conflict;
  }

  /** Reads changes made by triggers before the row's own change; expecting the former state is not a conflict. */
  async #refresh(change: PlannedChange, text: string): Promise<void> {
    const { entity } = change;
    const row = this.#now.found(entity, text);
    if (row === null || row === severalRows || !(await this.isOld(change, row))) return;
    const [found = null] = await this.#rows.find(entity, [keyTexts(entity, row)]);
    if (found === severalRows) return;
    if (found !== null && !isOther(row, found)) this.#fresh.add(row);
    else {
      this.noteFollowed(entity, row, found);
      if (found !== null) this.#fresh.add(found);
    }
  }

  /** Tracks a written row. `asked`: the key it was requested by, if it existed before. */
  noteWritten(entity: Entity, before: Image | null, after: Image, asked: string | null): void {
    this.#fresh.add(after);
    const original = before && this.#original.get(before);
    this.#original.set(after, original === undefined ? before : original);
    const key = ownKey(entity, after);
    if (before !== null && ownKey(entity, before) !== key) {
      // The former key is free, unless a later change reuses it.
      this.#now.put(entity, ownKey(entity, before), null);
      if (asked !== null) this.#now.put(entity, asked, null);
    } else if (asked !== null && asked !== key) this.#now.put(entity, asked, after);
    this.#now.put(entity, key, after);
  }

  /** Tracks a deleted row. */
  noteDeleted(entity: Entity, key: string): void {
    this.#now.put(entity, key, null);
  }

  /** Tracks a row changed as a consequence; expecting its former state is not a conflict. */
  noteFollowed(entity: Entity, before: Image, after: Image | null): void {
    // The table's own triggers may have changed other rows.
    this.#written.add(entity);
    const key = ownKey(entity, before);
    const seen = this.#now.at(entity, key);
    this.#now.put(entity, key, null);
    if (after === null) {
      const taken = this.#cascadeDeleted.get(entity) ?? new Map<string, Image>();
      this.#cascadeDeleted.set(entity, taken.set(key, before));
      return;
    }
    this.#now.put(entity, ownKey(entity, after), after);
    const asSeen = seen === null || seen === severalRows ? before : seen;
    this.#before.set(after, this.#before.get(asSeen) ?? asSeen);
  }

  /** Treats rows hidden from the caller as missing. */
  async #hide(change: PlannedChange, texts: KeyTexts): Promise<void> {
    const { entity } = change;
    const name = this.#now.nameOf(entity, keyText(texts));
    const row = this.#now.at(entity, name);
    if (this.#guard === null || row === null || row === severalRows || this.#seen.has(row)) return;
    const seen = await this.#guard.seen(change, row);
    if (seen === null) this.#now.put(entity, name, null);
    else this.#seen.set(row, seen);
  }

  /** The visible row, with the effects of earlier changes. */
  #predicted(image: Image, own: PredictedValues = nothingElse): PredictedRow {
    const seen = this.#seen.get(image);
    const then = (name: string, shown: () => string | null | undefined) =>
      own.has(name) ? own.get(name) : shown();
    const whole = (name: string) => then(name, () => shownIn(image, { name }));
    return {
      full: whole,
      visible: seen === undefined ? whole : (name) => then(name, () => seen.get(name)),
    };
  }
}

const nothingElse: PredictedValues = new Map();
