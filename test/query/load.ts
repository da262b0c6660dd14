/** Loads a data set into a new database: the same rows on every engine, text in binary collations. */
import type { Engine, TestDatabase } from '../support/servers.ts';
import { createDatabase } from '../support/servers.ts';
import type { DataColumn, DataSet, DataTable, Kind, Value } from './dataset.ts';
import { shown, storedOn } from './dataset.ts';
import { isDecimal } from './decimal.ts';

/** `isLoose`: allows dangling references. */
export async function loadData(engine: Engine, data: DataSet, isLoose = false): Promise<TestDatabase> {
  const database = await createDatabase(engine);
  const script = `${isLoose ? withoutReferences[engine] : ''}${scriptFor(engine, data)}`;
  await database.run(script.replaceAll(binaryText, await binaryTextOf(database)));
  return database;
}

const withoutReferences: Readonly<Record<Engine, string>> = {
  sqlite: 'PRAGMA foreign_keys = OFF;\n',
  postgres: 'SET session_replication_role = replica;\n',
  mysql: 'SET foreign_key_checks = 0;\n',
  // DuckDB always checks references.
  duckdb: '',
};

// A padding collation would consider "a" and "a " equal, as no other engine does.
const binaryText = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin';

/** MySQL has another name for this MariaDB collation. */
async function binaryTextOf(database: TestDatabase): Promise<string> {
  if (database.engine !== 'mysql') return binaryText;
  const [version] = await database.rows('SELECT version()');
  const isMariaDb = String(version).includes('MariaDB');
  return isMariaDb ? binaryText : binaryText.replace('utf8mb4_nopad_bin', 'utf8mb4_0900_bin');
}

function scriptFor(engine: Engine, data: DataSet): string {
  const tables = [...storedOn(engine, data).tables.values()];
  const schemas = new Set(tables.flatMap((table) => table.schema ?? []));
  return [
    ...before[engine],
    ...[...schemas].map((schema) => `CREATE SCHEMA ${quote(engine, schema)}`),
    ...tables.map((table) => definition(engine, table)),
    ...tables.flatMap((table) => insertion(engine, table)),
    '',
  ].join(';\n');
}

export function quote(engine: Engine, name: string): string {
  return engine === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function tableName(engine: Engine, table: Pick<DataTable, 'name' | 'schema'>): string {
  if (table.schema === undefined) return quote(engine, table.name);
  return `${quote(engine, table.schema)}.${quote(engine, table.name.slice(table.schema.length + 1))}`;
}

/** A function that tries every way to write, and fails silently. */
const scribbles = `CREATE FUNCTION scribbles() RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    BEGIN UPDATE visit SET stars = 0; EXCEPTION WHEN OTHERS THEN NULL; END;
    BEGIN PERFORM lo_create(0); EXCEPTION WHEN OTHERS THEN NULL; END;
    PERFORM set_config('default_transaction_read_only', 'off', false);
    BEGIN PERFORM set_config('transaction_read_only', 'off', false); EXCEPTION WHEN OTHERS THEN NULL; END;
    BEGIN DELETE FROM visit; EXCEPTION WHEN OTHERS THEN NULL; END;
    RETURN true;
  END $$`;

/**
 * On other engines a view cannot call a function that writes: SQLite has none, and MariaDB hides such a view from
 * read-only users.
 */
const before: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [],
  postgres: [scribbles],
  mysql: ["SET time_zone = '+00:00'"],
  duckdb: [],
};
const alsoCalls: Readonly<Record<Engine, string>> = {
  sqlite: '',
  postgres: ' AND scribbles()',
  mysql: '',
  duckdb: '',
};

