// Rows that an undo brings back and that refer to each other in a circle: none of them can be the first, unless what it refers to
// is left open until the others are there.
import type { Column, ForeignKey } from '../../../model/database.ts';
import type { Given, PlannedChange } from '../plan/planned.ts';
import { keyText } from '../rows/image.ts';

/** Of each foreign key that leads from rows that are made to such rows: where these stand, by what it names them by. */
export type MadeRows = ReadonlyMap<ForeignKey, ReadonlyMap<string, number>>;

/** The same changes; those that make a row before one that it refers to leave the reference open. */
export function withOpenReferences(changes: readonly PlannedChange[], made: MadeRows): PlannedChange[] {
  return changes.map((change, place) => {
    if (change.op !== 'insert') return change;
    const later = makersOf(change, made).filter((maker) => maker.place > place);
    const open = later.flatMap(({ key }) => openable(change, key));
    return open.length === 0 ? change : { ...change, open: new Set(open) };
  });
}

export function madeRows(changes: readonly PlannedChange[]): MadeRows {
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

/** Where the changes stand that make the rows which this one refers to, and by which keys. */
export function makersOf(
  { entity, set }: PlannedChange,
  made: MadeRows,
): readonly { readonly key: ForeignKey; readonly place: number }[] {
  return entity.foreignKeys.flatMap((key) => {
    const targets = made.get(key);
    const name = targets === undefined ? null : nameIn(set, key.columns);
    const place = name === null ? undefined : targets?.get(name);
    return place === undefined ? [] : [{ key, place }];
  });
}

/** Null where it names nothing. */
function nameIn(set: ReadonlyMap<Column, Given>, columns: readonly Column[]): string | null {
  const texts = columns.map((column) => {
    const given = set.get(column);
    return given === undefined || given.kind === 'reference' ? 'null' : given.text;
  });
  return texts.includes('null') ? null : keyText(texts);
}

/** One null is enough for a key that refers to nothing. */
export function openable({ entity }: PlannedChange, { columns }: ForeignKey): readonly Column[] {
  return columns.filter((column) => column.nullable && !entity.key.includes(column));
}
