// Small catalogs for the unit tests of the model.
import type { Column, RawTable } from '../../src/model/catalog.ts';

export function column(name: string, over: Partial<Column> = {}): Column {
  return {
    name,
    nativeType: 'INTEGER',
    mode: 'integer',
    storage: 'integer',
    nullable: false,
    default: null,
    generated: false,
    comment: null,
    ...over,
  };
}

export function table(
  name: string,
  columns: readonly (string | Column)[],
  over: Partial<RawTable> = {},
): RawTable {
  return {
    schema: null,
    table: name,
    kind: 'table',
    columns: columns.map((given) => (typeof given === 'string' ? column(given) : given)),
    primaryKey: [],
    indexes: [],
    foreignKeys: [],
    comment: null,
    rowEstimate: null,
    ...over,
  };
}

export function reference(
  columns: string[],
  target: string,
  targetColumns: string[] = [],
  schema: string | null = null,
) {
  return {
    name: null,
    columns,
    target: { schema, table: target },
    targetColumns,
    onDelete: 'refuse' as const,
    onUpdate: 'refuse' as const,
  };
}
