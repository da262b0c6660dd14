// Reads the catalog of MySQL and MariaDB with one statement per kind of fact, for all tables at once. The facts of a
// table are parsed on demand.
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../../model/catalog.ts';
import { viewLeftOut } from '../../../model/catalog.ts';
import { ruleOf } from '../../base/reference-rules.ts';
import { typeOf } from '../sql/types.ts';
import { columnMark, fingerprintOf, keyMark, type Row } from './fingerprint.ts';
import type { Note } from './notes.ts';
import type { Server } from './server.ts';

/** A session to read the catalog from. */
export interface CatalogSource {
  readonly server: Server;
  all(sql: string): Promise<Row[]>;
}

// INFORMATION_SCHEMA would open every table to get the same.
const tablesSql = 'show full tables';
const tableTypes = new Set(['BASE TABLE', 'SYSTEM VERSIONED', 'VIEW']);

// Values that are needed only on demand are combined into one, because each costs the driver time.
const columnsSql = `
  select table_name, ${columnMark}, column_name, json_array(column_type, is_nullable, data_type, collation_name,
    column_default, extra, generation_expression, column_comment)
  from information_schema.columns where table_schema = database() order by table_name, ordinal_position`;

const indexesSql = `
  select table_name, index_name, non_unique, column_name
  from information_schema.statistics where table_schema = database()
  order by table_name, index_name, seq_in_index`;

// Foreign keys into other databases are left out, because those are not served.
const keysSql = `
  select table_name, ${keyMark}, case when referenced_table_schema = database() then
    json_array(constraint_name, column_name, referenced_table_name, referenced_column_name) end
  from information_schema.key_column_usage where table_schema = database()
  order by table_name, constraint_name, ordinal_position`;

const rulesSql = `
  select table_name, constraint_name, delete_rule, update_rule from information_schema.referential_constraints
  where constraint_schema = database()
    and (delete_rule not in ('RESTRICT', 'NO ACTION') or update_rule not in ('RESTRICT', 'NO ACTION'))`;

/** What one session reads while another reads the rest: a large catalog takes the engine long. */
export interface TableRows {
  readonly tables: readonly Row[];
  readonly indexes: readonly Row[];
  readonly keys: readonly Row[];
  /** Only for foreign keys with actions on delete or update. */
  readonly rules: readonly Row[];
}

export async function readTables(source: CatalogSource): Promise<TableRows> {
  return {
    tables: await source.all(tablesSql),
    indexes: await source.all(indexesSql),
    keys: await source.all(keysSql),
    rules: await source.all(rulesSql),
  };
}

export interface ColumnRows {
  readonly server: Server;
  readonly columns: readonly Row[];
  readonly checks: readonly Row[];
}

export async function readColumns(source: CatalogSource): Promise<ColumnRows> {
  return {
    server: source.server,
    columns: await source.all(columnsSql),
    checks: await source.all(source.server.checks),
  };
}

export interface Reflection {
  readonly catalog: RawCatalog;
  readonly fingerprint: string;
}

/** `noteOf` returns what is known at the time of the call. */
export function reflectionOf(
  { tables, indexes, keys, rules }: TableRows,
  rows: ColumnRows,
  noteOf: (table: string) => Note | undefined,
): Reflection {
  const columns = byTable(rows.columns);
  const facts: Facts = {
    server: rows.server,
    columns,
    indexes: byTable(indexes),
    foreignKeys: byTable(keys.filter((row) => row[2] !== null)),
    rules: byTable(rules),
    jsonColumns: checkedJson(rows.checks),
    find: nameFinder(columns),
    noteOf,
  };
  const all = tables
    .filter((row) => tableTypes.has(text(row[1])))
    .toSorted((a, b) => compareText(text(a[0]), text(b[0])));
  const isReadable = ([name]: Row) => columns.has(text(name));
  return {
    catalog: {
      defaultSchema: null,
      tables: all.filter(isReadable).map((row) => new Table(row, facts)),
      warnings: all.filter((row) => !isReadable(row)).map(([name]) => viewLeftOut(text(name))),
    },
    fingerprint: fingerprintOf(rows.columns, keys, viewsAmong(tables)),
  };
}

/** All results by table name. */
interface Facts {
  readonly server: Server;
  readonly columns: ReadonlyMap<string, readonly Row[]>;
  readonly indexes: ReadonlyMap<string, readonly Row[]>;
  readonly foreignKeys: ReadonlyMap<string, readonly Row[]>;
  readonly rules: ReadonlyMap<string, readonly Row[]>;
  readonly jsonColumns: ReadonlySet<string>;
  readonly find: Find;
  readonly noteOf: (table: string) => Note | undefined;
}

class Table implements RawTable {
  readonly schema = null;
  readonly table: string;
  readonly kind: 'table' | 'view';
  readonly #facts: Facts;
  #columns: readonly Column[] | undefined;
  #keys: readonly Index[] | undefined;
  #indexes: readonly Index[] | undefined;
  #foreignKeys: readonly RawForeignKey[] | undefined;

