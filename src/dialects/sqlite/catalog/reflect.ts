// Reads SQLite's catalog with one statement per kind of fact, for all tables at once. The facts of a table are one JSON
// text, which is parsed on demand.
import type { Database } from 'better-sqlite3';
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../../model/catalog.ts';
import { viewLeftOut } from '../../../model/catalog.ts';
import { ruleOf } from '../../base/reference-rules.ts';
import { publishStatement } from '../../base/trace.ts';
import { typeOf } from '../sql/types.ts';
import {
  type All,
  byTable,
  type ColumnListRow,
  type ColumnRow,
  collatingSql,
  columnsSql,
  type ForeignKeyRow,
  foreignKeysSql,
  type IndexRow,
  indexesSql,
  namesBy,
  replacingSql,
} from './facts.ts';

interface TableRow {
  readonly name: string;
  readonly type: 'table' | 'view' | 'virtual';
  readonly wr: number;
}

export interface Reflection {
  readonly catalog: RawCatalog;
  /** Tables and views whose rows are computed by code in the file: no size bounds their cost. */
  readonly computed: ReadonlySet<string>;
}

/** `database` returns the current connection, since some facts are read on demand later. */
export function reflect(database: () => Database): Reflection {
  const all: All = <Row>(sql: string, ...parameters: unknown[]) => {
    publishStatement(sql);
    // The rows are typed by the statement's own column list.
    return database()
      .prepare(sql)
      .safeIntegers(false)
      .all(...parameters) as Row[];
  };

  const rows = all<TableRow>(`
    select name, type, wr from pragma_table_list
    where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
    order by name`);
  const columns = new Map(columnLists(all).map((row) => [row.name, row]));
  const schema: Schema = {
    all,
    tables: new Map(),
    nameInCase: new Map(rows.map(({ name }) => [name.toLowerCase(), name])),
    foreignKeys: byTable(all(foreignKeysSql)),
    indexes: byTable(all(indexesSql)),
    analyzed: analyzedRows(all),
    replacing: namesBy(all, replacingSql),
    collating: namesBy(all, collatingSql),
  };
  const computed = new Set<string>();
  const warnings: string[] = [];
  for (const row of rows) {
    const its = columns.get(row.name);
    if (row.type !== 'table' || its?.generated === 1) computed.add(row.name);
    if (its) schema.tables.set(row.name, new Table(row, its.list, schema));
    else if (row.type === 'view') warnings.push(viewLeftOut(row.name));
  }
  return { catalog: { defaultSchema: null, tables: [...schema.tables.values()], warnings }, computed };
}

/** One broken view fails the whole statement; only then is each queried separately. */
function columnLists(all: All): ColumnListRow[] {
  try {
    return all<ColumnListRow>(columnsSql("m.type in ('table', 'view')"));
  } catch {
    return all<{ name: string }>("select name from sqlite_schema where type in ('table', 'view')").flatMap(
      ({ name }) => {
        try {
          return all<ColumnListRow>(columnsSql("m.type in ('table', 'view') and m.name = ?"), name);
        } catch {
          return [];
        }
      },
    );
  }
}

/** The statistics of the last ANALYZE, if there was one. */
function analyzedRows(all: All): ReadonlyMap<string, number> {
  const [analyzed] = all("select 1 from sqlite_schema where name = 'sqlite_stat1'");
  if (analyzed === undefined) return new Map();
  const rows = all<{ tbl: string; stat: string | null }>('select tbl, stat from sqlite_stat1');
  return new Map(rows.map(({ tbl, stat }) => [tbl, Number.parseInt(stat ?? '0', 10)]));
}

interface Schema {
  readonly all: All;
  readonly tables: Map<string, Table>;
  /** Each name by its lower-case form. */
  readonly nameInCase: ReadonlyMap<string, string>;
  readonly foreignKeys: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  readonly analyzed: ReadonlyMap<string, number>;
  readonly replacing: ReadonlySet<string>;
  readonly collating: ReadonlySet<string>;
}

class Table implements RawTable {
  readonly schema = null;
  readonly comment = null;
  readonly table: string;
  readonly kind: 'table' | 'view';
  readonly #row: TableRow;
  readonly #columnList: string;
  readonly #schema: Schema;
  #columnRows: readonly ColumnRow[] | undefined;
  #indexRows: readonly IndexRow[] | undefined;
  #columns: readonly Column[] | undefined;
  #primaryKey: readonly string[] | undefined;
  #indexes: readonly Index[] | undefined;
  #foreignKeys: readonly RawForeignKey[] | undefined;
  #rowEstimate: number | null | undefined;

  constructor(row: TableRow, columnList: string, schema: Schema) {
    this.table = row.name;
    this.kind = row.type === 'view' ? 'view' : 'table';
    this.#row = row;
    this.#columnList = columnList;
    this.#schema = schema;
  }

