// Inserts rows of a file in bulk: rows with the same columns go together.
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, VisibleEntity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { Guard } from '../apply/guard.ts';
import { baseOf } from '../plan/plan.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { isBulkRefusal } from '../refusals/refused-change.ts';
import { type CompleteRow, type InsertedRows, NewRows, type PreparedRows } from '../rows/new-rows.ts';
import { changeOf, type FileRow, type RowTexts } from './rows.ts';

/** Rows with the same columns. */
interface Group {
  readonly newRows: NewRows;
  readonly ready: PreparedRows;
  /** One change that represents all of them. */
  readonly insert: PlannedChange;
}

/** Groups of rows that can be inserted one after the other. */
export interface PreparedRound {
  readonly rows: readonly FileRow[];
  readonly groups: readonly Group[];
}

/** After this many vain attempts bulk inserts stop: each costs as much as the rows themselves. */
const maxFailures = 3;

/** Rolls back the groups before one that failed. */
const rollbackMarker = Symbol('not made');

type Opener = NonNullable<Awaited<ReturnType<typeof NewRows.open>>>;

export class BulkInserts {
  readonly #open: Opener;
  readonly #visibleEntity: VisibleEntity;
  readonly #columns: readonly Column[];
  readonly #guard: Guard | null;
  /** By the set of given columns; null if such rows cannot be inserted in bulk. */
  readonly #shapes = new Map<string, NewRows | null>();
  #failures = 0;

  private constructor(
    open: Opener,
    visibleEntity: VisibleEntity,
    columns: readonly Column[],
    guard: Guard | null,
  ) {
    this.#guard = guard;
    this.#open = open;
    this.#visibleEntity = visibleEntity;
    this.#columns = columns;
  }

  /** Null if the engine cannot do it for this table. */
  static async open(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    visibleEntity: VisibleEntity,
    columns: readonly Column[],
    guard: Guard | null,
  ): Promise<BulkInserts | null> {
    const open = await NewRows.open(dialect, transaction, baseOf(visibleEntity));
    return open === null ? null : new BulkInserts(open, visibleEntity, columns, guard);
  }

  /** Null if the rows must be applied one by one. */
  ready(rows: readonly FileRow[]): PreparedRound | null {
    if (this.#failures >= maxFailures) return null;
    const groups: Group[] = [];
    for (const [shape, some] of this.#groups(rows)) {
      const [first] = some;
      if (first === undefined) continue;
      const newRows = this.#ofShape(shape);
      const ready = newRows?.prepare(some.map(({ texts }) => completeRow(texts))) ?? null;
      if (newRows === null || ready === null) return null;
      groups.push({ newRows, ready, insert: changeOf(this.#visibleEntity, this.#columns, first, false, 0) });
    }
    return { rows, groups };
  }

  /** A bulk insert failed, but none of its rows was bad. */
  noteFailure(): void {
    this.#failures++;
  }

  /** Inserts all rows, or returns null and inserts none. */
  async insertAll(
    transaction: WriteTransaction,
    { groups }: PreparedRound,
    meanwhile: () => void,
  ): Promise<InsertedRows[] | null> {
    try {
      return await transaction.attempt(async () => {
        const made: InsertedRows[] = [];
        for (const { newRows, ready, insert } of groups) {
          const some = await newRows.insert(ready, meanwhile);
          if (some === null) throw rollbackMarker;
          if (this.#guard !== null && !(await this.#guard.allowsInserted(insert, some))) throw rollbackMarker;
          made.push(some);
        }
        this.#failures = 0;
        return made;
      });
    } catch (error) {
      if (error === rollbackMarker || isBulkRefusal(error)) return null;
      throw error;
    }
  }

  /** Groups rows by their given columns. If the engine generates the keys, keeps the file's order. */
  #groups(rows: readonly FileRow[]): (readonly [shape: string, rows: readonly FileRow[]])[] {
    const all = rows.map((row) => shapeOf(row));
    const [first = ''] = all;
    if (all.every((shape) => shape === first)) return [[first, rows]];
    if (this.#giveKeys(rows)) return [...Map.groupBy(rows, shapeOf)];
    const runs: [shape: string, rows: FileRow[]][] = [];
    for (const [i, row] of rows.entries()) {
      const [shape, run] = runs.at(-1) ?? [];
      if (run !== undefined && shape === all[i]) run.push(row);
      else runs.push([all[i] ?? '', [row]]);
    }
    return runs;
  }

  #giveKeys(rows: readonly FileRow[]): boolean {
    const places = baseOf(this.#visibleEntity).key.map((column) => this.#columns.indexOf(column));
    return rows.every(({ texts }) => places.every((place) => texts[place] !== undefined));
  }

  #ofShape(shape: string): NewRows | null {
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const newRows = this.#open(this.#columns.filter((_, i) => shape === '' || shape[i] === '1'));
    this.#shapes.set(shape, newRows);
    return newRows;
  }
}

/** One digit per column: whether it is given. Empty if all are. */
function shapeOf({ texts }: FileRow): string {
  return texts.includes(undefined) ? texts.map((text) => (isGiven(text) ? '1' : '0')).join('') : '';
}

function completeRow(texts: RowTexts): CompleteRow {
  return areGiven(texts) ? texts : texts.filter(isGiven);
}

function areGiven(texts: RowTexts): texts is CompleteRow {
  return !texts.includes(undefined);
}

function isGiven(text: string | undefined): text is CompleteRow[number] {
  return text !== undefined;
}
