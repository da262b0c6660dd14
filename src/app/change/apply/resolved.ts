// Changes with resolved values: the row concerned, and the parameters for the engine.
import type { Conflict } from '../../../contract/change.ts';
import type { Column, Entity } from '../../../model/database.ts';
import type { Assignment, KeyTerm } from '../../../query/compile/row-template.ts';
import { refusedValue } from '../plan/plan.ts';
import { type GivenValue, type PlannedChange, pointerToValue } from '../plan/planned.ts';
import type { CurrentRows } from '../rows/current-rows.ts';
import type { GivenValues } from '../rows/given-values.ts';
import { type Image, keyText, shownIn } from '../rows/image.ts';
import { type KeyTexts, keyTexts, type Rows } from '../rows/rows.ts';
import { isUnchangedSoon } from '../rows/same-thread.ts';
import { missingRowConflict } from './conflicts.ts';

/** A change with resolved values. */
export interface Resolved {
  readonly change: PlannedChange;
  /** Its index in the set. */
  readonly number: number;
  readonly assignments: readonly Assignment[];
  /** References left open, to be written when all rows exist. */
  readonly later: readonly Assignment[];
  /** The given values, with references resolved. */
  readonly given: ReadonlyMap<Column, GivenValue>;
  readonly row: Image | null;
  readonly terms: readonly KeyTerm[];
}

export class ResolvedChanges {
  readonly #values: GivenValues;
  readonly #rows: Rows;
  readonly #currentRows: CurrentRows;

  constructor(values: GivenValues, rows: Rows, currentRows: CurrentRows) {
    this.#values = values;
    this.#rows = rows;
    this.#currentRows = currentRows;
  }

  /** A unique key of the change's row within its table. */
  keyOf(change: PlannedChange): string {
    return this.#currentRows.nameOf(change.entity, keyText(this.#keyTexts(change)));
  }

  /** `settle` is called before looking for a row that did not exist at the start. */
  async resolve(change: PlannedChange, number: number, settle: () => Promise<void>): Promise<Resolved> {
    const { entity } = change;
    const given = this.#values.of(change);
    const row =
      change.key === null
        ? null
        : await this.#currentRows.rowOf(change, number, this.#keyTexts(change), settle);
    const assignments: Assignment[] = [];
    const later: Assignment[] = [];
    for (const [column, value] of given) {
      const { text } = value;
      if (column.generated && value.kind !== 'exact') {
        throw refusedValue(
          `${column.name} is worked out by the database itself: leave it out.`,
          pointerToValue(change, column.name),
        );
      }
      // Do not rewrite unchanged values: a JSON document's whitespace would not survive the round trip.
      const now = row === null ? null : shownIn(row, column);
      const mayStay = now !== null && value.kind !== 'exact';
      if (mayStay && (await isUnchangedSoon(now, text, column, change.keepsSpelling))) continue;
      const bound = this.#values.bound(change, column, value);
      const assignment = { column, bound, isRestored: value.kind === 'exact' };
      const isOpen = change.openColumns?.has(column) === true;
      assignments.push(isOpen ? { ...assignment, bound: null } : assignment);
      if (isOpen) later.push(assignment);
    }
    const terms = row === null ? [] : this.#termsOf(entity, row);
    return { change, number, assignments, later, given, row, terms };
  }

  /** The conflict of a change whose row was deleted as a consequence of the same set. */
  deletedConflict({ change, number }: Resolved): Conflict {
    return missingRowConflict(number, change, this.#keyTexts(change));
  }

  #keyTexts({ key }: PlannedChange): KeyTexts {
    return (key ?? []).map((part) => this.#values.textOf(part));
  }

  #termsOf(entity: Entity, row: Image): readonly KeyTerm[] {
    const terms = this.#rows.terms(entity, keyTexts(entity, row));
    if (terms === null) throw new Error(`the key of a row of ${entity.name} is no key`);
    return terms;
  }
}
