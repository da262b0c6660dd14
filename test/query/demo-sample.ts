/**
 * A sample of the demo that is small enough for evaluation in memory: some rows of each table, and all rows that they
 * reference.
 */
import { demoData, type TableData } from '../../demo/data.ts';
import { type Column, type Table, tables } from '../../demo/schema.ts';
import type { DataColumn, DataSet, DataTable, Row, Value } from './dataset.ts';
import { decimal } from './decimal.ts';

const mostRows = 60;
const neighbours = 6;

export function demoSample(): DataSet {
  const data = new Map(demoData().map((table) => [table.name, table]));
  const wanted = new Map<string, Set<string>>();
  // Children first, so that all referenced parents are known when their table is sampled.
  const sampled = tables.toReversed().map((table) => sample(table, data.get(table.name), wanted));
  return { name: 'demo', tables: sampled.toReversed() };
}

function sample(table: Table, data: TableData | undefined, wanted: Map<string, Set<string>>): DataTable {
  const rows = data?.rows ?? [];
  const key = table.primaryKey.map((name) => data?.columns.indexOf(name) ?? -1);
  const keyText = (row: TableData['rows'][number]) => key.map((index) => String(row[index])).join();
  const needed = wanted.get(table.name) ?? new Set();
  wanted.set(table.name, needed);
  const stride = Math.max(1, Math.floor(rows.length / mostRows));
  // Some neighbouring rows, so that a parent has several children, and some unreferenced rows. A self-reference
  // requires rows of the same table, so small tables are taken completely.
  const every = needed.size > 0 ? 6 * stride : stride;
  const chosen = rows.filter(
    (row, i) => stride === 1 || needed.has(keyText(row)) || Math.floor(i / neighbours) % every === 0,
  );
  for (const row of chosen) {
    table.columns.forEach((column, i) => {
      if (column.references === undefined || row[i] === null || row[i] === undefined) return;
      const keys = wanted.get(column.references) ?? new Set();
      wanted.set(column.references, keys.add(String(row[i])));
    });
  }
  return {
    name: table.name,
    columns: table.columns.map(columnOf),
    primaryKey: table.primaryKey,
    foreignKeys: table.columns.flatMap((column) =>
      column.references === undefined
        ? []
        : [{ columns: [column.name], target: column.references, targetColumns: [keyOf(column.references)] }],
    ),
    rows: chosen.map((row): Row => row.map((value, i) => valueFor(table.columns[i], value))),
  };
}

function keyOf(table: string): string {
  return tables.find(({ name }) => name === table)?.primaryKey[0] ?? '';
}

function columnOf(column: Column): DataColumn {
  const [size, scale] = column.size ?? [];
  const { name } = column;
  const required = column.nullable !== true;
  switch (column.type) {
    case 'string':
      return { name, kind: 'text', required, length: size ?? 1 };
    case 'decimal':
      return { name, kind: 'decimal', required, precision: size ?? 10, scale: scale ?? 0, portable: false };
    case 'datetime':
      return { name, kind: 'datetime', required, separator: ' ', portable: false };
    default:
      return { name, kind: column.type, required };
  }
}

function valueFor(column: Column | undefined, value: string | number | boolean | Uint8Array | null): Value {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' || column?.type === 'decimal') return decimal(String(value));
  return column?.type === 'datetime' ? value.replace(' ', 'T') : value;
}
