// Recognises the store's tables in a server's catalog.
import type { TableId } from '../model/catalog.ts';
import { ownPrefix, ownSchema } from '../model/own-schema.ts';
import { type TableName, tableNames } from './tables.ts';

/** The store's name of a table; null if the store has no such table. */
export function storeTableOf({ schema, table }: TableId): TableName | null {
  const name = schema === ownSchema ? table : withoutPrefix(table);
  return name !== null && isTableName(name) ? name : null;
}

function withoutPrefix(table: string): string | null {
  return table.startsWith(ownPrefix) ? table.slice(ownPrefix.length) : null;
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(tableNames, name);
}
