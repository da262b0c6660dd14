// Works of the same moment that share a transaction. Where the end of a set is not written down, it is found out by its rows,
// which nobody else may have changed in the same transaction.
import { RolledBack } from '../../../dialects/writer.ts';
import type { Applied } from '../apply/apply.ts';
import { type PlannedChange, referredColumns } from '../plan/planned.ts';
import { rowId } from '../rows/rows.ts';

export class RowsOfGroups {
  /** The rows that the works of one transaction have changed. */
  readonly #rowsOf = new WeakMap<object, Set<string>>();

  /** Where another work of the group has one of them, this one is rolled back and does not share its transaction. */
  add(group: object, applied: readonly Applied[]): void {
    const taken = this.#rowsOf.get(group) ?? new Set<string>();
    this.#rowsOf.set(group, taken);
    const own = new Set(
      applied.flatMap(({ entity, before, after }) =>
        [before, after].flatMap((image) => (image === null ? [] : rowId(entity, image))),
      ),
    );
    if (!own.isDisjointFrom(taken))
      throw new RolledBack('another change of the same moment has the same row');
    for (const row of own) taken.add(row);
  }
}

/** A row of its own, which no other row refers to by what changes. */
export function isShort({ op, entity, set }: PlannedChange): boolean {
  if (op === 'delete' || entity.keyKind === 'all' || entity.keyKind === 'none') return false;
  if (op === 'insert') return true;
  const referred = referredColumns(entity);
  return ![...set.keys()].some((column) => referred.has(column));
}
