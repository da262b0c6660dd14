// Simultaneous change sets that share a transaction. If a set's end was not recorded, its rows must tell, so no other
// set in the same transaction may have changed them.
import { RolledBack } from '../../../dialects/writer.ts';
import type { Applied } from '../apply/apply.ts';
import { type PlannedChange, referredColumns } from '../plan/planned.ts';
import { rowId } from '../rows/rows.ts';

export class RowsOfGroups {
  /** The rows changed in each shared transaction. */
  readonly #rowsOf = new WeakMap<object, Set<string>>();

  /** If another set in the transaction has one of these rows, this one is rolled back and runs separately. */
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

/** With more characters, the engine works on the values longer than it takes to wake another thread. */
const maxCharacters = 65_536;

/** Whether the change concerns a single row that no other row refers to by the changed columns, and is small. */
export function isShort({ op, entity, set }: PlannedChange): boolean {
  if (op === 'delete' || entity.keyKind === 'all' || entity.keyKind === 'none') return false;
  let characters = 0;
  for (const given of set.values()) if (given.kind !== 'reference') characters += given.text.length;
  if (characters > maxCharacters) return false;
  if (op === 'insert') return true;
  const referred = referredColumns(entity);
  return ![...set.keys()].some((column) => referred.has(column));
}