function definition(engine: Engine, table: DataTable): string {
  if (table.view !== undefined)
    return `CREATE VIEW ${tableName(engine, table)} AS ${table.view}${alsoCalls[engine]}`;
  const names = (columns: readonly string[]) => columns.map((name) => quote(engine, name)).join(', ');
  const parts = [
    ...table.columns.map(
      (column) =>
        `${quote(engine, column.name)} ${column.isInstant ? instants[engine] : types[engine](column)}${column.required ? ' NOT NULL' : ''}`,
    ),
    ...(table.primaryKey.length > 0 ? [`PRIMARY KEY (${names(table.primaryKey)})`] : []),
    ...table.foreignKeys.map(
      ({ columns, target, targetColumns }) =>
        `FOREIGN KEY (${names(columns)}) REFERENCES ${quote(engine, target)} (${names(targetColumns)})`,
    ),
  ];
  return `CREATE TABLE ${tableName(engine, table)} (\n  ${parts.join(',\n  ')}\n)`;
}

type Names = Readonly<Record<Exclude<Kind, 'text' | 'decimal'>, string>>;

const sqliteNames: Names = {
  integer: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'DATETIME',
  time: 'TIME',
  uuid: 'UUID',
  binary: 'BLOB',
};

const postgresNames: Names = {
  ...sqliteNames,
  double: 'DOUBLE PRECISION',
  datetime: 'TIMESTAMP',
  binary: 'BYTEA',
};

const duckdbNames: Names = { ...sqliteNames, datetime: 'TIMESTAMP' };

const mysqlNames: Names = { ...sqliteNames, uuid: `CHAR(36) ${binaryText}`, binary: 'BLOB' };

const types: Readonly<Record<Engine, (column: DataColumn) => string>> = {
  sqlite: (column) => typeName(column, sqliteNames, ''),
  postgres: (column) => typeName(column, postgresNames, ' COLLATE "C"'),
  mysql: (column) => typeName(column, mysqlNames, ` ${binaryText}`),
  duckdb: (column) => typeName(column, duckdbNames, ''),
};

/** SQLite has no such type. */
const instants: Readonly<Record<Engine, string>> = {
  sqlite: 'DATETIME',
  postgres: 'TIMESTAMPTZ',
  mysql: 'TIMESTAMP NULL',
  duckdb: 'TIMESTAMPTZ',
};

function typeName(column: DataColumn, names: Names, collation: string): string {
  if (column.kind === 'decimal') return `NUMERIC(${column.precision},${column.scale})`;
  if (column.kind !== 'text') return names[column.kind];
  return `${column.length === undefined ? 'TEXT' : `VARCHAR(${column.length})`}${collation}`;
}

const rowsPerStatement = 500;

/** DuckDB does not find rows inserted by the same statement when it checks references. */
function rowsAtOnce(engine: Engine, { name, foreignKeys }: DataTable): number {
  return engine === 'duckdb' && foreignKeys.some(({ target }) => target === name) ? 1 : rowsPerStatement;
}

function insertion(engine: Engine, table: DataTable): string[] {
  if (table.view !== undefined) return [];
  const tuples = table.rows.map(
    (row) => `(${row.map((value, i) => literal(engine, table.columns[i]?.kind, value)).join(', ')})`,
  );
  const atOnce = rowsAtOnce(engine, table);
  return Array.from({ length: Math.ceil(tuples.length / atOnce) }, (_, part) => {
    const some = tuples.slice(part * atOnce, (part + 1) * atOnce);
    return `INSERT INTO ${tableName(engine, table)} VALUES\n${some.join(',\n')}`;
  });
}

function literal(engine: Engine, kind: Kind | undefined, value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value);
  if (isDecimal(value)) return shown(value);
  if (kind === 'binary') {
    const digits = Buffer.from(value, 'base64').toString('hex');
    const spelled = {
      sqlite: `X'${digits}'`,
      postgres: `'\\x${digits}'`,
      mysql: `X'${digits}'`,
      duckdb: `unhex('${digits}')`,
    };
    return spelled[engine];
  }
  const text = value.replaceAll("'", "''");
  // Only MySQL treats a backslash in a text as an escape.
  return `'${engine === 'mysql' ? text.replaceAll('\\', '\\\\') : text}'`;
}
