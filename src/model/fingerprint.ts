// What tells two states of an entity apart, the same whenever and wherever the schema is read.
import type { Entity } from './database.ts';

/** Names and types, and what addresses a row; neither comments nor numbers of rows, which change by themselves. */
export function fingerprint({ id, kind, columns, keyKind, keyNames }: Entity): string {
  const types = columns.map(({ name, nativeType, storage, nullable }) => [
    name,
    nativeType,
    storage,
    nullable,
  ]);
  return JSON.stringify([id.schema, id.table, kind, keyKind, keyNames, types]);
}
