// The rows of a change set as they are now, and as whoever asks sees them: locked before anything is written, and
// followed while it is.
import type { Conflict } from '../../../contract/change.ts';
import type { Entity } from '../../../model/database.ts';
import {
  afterwards,
  ambiguous,
  conflictGone,
  conflicting,
  conflictOf,
  type Foreseen,
  givesKey,
  knownTexts,
  type Now,
} from '../apply/conflicts.ts';
import type { Guard } from '../apply/guard.ts';
import type { Triggers } from '../apply/triggers.ts';
import { type PlannedChange, referredColumns } from '../plan/planned.ts';
import { type Image, isOther, keyText, shownIn } from './image.ts';
import { RowPlaces } from './row-places.ts';
import { type Found, type KeyTexts, keyTexts, ownKey, type Rows, several } from './rows.ts';

export interface FoundConflicts {
  readonly conflicts: readonly Conflict[];
  /** Those that may come to nothing once the changes before them are made. */
  readonly doubtful: readonly Conflict[];
  readonly isWhole: boolean;
}

export class RowsNow {
  readonly #rows: Rows;
  readonly #guard: Guard | null;
  /** What whoever asks sees of the rows, where that is not all of them. */
  readonly #seen = new Map<Image, ReadonlyMap<string, string>>();
  /** By the key that was asked for. */
  readonly #now = new RowPlaces();
  /** Keys that were asked for in other words than the row has, such as in capitals: what the row itself calls it. */
  readonly #names = new Map<Entity, Map<string, string>>();

  /** Rows that the engine has changed as a consequence of a change of the set, as they were before. */
  readonly #before = new Map<Image, Image>();

  /** Rows that went along with others of the set, as they were, by their keys. */
  readonly #taken = new Map<Entity, Map<string, Image>>();

  /** Several changes may be about one row. */
  #mayRepeat = true;

  /** The tables whose rows the set has written so far; their triggers may have changed others. */
  readonly #written = new Set<Entity>();
  /** The rows that were read since. */
  #fresh = new Set<Image>();
  readonly #triggers: Triggers;

  constructor(rows: Rows, guard: Guard | null, triggers: Triggers) {
    this.#rows = rows;
    this.#guard = guard;
    this.#triggers = triggers;
  }

  /** Rows of a table are about to be written. */
  writing(entity: Entity): void {
    this.#written.add(entity);
    this.#fresh = new Set();
  }

  /** Whether what is known of the row of a change may be out of date. */
  async isOld({ entity }: PlannedChange, row: Image): Promise<boolean> {
    return !this.#fresh.has(row) && (await this.#triggers.mayChange(entity, this.#written));
  }

  /** What is known of the rows at this moment is known again once what is answered is called. */
  remember(): () => void {
    return this.#now.remember();
  }

