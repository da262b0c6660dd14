// Applies a change set within a transaction: locks its rows in the order of their keys, compares them with what was
// expected, writes, and looks at what the engine has made of it.
import type { Conflict, Op } from '../../contract/change.ts';
import { pointerTo } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { Refused, type WriteTransaction } from '../../dialects/writer.ts';
import type { Column, Entity } from '../../model/database.ts';
import {
  type Assignment,
  formOf,
  type KeyTerm,
  type RowTemplate,
  type TableChanges,
  valuesOf,
} from '../../query/compile/change.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import {
  afterwards,
  conflictGone,
  conflicting,
  conflictOf,
  type Foreseen,
  givesKey,
  knownTexts,
} from './conflicts.ts';
import type { Guard } from './guard.ts';
import { type Image, keyText, shownOf } from './image.ts';
import { notOfType, refusedValue, shortened } from './plan.ts';
import type { Given, PlannedChange } from './planned.ts';
import { type Found, type KeyTexts, keyTexts, ownKey, Rows, several } from './rows.ts';
import { isSame } from './same.ts';

/** What became of one row. */
export interface Applied {
  readonly op: Op;
  readonly entity: Entity;
  readonly before: Image | null;
  readonly after: Image | null;
  /** The engine did it on its own. */
  readonly isCascade: boolean;
}

/** A refusal of the engine, and the change that it is about. */
export class RefusedChange extends Error {
  readonly refused: Refused;
  readonly change: PlannedChange;

  constructor(refused: Refused, change: PlannedChange) {
    super(refused.message, { cause: refused });
    this.name = 'RefusedChange';
    this.refused = refused;
    this.change = change;
  }
}

/** A change whose values are known. */
interface Resolved {
  readonly change: PlannedChange;
  readonly assignments: readonly Assignment[];
  /** What was given for them, as JSON texts. */
  readonly given: ReadonlyMap<Column, string>;
  readonly row: Image | null;
  readonly terms: readonly KeyTerm[];
}

export interface Watch {
  /** Called before rows go, with each row that will, so that what the engine does on its own is known. */
  readonly beforeDelete?: (rows: Rows, entity: Entity, doomed: readonly Image[]) => Promise<void>;
  readonly afterDelete?: (rows: Rows) => Promise<readonly Applied[]>;
}

export async function applyChanges(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: readonly PlannedChange[],
  watch: Watch = {},
  guard: Guard | null = null,
  /** The rows that references name; given where changes of one set are applied one by one. */
  made: Map<string, Image> = new Map(),
): Promise<Applied[]> {
  for (const change of changes) guard?.check(change);
  const applying = new Applying(dialect, transaction, watch, guard, made);
  await applying.lock(changes);
  await applying.hide(changes);
  const { conflicts, isWhole } = applying.conflicts(changes);
  if (conflicts.length > 0 && isWhole) throw conflicting(conflicts);
  return applying.write(changes, conflicts);
}

class Applying {
  readonly #dialect: SqlDialect;
  readonly #transaction: WriteTransaction;
  readonly #rows: Rows;
  readonly #watch: Watch;
  readonly #guard: Guard | null;
  /** What whoever asks sees of the rows, where that is not all of them. */
  readonly #seen = new Map<Image, ReadonlyMap<string, string>>();
  /** The rows as they are now, by entity and the key that was asked for. */
  readonly #now = new Map<Entity, Map<string, Found>>();
  readonly #made: Map<string, Image>;
  readonly #applied: Applied[] = [];
  #batch: Resolved[] = [];
  #batchForm = '';
  #batchRows = new Set<string>();

  constructor(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    watch: Watch,
    guard: Guard | null,
    made: Map<string, Image>,
  ) {
    this.#dialect = dialect;
    this.#transaction = transaction;
    this.#rows = new Rows(dialect, transaction);
    this.#watch = watch;
    this.#guard = guard;
    this.#made = made;
  }

