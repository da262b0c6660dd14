// Reads DuckDB's catalog with four statements, however many tables there are.
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../../model/catalog.ts';
import { quoted } from '../sql/quoting.ts';
import { typeOf } from '../sql/types.ts';

/** Runs one statement and returns its rows, each a JSON text. */
export type AskCatalog = (sql: string) => Promise<readonly string[]>;

const own = 'database_name = current_database() and not internal';

/** Only the SQL that would create a table tells which of its columns are generated. */
const generated = ' GENERATED ALWAYS AS(';

const tableSql = `
  select to_json([schema_name, name, kind, comment, estimate, declared])::text from (
    select schema_name, table_name as name, 'table' as kind, comment, estimated_size::text as estimate,
      case when contains(sql, '${generated}') then sql end as declared
    from duckdb_tables() where ${own} and not temporary
    union all
    select schema_name, view_name, 'view', comment, null, null from duckdb_views() where ${own} and not temporary
  ) order by schema_name, name`;

const columnSql = `
  select to_json([schema_name, table_name, column_name, data_type, is_nullable::text, column_default, comment])::text
  from duckdb_columns() where ${own}
  order by schema_name, table_name, column_index`;

const constraintSql = `
  select to_json({'at': [schema_name, table_name], 'type': constraint_type, 'name': constraint_name,
    'columns': constraint_column_names, 'target': referenced_table, 'others': referenced_column_names})::text
  from duckdb_constraints()
  where database_name = current_database() and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
  order by schema_name, table_name, constraint_index`;

const indexSql = `
  select to_json([schema_name, table_name, index_name, is_unique::text, expressions])::text
  from duckdb_indexes() where database_name = current_database()
  order by schema_name, table_name, index_name`;

type TableRow = readonly [
  schema: string,
  name: string,
  kind: 'table' | 'view',
  comment: string | null,
  estimate: string | null,
  declared: string | null,
];
type ColumnRow = readonly [
  schema: string,
  table: string,
  name: string,
  type: string,
  nullable: string,
  byDefault: string | null,
  comment: string | null,
];
type IndexRow = readonly [schema: string, table: string, name: string, unique: string, expressions: string];

interface ConstraintRow {
  readonly at: readonly [schema: string, table: string];
  readonly type: 'PRIMARY KEY' | 'UNIQUE' | 'FOREIGN KEY';
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string | null;
  readonly others: readonly string[];
}

export async function reflect(ask: AskCatalog): Promise<RawCatalog> {
  // Each row is typed by the statement above its type.
  const all = async <Row>(sql: string) => (await ask(sql)).map((row) => JSON.parse(row) as Row);
  const tables = await all<TableRow>(tableSql);
  const columns = byTable(await all<ColumnRow>(columnSql), ([schema, table]) => [schema, table]);
  const constraints = byTable(await all<ConstraintRow>(constraintSql), ({ at }) => at);
  const indexes = byTable(await all<IndexRow>(indexSql), ([schema, table]) => [schema, table]);
  return {
    defaultSchema: 'main',
    tables: tables.map(([schema, table, kind, comment, estimate, declared]): RawTable => {
      const at = placeOf([schema, table]);
      const its = constraints.get(at) ?? [];
      return {
        schema,
        table,
        kind,
        comment,
        columns: (columns.get(at) ?? []).map((column) => columnOf(column, declared ?? '')),
        primaryKey: its.find(({ type }) => type === 'PRIMARY KEY')?.columns ?? [],
        indexes: [
          ...its.flatMap(({ type, name, columns: names }): Index[] =>
            type === 'FOREIGN KEY' ? [] : [{ name, columns: names, unique: true }],
          ),
          ...(indexes.get(at) ?? []).flatMap(indexOf),
        ],
        foreignKeys: its.flatMap(({ type, name, columns: names, target, others }): RawForeignKey[] =>
          type === 'FOREIGN KEY' && target !== null
            ? [
                {
                  name,
                  columns: names,
                  target: { schema, table: target },
                  targetColumns: others,
                  onDelete: 'refuse',
                  onUpdate: 'refuse',
                },
              ]
            : [],
        ),
        rowEstimate: estimate === null ? null : Number(estimate),
      };
    }),
  };
}

function byTable<Row>(
  rows: readonly Row[],
  at: (row: Row) => readonly [string, string],
): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, (row) => placeOf(at(row)));
}

function placeOf(at: readonly [schema: string, table: string]): string {
  return JSON.stringify(at);
}

function columnOf([, , name, nativeType, nullable, byDefault, comment]: ColumnRow, declared: string): Column {
  const isGenerated = [name, quoted(name)].some((one) =>
    declared.includes(`${one} ${nativeType}${generated}`),
  );
  return {
    name,
    nativeType,
    ...typeOf(nativeType),
    nullable: nullable === 'true',
    default: isGenerated ? null : byDefault,
    generated: isGenerated,
    comment,
  };
}

/** The engine lists an index's expressions as `[a, '"b c"']`; an index with a real expression is left out. */
function indexOf([, , name, unique, expressions]: IndexRow): Index[] {
  const items = expressions.slice(1, -1).match(/'(?:[^']|'')*'|[^,\s][^,]*/g) ?? [];
  const columns = items.map((item) => {
    const text = item.startsWith("'") ? item.slice(1, -1).replaceAll("''", "'") : item;
    if (/^"(?:[^"]|"")*"$/.test(text)) return text.slice(1, -1).replaceAll('""', '"');
    return /^[A-Za-z_]\w*$/.test(text) ? text : null;
  });
  return columns.every((column) => column !== null) ? [{ name, columns, unique: unique === 'true' }] : [];
}