  get columns(): readonly Column[] {
    // A view inherits the collations of its tables.
    const hasNoCollation = this.#row.type === 'table' && !this.#schema.collating.has(this.table);
    this.#columns ??= this.#ownColumns.map((row) => ({
      ...column(row, this.#row, this.#isRowId(row)),
      ...(hasNoCollation ? { hasNoCollation } : {}),
    }));
    return this.#columns;
  }

  get primaryKey(): readonly string[] {
    this.#primaryKey ??= this.#ownColumns
      .filter(([, , , , pk]) => pk > 0)
      .toSorted(([, , , , a], [, , , , b]) => a - b)
      .map(([name]) => name);
    return this.#primaryKey;
  }

  get indexes(): readonly Index[] {
    this.#indexes ??= readIndexes(this.#ownIndexes);
    return this.#indexes;
  }

  get foreignKeys(): readonly RawForeignKey[] {
    this.#foreignKeys ??= this.#readForeignKeys();
    return this.#foreignKeys;
  }

  get replaces(): boolean {
    return this.#schema.replacing.has(this.table);
  }

  get rowEstimate(): number | null {
    if (this.#rowEstimate === undefined) this.#rowEstimate = this.#estimate();
    return this.#rowEstimate;
  }

  get #ownColumns(): readonly ColumnRow[] {
    this.#columnRows ??= readRows<ColumnRow>(this.#columnList);
    return this.#columnRows;
  }

  get #ownIndexes(): readonly IndexRow[] {
    this.#indexRows ??= readRows<IndexRow>(this.#schema.indexes.get(this.table));
    return this.#indexRows;
  }

  /** A sole INTEGER key column without an index is the row id itself. */
  #isRowId([, type, , , pk]: ColumnRow): boolean {
    const isOnlyKey = this.primaryKey.length === 1 && pk === 1 && type.toUpperCase() === 'INTEGER';
    return isOnlyKey && !this.#ownIndexes.some(([, , origin]) => origin === 'pk');
  }

  /** REFERENCES may write names in any case; the model knows each name in one case only. */
  #readForeignKeys(): RawForeignKey[] {
    const rows = readRows<ForeignKeyRow>(this.#schema.foreignKeys.get(this.table));
    return [...Map.groupBy(rows, ([id]) => id).values()].map((parts) => {
      const named = parts[0]?.[1] ?? '';
      const target = this.#schema.nameInCase.get(named.toLowerCase()) ?? named;
      const other = this.#schema.tables.get(target);
      return {
        name: null,
        onDelete: ruleOf(parts[0]?.[4] ?? ''),
        onUpdate: ruleOf(parts[0]?.[5] ?? ''),
        columns: parts.map(([, , from]) => this.#inCase(from)),
        target: { schema: null, table: target },
        targetColumns: parts.flatMap(([, , , to]) =>
          to === null ? [] : other === undefined ? to : other.#inCase(to),
        ),
      };
    });
  }

  #inCase(name: string): string {
    const lower = name.toLowerCase();
    return this.#ownColumns.find(([own]) => own.toLowerCase() === lower)?.[0] ?? name;
  }

  /**
   * Without ANALYZE, the span of the row ids, which is close if few rows were deleted, and never too small. It takes
   * two look-ups, but thousands of them would delay startup.
   */
  #estimate(): number | null {
    const { name, type, wr } = this.#row;
    const analyzed = this.#schema.analyzed.get(name);
    if (analyzed !== undefined) return analyzed;
    const hasOwn = this.#ownColumns.some(([column]) => column.toLowerCase() === '_rowid_');
    if (type !== 'table' || wr !== 0 || hasOwn) return null;
    try {
      const table = `main."${name.replaceAll('"', '""')}"`;
      // Asked for together, both ends would be found by a scan.
      const end = (which: 'min' | 'max') => `(select ${which}(_rowid_) from ${table})`;
      const sql = `select ${end('max')} - ${end('min')} + 1 as n`;
      const [row] = this.#schema.all<{ n: number | null }>(sql);
      return row?.n ?? 0;
    } catch {
      return null; // Locked at the moment, or gone: the number is unknown.
    }
  }
}

/** Rows are typed by the statement that produces them. */
function readRows<Row>(json: string | undefined): readonly Row[] {
  return json === undefined ? [] : JSON.parse(json);
}

function column(
  [name, type, notNull, byDefault, pk, hidden]: ColumnRow,
  { wr }: TableRow,
  rowId: boolean,
): Column {
  const { mode, storage } = typeOf(type);
  return {
    name,
    nativeType: type,
    mode,
    storage: rowId ? 'rowid' : storage,
    mayHoldDoubles: !rowId, // Whatever type it declares.
    nullable: notNull === 0 && !rowId && !(wr === 1 && pk > 0),
    default: byDefault,
    generated: hidden === 2 || hidden === 3,
    comment: null,
  };
}

function readIndexes(rows: readonly IndexRow[]): Index[] {
  return [...Map.groupBy(rows, ([name]) => name)].flatMap(([name, parts]) => {
    const columns = parts.flatMap(([, , , column]) => column ?? []);
    // A part without a column is an expression: such an index is not a key.
    return columns.length === parts.length ? [{ name, columns, unique: parts[0]?.[1] === 1 }] : [];
  });
}
