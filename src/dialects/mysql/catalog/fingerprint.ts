// The fingerprint of a schema: differs after every change of columns and foreign keys, and of what is a view.
import { crc32 } from 'node:zlib';

/** Of very many rows the values are taken by number: a pattern walks an iterator, 20 ms of a start with 5,000 tables. */
export type Row = readonly (string | null)[];

// Every change of columns and keys shows in these.
export const columnMark = `crc32(concat_ws(',', table_name, ordinal_position, column_name, column_type, is_nullable, column_key))`;
export const keyMark = `crc32(concat_ws(',', table_name, constraint_name, column_name, referenced_table_name,
  referenced_column_name))`;

/** Counted and added up: `concat` is NULL where there is nothing to add, and left out. */
function summed(mark: string, source: string): string {
  return `(select concat(count(*), '+', sum(${mark})) from information_schema.${source})`;
}

/** Asks the engine for it. */
export const fingerprintSql = `
  select concat_ws(' ',
    ${summed(columnMark, 'columns where table_schema = database()')},
    ${summed(keyMark, 'key_column_usage where table_schema = database()')},
    ${summed('crc32(table_name)', `tables where table_schema = database() and table_type = 'VIEW'`)})`;

/** The same of what was read, which has the marks as second values: to ask for it takes the engine as long as to read. */
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