  /** All rows that are known from the beginning, always in the same order, so that two sets do not wait for each other. */
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
      const found = await this.#rows.find(
        entity,
        sorted.map(([, texts]) => texts),
      );
      for (const [i, [text]] of sorted.entries()) this.#keep(entity, text, found[i] ?? null);
    }
    this.#mayRepeat = isRepeated || this.#names.size > 0;
    if (this.#guard === null) return;
    for (const change of changes) {
      const texts = change.key === null ? null : knownTexts(change.key);
      if (texts !== null) await this.#hide(change, texts);
    }
  }

  /** One name for each row, however its key is written. */
  nameOf(entity: Entity, text: string): string {
    return this.#names.get(entity)?.get(text) ?? text;
  }

  /** What was found under a key: it is the same row under whatever other key it was found. */
  #keep(entity: Entity, text: string, found: Found): void {
    const own = found === null || found === several ? text : ownKey(entity, found);
    if (own === text) {
      this.#now.put(entity, text, found);
      return;
    }
    const names = this.#names.get(entity) ?? new Map<string, string>();
    this.#names.set(entity, names.set(text, own));
    if (this.#now.at(entity, own) === null) this.#now.put(entity, own, found);
  }

  #at(entity: Entity, text: string): Found {
    return this.#now.at(entity, this.nameOf(entity, text));
  }

  /** What the key of a change leads to, of those that are known from the beginning. */
  found({ entity, key }: PlannedChange): Found {
    const texts = key === null ? null : knownTexts(key);
    return texts === null ? null : this.#at(entity, keyText(texts));
  }

  /**
   * Every change whose row is not as it was expected, as far as that can be told before anything is written: rows that
   * the set itself makes, or gives another key, are compared when their turn comes, and so is what the engine may have
   * changed by then as a consequence. `isWhole`: there are none of those.
   */
  conflicts(changes: readonly PlannedChange[]): FoundConflicts {
    const found: Conflict[] = [];
    const doubtful: Conflict[] = [];
    let mayFollow = false;
    let isWhole = true;
    /** What earlier changes of the set leave of a row, null where it goes or gets another key: most have no other change. */
    const later = new Map<Image, () => Foreseen | null>();
    /** Where a key that leads nowhere now may lead to a row by then. */
    const filling = new Set<Entity>();
    for (const [number, change] of changes.entries()) {
      const wasFilling = filling.has(change.entity);
      if (givesKey(change)) filling.add(change.entity);
      const texts = change.key === null ? null : knownTexts(change.key);
      if (texts === null) {
        if (change.key !== null) isWhole = false;
        continue;
      }
      const row = this.#at(change.entity, keyText(texts));
      if (row === several) throw ambiguous(change);
      const own = row === null ? undefined : later.get(row)?.();
      const now = row === null || own === null ? null : this.#foreseen(row, own);
      if (now === null && wasFilling) {
        isWhole = false;
        continue;
      }
      const conflict = conflictOf(number, change, texts, now);
      if (conflict !== null) (mayFollow ? doubtful : found).push(conflict);
      else if (row !== null && this.#mayRepeat)
        later.set(row, () => afterwards(change, row, own ?? new Map()));
      mayFollow ||= isFollowed(change);
    }
    return { conflicts: found, doubtful, isWhole: isWhole && doubtful.length === 0 };
  }

  /** The row of an update or delete. `settle` is called before one is looked for that was not there at the beginning. */
  async rowOf(
    change: PlannedChange,
    number: number,
    texts: KeyTexts,
    settle: () => Promise<void>,
  ): Promise<Image> {
    const { entity } = change;
    const text = keyText(texts);
    if (this.#at(entity, text) === null) {
      // An earlier change of the set may have made it meanwhile, or given it this key.
      await settle();
      const [found = null] = await this.#rows.find(entity, [texts]);
      this.#names.get(entity)?.delete(text);
      this.#keep(entity, text, found);
      if (found !== null && found !== several) this.#fresh.add(found);
    }
    await this.#refresh(change, text);
    if (this.#guard !== null) await this.#hide(change, texts);
    const row = this.#at(entity, text);
    if (row === several) throw ambiguous(change);
    if (row === null) {
      throw conflicting([conflictOf(number, change, texts, null) ?? conflictGone(number, change, texts)]);
    }
    const conflict = this.#conflictWith(row, change, number, texts);
    if (conflict !== null) throw conflicting([conflict]);
    return row;
  }

  /**
   * The row of a change that undoes something and removes what has gone along with another row of the set already, as it was:
   * of rows that refer to each other in a circle the first one takes the others with it. Null where the change has work to do.
   */
  takenAlong(change: PlannedChange, number: number): Image | null {
    const { op, entity, key, cause } = change;
    const texts = op !== 'delete' || cause === undefined || key === null ? null : knownTexts(key);
    if (texts === null) return null;
    const name = this.nameOf(entity, keyText(texts));
    const row = this.#now.at(entity, name) === null ? this.#taken.get(entity)?.get(name) : undefined;
    if (row === undefined) return null;
    const conflict = this.#conflictWith(row, change, number, texts);
    if (conflict !== null) throw conflicting([conflict]);
    return row;
  }

  /** What is not as a change expects it. Whoever expects a row as it was before the engine changed it has seen it so. */
  #conflictWith(row: Image, change: PlannedChange, number: number, texts: KeyTexts): Conflict | null {
    const conflict = conflictOf(number, change, texts, this.#foreseen(row));
    const before = conflict === null ? undefined : this.#before.get(row);
    const wasSeen =
      before !== undefined && conflictOf(number, change, texts, this.#foreseen(before)) === null;
    return wasSeen ? null : conflict;
  }

  /** What triggers have made of a row meanwhile is there before its own change; whoever expects it as it was has seen it so. */
  async #refresh(change: PlannedChange, text: string): Promise<void> {
    const { entity } = change;
    const row = this.#at(entity, text);
    if (row === null || row === several || !(await this.isOld(change, row))) return;
    const [found = null] = await this.#rows.find(entity, [keyTexts(entity, row)]);
    if (found === several) return;
    if (found !== null && !isOther(row, found)) this.#fresh.add(row);
    else {
      this.followed(entity, row, found);
      if (found !== null) this.#fresh.add(found);
    }
  }

  /** A row that was written, and under which key it was asked for, if it was there before. */
  written(entity: Entity, before: Image | null, after: Image, asked: string | null): void {
    this.#fresh.add(after);
    const key = ownKey(entity, after);
    if (before !== null && ownKey(entity, before) !== key) {
      // Nothing is left under the key that it had, unless a later change puts another row there.
      this.#now.put(entity, ownKey(entity, before), null);
      if (asked !== null) this.#now.put(entity, asked, null);
    } else if (asked !== null && asked !== key) this.#now.put(entity, asked, after);
    this.#now.put(entity, key, after);
  }

  /** A row that is gone. */
  gone(entity: Entity, key: string): void {
    this.#now.put(entity, key, null);
  }

  /** What the engine has made of a row as a consequence. Whoever expects it as it was has seen it so. */
  followed(entity: Entity, before: Image, after: Image | null): void {
    // It has triggers of its own, which may have changed others.
    this.#written.add(entity);
    const key = ownKey(entity, before);
    const seen = this.#now.at(entity, key);
    this.#now.put(entity, key, null);
    if (after === null) {
      const taken = this.#taken.get(entity) ?? new Map<string, Image>();
      this.#taken.set(entity, taken.set(key, before));
      return;
    }
    this.#now.put(entity, ownKey(entity, after), after);
    const asSeen = seen === null || seen === several ? before : seen;
    this.#before.set(after, this.#before.get(asSeen) ?? asSeen);
  }

  /** Rows that are hidden from whoever asks are not there. */
  async #hide(change: PlannedChange, texts: KeyTexts): Promise<void> {
    const { entity } = change;
    const name = this.nameOf(entity, keyText(texts));
    const row = this.#now.at(entity, name);
    if (this.#guard === null || row === null || row === several || this.#seen.has(row)) return;
    const seen = await this.#guard.seen(change, row);
    if (seen === null) this.#now.put(entity, name, null);
    else this.#seen.set(row, seen);
  }

  /** What whoever asks sees of a row, and what earlier changes have made of it by then. */
  #foreseen(image: Image, own: Foreseen = nothingElse): Now {
    const seen = this.#seen.get(image);
    const then = (name: string, shown: () => string | null | undefined) =>
      own.has(name) ? own.get(name) : shown();
    const whole = (name: string) => then(name, () => shownIn(image, { name }));
    return {
      whole,
      seen: seen === undefined ? whole : (name) => then(name, () => seen.get(name)),
    };
  }
}

const nothingElse: Foreseen = new Map();

/** Whether the engine may change other rows on its own as a consequence. */
function isFollowed({ op, entity, set }: PlannedChange): boolean {
  const referred = referredColumns(entity);
  if (op === 'delete') return referred.size > 0;
  return op === 'update' && [...set.keys()].some((column) => referred.has(column));
}

const isNumber = /^-?\d+$/;

/** Numbers by their size, so that the order is that of the engine for most keys. */
function compareKeys(a: string, b: string): number {
  if (a.length !== b.length && isNumber.test(a) && isNumber.test(b)) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
