// Locks tables before the state that an answer shows is fixed. The engine fixes it before it waits for a table that is
// being truncated or rewritten, and would then show that table as empty, or without its new values.
import pg from 'pg';

/** The SQL names of the tables that may be locked, by entity; not of views and foreign tables. */
export type Lockable = ReadonlyMap<string, string>;

export function lockableName(schema: string, table: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

/** Waits as reading them does, and only if that would wait, too. */
export function lockSql(lockable: Lockable, entities: Iterable<string>): readonly string[] {
  const names = new Set<string>();
  for (const entity of entities) {
    const name = lockable.get(entity);
    if (name !== undefined) names.add(name);
  }
  return names.size === 0 ? [] : [`lock table ${[...names].join(', ')} in access share mode`];
}