  /** All rows that are known from the beginning, always in the same order, so that two sets do not wait for each other. */
  async lock(changes: readonly PlannedChange[]): Promise<void> {
    const wanted = new Map<Entity, Map<string, KeyTexts>>();
    for (const { entity, key } of changes) {
      const texts = key === null ? null : knownTexts(key);
      if (texts === null) continue;
      const keys = wanted.get(entity) ?? new Map<string, KeyTexts>();
      wanted.set(entity, keys.set(keyText(texts), texts));
    }
    const entities = [...wanted].toSorted(([a], [b]) => (a.name < b.name ? -1 : 1));
    for (const [entity, keys] of entities) {
      const sorted = [...keys].toSorted(([a], [b]) => compareKeys(a, b));
      const found = await this.#rows.find(
        entity,
        sorted.map(([, texts]) => texts),
      );
      this.#now.set(entity, new Map(sorted.map(([text], i) => [text, found[i] ?? null])));
    }
  }

  /** Rows that are hidden from whoever asks are not there. */
  async hide(changes: readonly PlannedChange[]): Promise<void> {
    for (const change of changes) {
      const texts = change.key === null ? null : knownTexts(change.key);
      if (texts !== null) await this.#hide(change, texts);
    }
  }

  async #hide(change: PlannedChange, texts: KeyTexts): Promise<void> {
    const rows = this.#now.get(change.entity);
    const row = rows?.get(keyText(texts)) ?? null;
    if (this.#guard === null || row === null || row === several || this.#seen.has(row)) return;
    const seen = await this.#guard.seen(change, row);
    if (seen === null) rows?.set(keyText(texts), null);
    else this.#seen.set(row, seen);
  }

  /**
   * Every change whose row is not as it was expected, as far as that can be told before anything is written: rows that
   * the set itself makes, or gives another key, are compared when their turn comes. `isWhole`: there are none of those.
   */
  conflicts(changes: readonly PlannedChange[]): { conflicts: Conflict[]; isWhole: boolean } {
    const found: Conflict[] = [];
    let isWhole = true;
    /** What earlier changes of the set leave of a row; null where it goes or gets another key. */
    const later = new Map<Image, Foreseen | null>();
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
      const row = this.#now.get(change.entity)?.get(keyText(texts)) ?? null;
      if (row === several) throw ambiguous(change);
      const image = row === null ? null : row;
      const own = image === null ? undefined : later.get(image);
      const now = image === null || own === null ? null : new Map([...this.#shown(image), ...(own ?? [])]);
      if (now === null && wasFilling) {
        isWhole = false;
        continue;
      }
      const conflict = conflictOf(number, change, texts, now);
      if (conflict !== null) found.push(conflict);
      else if (image !== null) later.set(image, afterwards(change, image, own ?? new Map()));
    }
    return { conflicts: found, isWhole };
  }

  #shown(image: Image): ReadonlyMap<string, string> {
    return this.#seen.get(image) ?? new Map([...image].map(([name, { shown }]) => [name, shown]));
  }

  /**
   * Writes all of it. Where something is in conflict, the rest is still written, to find what else is: the transaction is
   * rolled back in the end, and whoever asked is told everything at once.
   */
  async write(changes: readonly PlannedChange[], known: readonly Conflict[]): Promise<Applied[]> {
    const conflicts = new Map(known.map((conflict) => [conflict.change, conflict]));
    try {
      for (const [number, change] of changes.entries()) {
        if (conflicts.has(number)) continue;
        try {
          await this.#writeOne(change, number);
        } catch (error) {
          const found = error instanceof Problem ? (error.extras.conflicts ?? []) : [];
          if (found.length === 0) throw error;
          for (const conflict of found) conflicts.set(conflict.change, conflict);
        }
      }
      await this.#flush();
    } catch (error) {
      // What fails because something before it was left out says nothing.
      if (conflicts.size === 0) throw error;
    }
    if (conflicts.size === 0) return this.#applied;
    throw conflicting([...conflicts.values()].toSorted((a, b) => a.change - b.change));
  }

  async #writeOne(change: PlannedChange, number: number): Promise<void> {
    const last = this.#batch.at(-1)?.change;
    // What goes along with another table's rows is known only afterwards.
    if (last !== undefined && (last.op !== change.op || last.entity !== change.entity)) await this.#flush();
    if (needs(change).some((ref) => this.#batch.some((one) => one.change.ref === ref))) await this.#flush();
    const rowText = change.key === null ? null : `${change.entity.name}\0${this.#keyOf(change)}`;
    if (rowText !== null && this.#batchRows.has(rowText)) await this.#flush();
    const resolved = await this.#resolve(change, number);
    const form = `${change.op}\0${change.entity.name}\0${formOf([...resolved.assignments, ...resolved.terms])}`;
    if (form !== this.#batchForm) await this.#flush();
    this.#batchForm = form;
    this.#batch.push(resolved);
    if (rowText !== null) this.#batchRows.add(rowText);
  }

  #keyOf(change: PlannedChange): string {
    return keyText((change.key ?? []).map((given) => this.#textOf(given)));
  }

  /** JSON text; a row that is referred to has been made by now. */
  #textOf(given: Given): string {
    if (given.kind !== 'reference') return given.text;
    const cell = this.#made.get(given.ref)?.get(given.column.name);
    if (cell === undefined) {
      throw new Problem('refused-value', `The row "${given.ref}", which this refers to, was refused.`);
    }
    return cell.shown;
  }

  async #resolve(change: PlannedChange, number: number): Promise<Resolved> {
    const { entity } = change;
    const given = new Map([...change.set].map(([column, value]) => [column, this.#textOf(value)]));
    const row = change.key === null ? null : await this.#rowOf(change, number);
    const assignments = [...change.set].flatMap(([column, value]) => {
      const text = given.get(column) ?? 'null';
      // What is as it was stays as it was: not every blank of a document comes back from where it went.
      const now = row?.get(column.name)?.shown;
      if (now !== undefined && value.kind !== 'exact' && isUnchanged(now, text, column)) return [];
      const bound = this.#bound(change, column, value, text);
      return [{ column, bound, isRestored: value.kind === 'exact' }];
    });
    const terms = row === null ? [] : this.#termsOf(entity, row);
    return { change, assignments, given, row, terms };
  }

  #bound(change: PlannedChange, column: Column, value: Given, text: string): Assignment['bound'] {
    const pointer = pointerTo(change.pointer.set, column.name);
    if (column.generated) {
      throw refusedValue(`${column.name} is worked out by the database itself: leave it out.`, pointer);
    }
    // A null of JSON is a value, and only what was kept tells it from none.
    if (text === 'null' && !(value.kind === 'exact' && value.kept !== null)) {
      if (column.nullable || value.kind === 'exact') return null;
      throw refusedValue(`${column.name} cannot be null.`, pointer);
    }
    const shown = shownOf(text);
    const bound =
      value.kind === 'exact'
        ? this.#dialect.restored(column, shown, value.kept ?? '')
        : this.#dialect.written(column, shown);
    if (bound === null) throw notOfType(column, text, pointer);
    return bound;
  }

  #termsOf(entity: Entity, row: Image): readonly KeyTerm[] {
    const terms = this.#rows.terms(entity, keyTexts(entity, row));
    if (terms === null) throw new Error(`the key of a row of ${entity.name} is no key`);
    return terms;
  }

  /** The row of an update or delete, as it is now. */
  async #rowOf(change: PlannedChange, number: number): Promise<Image> {
    const { entity } = change;
    const rows = this.#rowsNow(entity);
    const texts = (change.key ?? []).map((given) => this.#textOf(given));
    const text = keyText(texts);
    if ((rows.get(text) ?? null) === null) {
      // An earlier change of the set may have made it meanwhile, or given it this key.
      await this.#flush();
      const [found = null] = await this.#rows.find(entity, [texts]);
      rows.set(text, found);
    }
    await this.#hide(change, texts);
    const row = rows.get(text) ?? null;
    if (row === several) throw ambiguous(change);
    const conflict = conflictOf(number, change, texts, row === null ? null : this.#shown(row));
    if (row === null || conflict !== null) {
      throw conflicting([conflict ?? conflictGone(number, change, texts)]);
    }
    return row;
  }

  #rowsNow(entity: Entity): Map<string, Found> {
    const rows = this.#now.get(entity) ?? new Map<string, Found>();
    this.#now.set(entity, rows);
    return rows;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchForm = '';
    this.#batchRows = new Set();
    const [first] = batch;
    if (first === undefined) return;
    for (const { change, row } of batch) await this.#guard?.before(change, row);
    await writers[first.change.op](this, batch, first);
  }

  async update(batch: readonly Resolved[], first: Resolved): Promise<void> {
    const { entity } = first.change;
    if (first.assignments.length > 0) {
      const template = this.#rows.statements(entity).update(first.assignments, first.terms);
      await this.#run(template, batch);
    }
    const keys = batch.map(({ row, given }) =>
      entity.key.map((column) => given.get(column) ?? row?.get(column.name)?.shown ?? 'null'),
    );
    await this.#readBack(batch, keys);
  }

  async insert(batch: readonly Resolved[], first: Resolved): Promise<void> {
    const { entity, set } = first.change;
    const statements = this.#rows.statements(entity);
    const drawn = entity.key.filter((column) => !set.has(column));
    if (drawn.length === 0) {
      await this.#insertTogether(statements, batch, first);
      await this.#readBack(
        batch,
        batch.map(({ given }) => entity.key.map((column) => given.get(column) ?? 'null')),
      );
      return;
    }
    const template = statements.insert(first.assignments, drawn);
    const keys: KeyTexts[] = [];
    for (const one of batch) {
      const told = await this.#drawKey(one, template, drawn);
      keys.push(entity.key.map((column) => told.get(column) ?? one.given.get(column) ?? 'null'));
    }
    await this.#readBack(batch, keys);
  }

  /** Many rows in one statement, where the engine answers each; which of them it refuses, it tells one by one. */
  async #insertTogether(
    statements: TableChanges,
    batch: readonly Resolved[],
    first: Resolved,
  ): Promise<void> {
    const single = statements.insert(first.assignments, []);
    const most = this.#dialect.changing.rowsTogether ?? 1;
    if (most === 1 || first.assignments.length === 0) return this.#run(single, batch);
    const templates = new Map<number, RowTemplate>();
    for (let from = 0; from < batch.length; from += most) {
      const group = batch.slice(from, from + most);
      const { length } = group;
      if (length === 1) {
        await this.#run(single, group);
        continue;
      }
      const template = templates.get(length) ?? statements.insertMany(first.assignments, length);
      templates.set(length, template);
      const values = group.flatMap(({ assignments }) => valuesOf(assignments));
      try {
        const [made] = await this.#transaction.run(template.sql, [template.parameters(values)]);
        if (made !== length) throw notTaken(first.change);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await this.#run(single, group);
      }
    }
  }

  /** Makes one row whose key, or a part of it, the engine chooses. */
  async #drawKey(
    one: Resolved,
    template: { readonly sql: string; parameters(values: readonly unknown[]): readonly unknown[] },
    drawn: readonly Column[],
  ): Promise<ReadonlyMap<Column, string>> {
    const { entity } = one.change;
    const asked = this.#rows.statements(entity).drawn;
    const parameters = template.parameters(valuesOf(one.assignments));
    if (asked === null) {
      const [row = []] = await this.#tried(one, () =>
        this.#transaction.rows({ sql: template.sql, parameters }),
      );
      return new Map(drawn.map((column, i) => [column, row[i] ?? 'null']));
    }
    await this.#tried(one, () => this.#transaction.run(template.sql, [parameters]));
    const [[number = null] = []] = await this.#transaction.rows(asked);
    const [column, ...more] = drawn;
    if (column === undefined || more.length > 0 || number === null || number === '0') {
      const names = drawn.map(({ name }) => name).join(', ');
      throw refusedValue(`The key of the new row cannot be told: give ${names} too.`, one.change.pointer.set);
    }
    return new Map([[column, number]]);
  }

  async delete(batch: readonly Resolved[], first: Resolved): Promise<void> {
    const { entity } = first.change;
    const doomed = batch.flatMap(({ row }) => (row === null ? [] : [row]));
    await this.#watch.beforeDelete?.(this.#rows, entity, doomed);
    await this.#run(this.#rows.statements(entity).delete(first.terms), batch);
    for (const one of (await this.#watch.afterDelete?.(this.#rows)) ?? []) {
      if (one.before !== null) this.#rowsNow(one.entity).set(ownKey(one.entity, one.before), one.after);
      this.#applied.push(one);
    }
    for (const { change, row } of batch) {
      this.#now.get(entity)?.set(this.#keyOf(change), null);
      this.#applied.push({ op: 'delete', entity, before: row, after: null, isCascade: false });
    }
  }

  async #run(
    template: { readonly sql: string; parameters(values: readonly unknown[]): readonly unknown[] },
    batch: readonly Resolved[],
  ): Promise<void> {
    const lists = batch.map(({ assignments, terms }) =>
      template.parameters(valuesOf([...assignments, ...terms])),
    );
    let counts: number[];
    try {
      counts = await this.#transaction.run(template.sql, lists);
    } catch (error) {
      const at = error instanceof Refused ? batch[error.at] : undefined;
      throw error instanceof Refused && at !== undefined ? new RefusedChange(error, at.change) : error;
    }
    const odd = counts.findIndex((count) => count !== 1);
    const change = batch[odd]?.change;
    if (change !== undefined) throw counts[odd] === 0 ? notTaken(change) : ambiguous(change);
  }

  async #tried<T>({ change }: Resolved, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Refused ? new RefusedChange(error, change) : error;
    }
  }

  /** What the engine has made of it; a value that is not the one that was given is refused. */
  async #readBack(batch: readonly Resolved[], keys: readonly KeyTexts[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const { entity, op } = first.change;
    const found = await this.#rows.find(entity, keys);
    for (const [i, { change, given, row }] of batch.entries()) {
      const after = found[i] ?? null;
      const image = after === several && op === 'insert' ? sameRow(entity, keys[i] ?? []) : after;
      if (image === null || image === several) throw notTaken(change);
      for (const [column, text] of given) checkExact(change, column, text, image);
      await this.#guard?.after(change, image);
      if (change.ref !== null) this.#made.set(change.ref, image);
      const rows = this.#rowsNow(entity);
      const key = ownKey(entity, image);
      if (row !== null && ownKey(entity, row) !== key) {
        // Nothing is left under the key that it had, unless a later change puts another row there.
        rows.delete(ownKey(entity, row));
        rows.delete(this.#keyOf(change));
      } else if (change.key !== null) rows.set(this.#keyOf(change), image);
      rows.set(key, image);
      this.#applied.push({ op, entity, before: row, after: image, isCascade: false });
    }
  }
}

