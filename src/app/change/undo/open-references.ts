// Circular references among restored rows: none can be inserted first unless its reference stays null until the others
// exist.
import type { Column, ForeignKey } from '../../../model/database.ts';
import type { Given, PlannedChange } from '../plan/planned.ts';
import { keyText } from '../rows/image.ts';

/** For each foreign key between inserted rows: the position of the target row, by its key. */
export type InsertedPositions = ReadonlyMap<ForeignKey, ReadonlyMap<string, number>>;

/** The same changes; a row inserted before one that it refers to leaves the reference open. */
export function withOpenReferences(
  changes: readonly PlannedChange[],
  made: InsertedPositions,
): PlannedChange[] {
  return changes.map((change, place) => {
    if (change.op !== 'insert') return change;
    const later = insertersOf(change, made).filter((maker) => maker.place > place);
    const open = later.flatMap(({ key }) => nullableColumns(change, key));
    return open.length === 0 ? change : { ...change, openColumns: new Set(open) };
  });
}

export function insertedPositions(changes: readonly PlannedChange[]): InsertedPositions {
  const made = changes.flatMap((change, place) => (change.op === 'insert' ? [{ change, place }] : []));
  if (made.length < 2) return new Map();
  const byEntity = Map.groupBy(made, ({ change }) => change.entity.name);
  const entities = new Set(made.map(({ change }) => change.entity));
  const keys = [...entities].flatMap(({ foreignKeys }) => foreignKeys);
  return new Map(
    keys.flatMap((key) => {
      const targets = byEntity.get(key.target) ?? [];
      const named = targets.flatMap(({ change, place }): [string, number][] => {
        const name = nameIn(change.set, key.targetColumns);
        return name === null ? [] : [[name, place]];
      });
      return named.length === 0 ? [] : [[key, new Map(named)] as const];
    }),
  );
}

/** The positions of the changes that insert the referenced rows, and the foreign keys. */
export function insertersOf(
  { entity, set }: PlannedChange,
  made: InsertedPositions,
): readonly { readonly key: ForeignKey; readonly place: number }[] {
  return entity.foreignKeys.flatMap((key) => {
    const targets = made.get(key);
    const name = targets === undefined ? null : nameIn(set, key.columns);
    const place = name === null ? undefined : targets?.get(name);
    return place === undefined ? [] : [{ key, place }];
  });
}

/** Null if a part is null: then it refers to nothing. */
function nameIn(set: ReadonlyMap<Column, Given>, columns: readonly Column[]): string | null {
  const texts = columns.map((column) => {
    const given = set.get(column);
    return given === undefined || given.kind === 'reference' ? 'null' : given.text;
  });
  return texts.includes('null') ? null : keyText(texts);
}

/** A single null makes a foreign key refer to nothing. */
export function nullableColumns({ entity }: PlannedChange, { columns }: ForeignKey): readonly Column[] {
  return columns.filter((column) => column.nullable && !entity.key.includes(column));
}