  constructor([name, type]: Row, facts: Facts) {
    this.table = text(name);
    this.kind = type === 'VIEW' ? 'view' : 'table';
    this.#facts = facts;
  }

  get comment(): string | null {
    return this.#facts.noteOf(this.table)?.comment ?? null;
  }

  get rowEstimate(): number | null {
    return this.#facts.noteOf(this.table)?.rowEstimate ?? null;
  }

  get columns(): readonly Column[] {
    this.#columns ??= this.#ownColumns.map((row) =>
      readColumn(row, this.#facts.server, this.#facts.jsonColumns),
    );
    return this.#columns;
  }

  /** Empty if one of its columns is not readable. */
  get primaryKey(): readonly string[] {
    const names = this.#allKeys.find((index) => index.name === 'PRIMARY')?.columns ?? [];
    const known = (name: string) => this.#ownColumns.some((row) => row[2] === name);
    return names.every(known) ? names : [];
  }

  get indexes(): readonly Index[] {
    this.#indexes ??= this.#allKeys.filter((index) => index.name !== 'PRIMARY');
    return this.#indexes;
  }

  get foreignKeys(): readonly RawForeignKey[] {
    this.#foreignKeys ??= readForeignKeys(
      this.#facts.foreignKeys.get(this.table) ?? [],
      this.#facts.rules.get(this.table) ?? [],
      this.#facts.find,
    );
    return this.#foreignKeys;
  }

  get #ownColumns(): readonly Row[] {
    return this.#facts.columns.get(this.table) ?? [];
  }

  get #allKeys(): readonly Index[] {
    this.#keys ??= readIndexes(this.#facts.indexes.get(this.table) ?? []);
    return this.#keys;
  }
}

function viewsAmong(tables: readonly Row[]): string[] {
  return tables.filter((row) => row[1] === 'VIEW').map((row) => text(row[0]));
}

function text(value: string | null | undefined): string {
  return value ?? '';
}

/** A row inside a row, typed by the statement that writes it. */
function listOf(json: string | null | undefined): Row {
  return JSON.parse(json ?? '[]');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byTable(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => text(row[0]));
}

function columnId(table: string, column: string): string {
  return JSON.stringify([table, column]);
}

/** MariaDB's JSON type is a text with a check, which users of both engines may also declare themselves. */
function checkedJson(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(([table, clause]) => {
      const column = /^\(*json_valid\(`((?:[^`]|``)+)`\)\)*$/i.exec(text(clause))?.[1];
      return column === undefined ? [] : columnId(text(table), column.replaceAll('``', '`'));
    }),
  );
}

function readColumn(row: Row, server: Server, jsonColumns: ReadonlySet<string>): Column {
  const [table, , name, json] = row;
  const [full, nullable, type, collation, byDefault, extra, generation, comment] = listOf(json);
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

/** A part without a column is an expression. If column prefixes are unique, so are the whole columns. */
function readIndexes(rows: readonly Row[]): Index[] {
  return [...Map.groupBy(rows, (row) => text(row[1]))].flatMap(([name, parts]) => {
    const columns = parts.flatMap((row) => row[3] ?? []);
    return columns.length === parts.length ? [{ name, columns, unique: parts[0]?.[2] === '0' }] : [];
  });
}

type Find = (table: string, column: string | null) => string | undefined;

/** Servers on case-insensitive systems may write the names in a key in a different case. */
function nameFinder(columns: ReadonlyMap<string, readonly Row[]>): Find {
  let inLowerCase: ReadonlyMap<string, string> | undefined;
  const inAnyCase = (table: string) => {
    inLowerCase ??= new Map([...columns.keys()].map((name) => [name.toLowerCase(), name]));
    return inLowerCase.get(table.toLowerCase());
  };
  return (table, column) => {
    const owner = columns.has(table) ? table : inAnyCase(table);
    if (column === null || owner === undefined) return owner;
    const names = columns.get(owner)?.map(([, , name]) => text(name)) ?? [];
    return names.find((name) => name === column) ?? names.find((name) => equalInAnyCase(name, column));
  };
}

function equalInAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function readForeignKeys(rows: readonly Row[], rules: readonly Row[], find: Find): RawForeignKey[] {
  const owner = text(rows[0]?.[0]);
  const columns = rows.map(([, , key]) => listOf(key));
  return [...Map.groupBy(columns, ([constraint]) => text(constraint))].map(([name, parts]) => {
    const target = text(parts[0]?.[2]);
    const [, , onDelete, onUpdate] = rules.find((row) => row[1] === name) ?? [];
    return {
      name,
      onDelete: ruleOf(text(onDelete)),
      onUpdate: ruleOf(text(onUpdate)),
      columns: parts.map(([, column]) => find(owner, text(column)) ?? text(column)),
      target: { schema: null, table: find(target, null) ?? target },
      targetColumns: parts.map(([, , , column]) => find(target, text(column)) ?? text(column)),
    };
  });
}