type WriteBatch = (applying: Applying, batch: readonly Resolved[], first: Resolved) => Promise<void>;

const writers: Record<Op, WriteBatch> = {
  insert: (applying, batch, first) => applying.insert(batch, first),
  update: (applying, batch, first) => applying.update(batch, first),
  delete: (applying, batch, first) => applying.delete(batch, first),
};

/** Numbers by their size, so that the order is that of the engine for most keys. */
function compareKeys(a: string, b: string): number {
  if (a.length !== b.length && /^\["-?\d+"\]$/.test(a) && /^\["-?\d+"\]$/.test(b)) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function needs({ set, key }: PlannedChange): string[] {
  return [...set.values(), ...(key ?? [])].flatMap((given) =>
    given.kind === 'reference' ? [given.ref] : [],
  );
}

/** A row of a table without a key: the rows that equal it are all the same. */
function sameRow(entity: Entity, key: KeyTexts): Image {
  return new Map(entity.key.map(({ name }, i) => [name, { shown: key[i] ?? 'null', kept: null }]));
}

function isUnchanged(now: string, text: string, column: Column): boolean {
  return now === text || (column.mode === 'json' && isSame(now, text, column));
}

function checkExact(change: PlannedChange, column: Column, text: string, after: Image): void {
  const stored = after.get(column.name)?.shown ?? 'null';
  if (isSame(text, stored, column)) return;
  throw refusedValue(
    `${column.name} cannot hold ${shortened(text)} as it is: the database would make ${shortened(stored)} of it.`,
    pointerTo(change.pointer.set, column.name),
  );
}

function ambiguous({ entity, pointer }: PlannedChange): Problem {
  return new Problem('ambiguous-key', `Several rows of ${entity.name} have this key.`, {
    pointer: pointer.change,
  });
}

/** A trigger has done something else, or a rule of the database. */
function notTaken({ entity, pointer }: PlannedChange): Problem {
  const detail = `The database has not made this change of ${entity.name}: a rule of its own is in the way.`;
  return refusedValue(detail, pointer.change);
}
