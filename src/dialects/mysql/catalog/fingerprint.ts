// The fingerprint of a schema: changes with columns and foreign keys, and with the set of views.
import { crc32 } from 'node:zlib';

/** With very many rows, access values by index: destructuring uses an iterator, 20 ms of a start with 5,000 tables. */
export type Row = readonly (string | null)[];

// These change with every change of columns and keys.
export const columnMark = `crc32(concat_ws(',', table_name, ordinal_position, column_name, column_type, is_nullable, column_key))`;
export const keyMark = `crc32(concat_ws(',', table_name, constraint_name, column_name, referenced_table_name,
  referenced_column_name))`;

/** The count and sum; `concat` is NULL if there is nothing to add, and is then left out. */
function summed(mark: string, source: string): string {
  return `(select concat(count(*), '+', sum(${mark})) from information_schema.${source})`;
}

/** Queries the fingerprint. */
export const fingerprintSql = `
  select concat_ws(' ',
    ${summed(columnMark, 'columns where table_schema = database()')},
    ${summed(keyMark, 'key_column_usage where table_schema = database()')},
    ${summed('crc32(table_name)', `tables where table_schema = database() and table_type = 'VIEW'`)})`;

/** Computes it from rows already read, whose second values are the marks: querying it takes as long as reading them. */
export function fingerprintOf(
  columns: readonly Row[],
  keys: readonly Row[],
  views: readonly string[],
): string {
  const marks = [
    columns.map((row) => Number(row[1])),
    keys.map((row) => Number(row[1])),
    views.map((name) => crc32(name)),
  ];
  return marks
    .filter((each) => each.length > 0)
    .map((each) => `${each.length}+${each.reduce((sum, mark) => sum + mark, 0)}`)
    .join(' ');
}
