// The keys of the rows that a set inserts. A reference to such a row, or of a row to itself, cannot be looked up before
// the row exists.
import type { Column, ForeignKey } from '../../../model/database.ts';
import type { Given, PlannedChange } from '../plan/planned.ts';
import { type Image, keyText } from '../rows/image.ts';

type ByName = Pick<Column, 'name'>;
type TextOf = (column: ByName) => string | undefined;

/** More than a set has changes. What is forgotten is looked up. */
const maxKeys = 20_000;

export class MadeKeys {
  readonly #keys = new Set<string>();

  add({ op, entity, set }: PlannedChange): void {
    if (op !== 'insert') return;
    for (const { kind, ownColumns } of entity.relations) {
      const key = kind === 'one2many' ? keyIn(entity.name, ownColumns, ownColumns, textsIn(set)) : null;
      if (key === null) continue;
      if (this.#keys.size >= maxKeys) this.#keys.clear();
      this.#keys.add(key);
    }
  }

  /** `row`: the current row, for the parts of a reference that do not change; null for a new one. */
  hasTarget(
    { target, targetColumns, columns }: ForeignKey,
    set: PlannedChange['set'],
    row: Image | null,
  ): boolean {
    if (this.#keys.size === 0) return false;
    const textOf = textsIn(set);
    const key = keyIn(
      target,
      targetColumns,
      columns,
      (column) => textOf(column) ?? row?.get(column.name)?.shown,
    );
    return key !== null && this.#keys.has(key);
  }
}

/** Null if a part is null or not known. */
function keyIn(
  entity: string,
  named: readonly ByName[],
  columns: readonly ByName[],
  textOf: TextOf,
): string | null {
  const texts = columns.map((column) => textOf(column) ?? 'null');
  if (texts.includes('null')) return null;
  return JSON.stringify([entity, ...named.map(({ name }) => name), keyText(texts)]);
}

/** A restricted entity has different column objects with the same names. */
function textsIn(set: ReadonlyMap<ByName, Given>): TextOf {
  const texts = new Map(
    [...set].flatMap(([{ name }, given]) =>
      given.kind === 'reference' ? [] : [[name, given.text] as const],
    ),
  );
  return ({ name }) => texts.get(name);
}
