// Distinguishes states of an entity, independently of when and where the schema is read.
import type { Entity } from './database.ts';

/** Includes names, types and the key, but not comments or row counts, which change on their own. */
export function fingerprint({ id, kind, columns, keyKind, keyNames }: Entity): string {
  const types = columns.map(({ name, nativeType, storage, nullable }) => [
    name,
    nativeType,
    storage,
    nullable,
  ]);
  return JSON.stringify([id.schema, id.table, kind, keyKind, keyNames, types]);
}
