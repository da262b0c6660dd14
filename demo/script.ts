/** The whole demo as one SQL script for an engine: tables, rows, indexes and views. */
import { demoData, type TableData, type Value } from './data.ts';
import { afterLoad, ddl, type Engine, quoteFor } from './ddl.ts';
import { type ColumnType, tables } from './schema.ts';

const ROWS_PER_STATEMENT = 500;

export function demoScript(engine: Engine): string {
  const inserts = demoData().flatMap((table) => insertStatements(table, engine));
  return [...ddl(engine), 'BEGIN', ...inserts, 'COMMIT', ...afterLoad(engine), ''].join(';\n');
}

function insertStatements({ name, columns, rows }: TableData, engine: Engine): string[] {
  const quote = quoteFor(engine);
  const types = tables.find((table) => table.name === name)?.columns.map(({ type }) => type) ?? [];
  const target = `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES`;
  const tuples = rows.map((row) => `(${row.map((value, i) => literal(value, types[i], engine)).join(', ')})`);
  return Array.from({ length: Math.ceil(tuples.length / ROWS_PER_STATEMENT) }, (_, part) => {
    const start = part * ROWS_PER_STATEMENT;
    return `${target}\n${tuples.slice(start, start + ROWS_PER_STATEMENT).join(',\n')}`;
  });
}

function literal(value: Value, type: ColumnType | undefined, engine: Engine): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) {
    const digits = Buffer.from(value).toString('hex');
    return engine === 'postgres' ? `'\\x${digits}'` : `X'${digits}'`;
  }
  if (typeof value === 'string' && type !== 'decimal') {
    const text = value.replaceAll("'", "''");
    // Only MySQL treats a backslash in a text as an escape.
    return `'${engine === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`;
  }
  return String(value);
}
