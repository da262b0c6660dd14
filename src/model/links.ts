// The links of an entity's records, as data. The compiler turns them into SQL, `links.ts` of http into URLs.
import type { Column, Database, Entity, ForeignKey } from './database.ts';

export interface Link {
  /** The property name in `__links__`. */
  readonly name: string;
  readonly target: string;
  /** The record's own columns whose values address the target, in the order of the target's key. */
  readonly values: readonly Column[];
  /** The target's columns, if they are not its key; null for the plain address. */
  readonly by: readonly string[] | null;
  /** The foreign key that it follows. */
  readonly key: ForeignKey;
}

/** One link per foreign-key column, in column order; equal names are made unique by the own column's name. */
export function linksOf(database: Database, entity: Entity): Link[] {
  const links = new Map<string, Link>();
  // SQLite allows foreign keys to views, whose rows have no addresses.
  const keys = entity.foreignKeys.filter(({ target }) => database.entities.get(target)?.kind !== 'view');
  for (const column of entity.columns) {
    for (const key of keys) {
      key.columns.forEach((own, i) => {
        if (own !== column) return;
        const plain = `ForeignKey('${key.target}.${key.targetColumns[i]?.name}')`;
        const name = links.has(plain) ? `${plain} ${own.name}` : plain;
        if (!links.has(name)) links.set(name, { name, target: key.target, key, ...address(database, key) });
      });
    }
  }
  return [...links.values()];
}

function address(database: Database, key: ForeignKey): Pick<Link, 'values' | 'by'> {
  const targetKey = database.entities.get(key.target)?.key ?? [];
  const inKeyOrder = targetKey.flatMap((column) => {
    const own = key.columns[key.targetColumns.findIndex((target) => target.name === column.name)];
    return own ?? [];
  });
  return inKeyOrder.length === targetKey.length && inKeyOrder.length === key.columns.length
    ? { values: inKeyOrder, by: null }
    : { values: key.columns, by: key.targetColumns.map((column) => column.name) };
}
