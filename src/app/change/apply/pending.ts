// The changes of a set that wait to be written together: one form, and no row twice.
import { formOf } from '../../../query/compile/row-template.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { Resolved } from './resolved.ts';

export class PendingChanges {
  #changes: Resolved[] = [];
  #form = '';
  #rows = new Set<string>();

  get last(): PlannedChange | undefined {
    return this.#changes.at(-1)?.change;
  }

  /** Whether one of them makes a row with one of these names. */
  makesOneOf(names: readonly string[]): boolean {
    return names.length > 0 && this.#changes.some(({ change }) => names.includes(change.ref ?? ''));
  }

  /** `row`: its key in its table; null for a new row. */
  hasRow(row: string | null): boolean {
    return row !== null && this.#rows.has(row);
  }

  /** Whether it can be written with the others. */
  fits(one: Resolved): boolean {
    return this.#changes.length === 0 || formOfChange(one) === this.#form;
  }

  add(one: Resolved, row: string | null): void {
    if (this.#changes.length === 0) this.#form = formOfChange(one);
    this.#changes.push(one);
    if (row !== null) this.#rows.add(row);
  }

  take(): readonly Resolved[] {
    const changes = this.#changes;
    this.#changes = [];
    this.#rows = new Set();
    return changes;
  }
}

function formOfChange({ change, assignments, terms }: Resolved): string {
  return `${change.op}\0${change.entity.name}\0${formOf([...assignments, ...terms])}`;
}
