// Reads the catalog of MySQL and MariaDB: one statement for each kind of fact, for all tables at once.
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../model/catalog.ts';
import type { Server } from './server.ts';
import { typeOf } from './types.ts';

type Row = readonly (string | null)[];

/** Where the catalog is read: a session. */
export interface CatalogSource {
  readonly server: Server;
  all(sql: string): Promise<Row[]>;
}

const tablesSql = `
  select table_name, table_type, table_rows, table_comment
  from information_schema.tables
  where table_schema = database() and table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')`;

const columnsSql = `
  select table_name, column_name, data_type, column_type, collation_name, is_nullable, column_default, extra,
    generation_expression, column_comment
  from information_schema.columns where table_schema = database() order by table_name, ordinal_position`;

const indexesSql = `
  select table_name, index_name, non_unique, column_name, sub_part
  from information_schema.statistics where table_schema = database()
  order by table_name, index_name, seq_in_index`;

// A key into another database leads out of what is served.
const foreignKeysSql = `
  select table_name, constraint_name, column_name, referenced_table_name, referenced_column_name
  from information_schema.key_column_usage
  where table_schema = database() and referenced_table_schema = database()
  order by table_name, constraint_name, ordinal_position`;

/** Differs after every change of columns and foreign keys. */
export const fingerprintSql = `
  select concat_ws(' ',
    (select concat(count(*), '+', sum(crc32(concat_ws(',', table_name, ordinal_position, column_name, column_type,
        is_nullable, column_key))))
      from information_schema.columns where table_schema = database()),
    (select concat(count(*), '+', sum(crc32(concat_ws(',', table_name, constraint_name, column_name,
        referenced_table_name, referenced_column_name))))
      from information_schema.key_column_usage where table_schema = database()))`;

export async function reflect(source: CatalogSource): Promise<RawCatalog> {
  const tables = await source.all(tablesSql);
  const columns = byTable(await source.all(columnsSql));
  const indexes = byTable(await source.all(indexesSql));
  const foreignKeys = byTable(await source.all(foreignKeysSql));
  const jsonColumns = checkedJson(await source.all(source.server.checks));
  const find = nameFinder(columns);

  return {
    defaultSchema: null,
    tables: tables
      .toSorted(([a], [b]) => compareText(text(a), text(b)))
      .flatMap(([name, kind, estimate, comment]): RawTable[] => {
        const table = text(name);
        const rows = columns.get(table);
        if (!rows) return []; // A view whose own tables are gone cannot be read.
        const keys = readIndexes(indexes.get(table) ?? []);
        return [
          {
            schema: null,
            table,
            kind: kind === 'VIEW' ? 'view' : 'table',
            columns: rows.map((row) => readColumn(row, source.server, jsonColumns)),
            primaryKey: keys.find((index) => index.name === 'PRIMARY')?.columns ?? [],
            indexes: keys.filter((index) => index.name !== 'PRIMARY'),
            foreignKeys: readForeignKeys(foreignKeys.get(table) ?? [], find),
            comment: kind === 'VIEW' ? null : comment || null,
            rowEstimate: kind === 'VIEW' || estimate === null ? null : Number(estimate),
          },
        ];
      }),
  };
}

function text(value: string | null | undefined): string {
  return value ?? '';
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byTable(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ([table]) => text(table));
}

function columnId(table: string, column: string): string {
  return JSON.stringify([table, column]);
}

/** MariaDB's JSON is a text with a check; both engines also let people write that check themselves. */
function checkedJson(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(([table, clause]) => {
      const column = /^\(*json_valid\(`((?:[^`]|``)+)`\)\)*$/i.exec(text(clause))?.[1];
      return column === undefined ? [] : columnId(text(table), column.replaceAll('``', '`'));
    }),
  );
}

function readColumn(row: Row, server: Server, jsonColumns: ReadonlySet<string>): Column {
  const [table, name, type, full, collation, nullable, byDefault, extra, generation, comment] = row;
  const native = {
    name: text(type).toLowerCase(),
    full: text(full),
    collation: collation ?? null,
    checkedJson: jsonColumns.has(columnId(text(table), text(name))),
  };
  return {
    name: text(name),
    nativeType: native.full,
    ...typeOf(native),
    nullable: nullable === 'YES',
    default: server.defaultExpression(byDefault ?? null, { type: native.name, extra: text(extra) }),
    generated: Boolean(generation),
    comment: comment || null,
  };
}

/** A part without a column is an expression, and a part of a column says nothing about the whole of it. */
function readIndexes(rows: readonly Row[]): Index[] {
  return [...Map.groupBy(rows, ([, index]) => text(index))].flatMap(([name, parts]) => {
    const columns = parts.flatMap(([, , , column]) => column ?? []);
    const unique = parts[0]?.[2] === '0';
    const whole = parts.every(([, , , , prefix]) => prefix === null);
    return columns.length === parts.length && (whole || !unique) ? [{ name, columns, unique }] : [];
  });
}

type Find = (table: string, column: string | null) => string | undefined;

/** Servers on systems that do not tell cases apart write the names in a key in a case of their own. */
function nameFinder(columns: ReadonlyMap<string, readonly Row[]>): Find {
  const tables = new Map([...columns.keys()].map((name) => [name.toLowerCase(), name]));
  return (table, column) => {
    const owner = columns.has(table) ? table : tables.get(table.toLowerCase());
    if (column === null || owner === undefined) return owner;
    const names = columns.get(owner)?.map(([, name]) => text(name)) ?? [];
    return names.find((name) => name === column) ?? names.find((name) => equalInAnyCase(name, column));
  };
}

function equalInAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function readForeignKeys(rows: readonly Row[], find: Find): RawForeignKey[] {
  return [...Map.groupBy(rows, ([, constraint]) => text(constraint))].map(([name, parts]) => {
    const [owner, , , target] = parts[0] ?? [];
    return {
      name,
      columns: parts.map(([, , column]) => find(text(owner), text(column)) ?? text(column)),
      target: { schema: null, table: find(text(target), null) ?? text(target) },
      targetColumns: parts.map(([, , , , column]) => find(text(target), text(column)) ?? text(column)),
    };
  });
}
