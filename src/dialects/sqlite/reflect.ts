// Reads SQLite's catalog: one statement for each kind of fact, for all tables at once.
import type { Database } from 'better-sqlite3';
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../model/catalog.ts';
import { tellStatement } from '../trace.ts';
import { typeOf } from './types.ts';

interface TableRow {
  readonly name: string;
  readonly type: 'table' | 'view' | 'virtual';
  readonly wr: number;
}

interface ColumnRow {
  readonly tbl: string;
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
  readonly hidden: number;
}

interface ForeignKeyRow {
  readonly tbl: string;
  readonly id: number;
  readonly target: string;
  readonly from: string;
  readonly to: string | null;
}

interface IndexRow {
  readonly tbl: string;
  readonly name: string;
  readonly unique: number;
  /** `pk` for the index behind a primary key; the row id needs none. */
  readonly origin: string;
  readonly column: string | null;
}

export interface Reflection {
  readonly catalog: RawCatalog;
  /** Tables and views whose rows are computed by what the file defines: no size of anything bounds their cost. */
  readonly computed: ReadonlySet<string>;
}

export function reflect(db: Database): Reflection {
  const all = <Row>(sql: string, ...parameters: unknown[]) => {
    tellStatement(sql);
    // The rows are typed by the statement's own column list.
    return db
      .prepare(sql)
      .safeIntegers(false)
      .all(...parameters) as Row[];
  };

  const tables = all<TableRow>(`
    select name, type, wr from pragma_table_list
    where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
    order by name`);
  const columns = Map.groupBy(columnRows(all), (row) => row.tbl);
  const foreignKeys = Map.groupBy(
    all<ForeignKeyRow>(`
      select m.name as tbl, k.id, k."table" as target, k."from", k."to"
      from sqlite_schema m, pragma_foreign_key_list(m.name) k
      where m.type = 'table' order by m.name, k.id, k.seq`),
    (row) => row.tbl,
  );
  const indexes = Map.groupBy(
    all<IndexRow>(`
      select m.name as tbl, l.name, l."unique", l.origin, i.name as "column"
      from sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
      where m.type = 'table' and l.partial = 0 order by m.name, l.name, i.seqno`),
    (row) => row.tbl,
  );
  const estimates = rowEstimates(all, tables, columns);
  const nameOf = new Map(tables.map((table) => [table.name.toLowerCase(), table.name]));

  const catalog: RawCatalog = {
    defaultSchema: null,
    tables: tables.flatMap((table): RawTable[] => {
      const rows = columns.get(table.name);
      if (!rows) return []; // A view whose own tables are gone cannot be read.
      const primaryKey = rows.filter((row) => row.pk > 0).toSorted((a, b) => a.pk - b.pk);
      return [
        {
          schema: null,
          table: table.name,
          kind: table.type === 'view' ? 'view' : 'table',
          columns: rows.map((row) =>
            column(row, table, isRowId(row, primaryKey, indexes.get(table.name) ?? [])),
          ),
          primaryKey: primaryKey.map((row) => row.name),
          indexes: readIndexes(indexes.get(table.name) ?? []),
          foreignKeys: readForeignKeys(foreignKeys.get(table.name) ?? [], nameOf, columns),
          comment: null,
          rowEstimate: estimates.get(table.name) ?? null,
        },
      ];
    }),
  };
  const computed = tables.filter(
    ({ name, type }) => type !== 'table' || columns.get(name)?.some(isGenerated) === true,
  );
  return { catalog, computed: new Set(computed.map(({ name }) => name)) };
}

function isGenerated({ hidden }: ColumnRow): boolean {
  return hidden === 2 || hidden === 3;
}

type All = <Row>(sql: string, ...parameters: unknown[]) => Row[];

// Hidden columns of virtual tables (hidden = 1) are arguments, not data.
const columnSql = (which: string) => `
  select m.name as tbl, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  from sqlite_schema m, pragma_table_xinfo(m.name) c
  where ${which} and c.hidden <> 1 order by m.name, c.cid`;

/** One broken view fails the whole statement; only then each one is asked by itself. */
function columnRows(all: All): ColumnRow[] {
  try {
    return all<ColumnRow>(columnSql("m.type in ('table', 'view')"));
  } catch {
    return all<{ name: string }>("select name from sqlite_schema where type in ('table', 'view')").flatMap(
      ({ name }) => {
        try {
          return all<ColumnRow>(columnSql('m.name = ?'), name);
        } catch {
          return [];
        }
      },
    );
  }
}

/** One INTEGER column as the whole key, and no index behind it: then the column is the row id itself. */
function isRowId(row: ColumnRow, primaryKey: readonly ColumnRow[], indexes: readonly IndexRow[]): boolean {
  const isOnlyKey = primaryKey.length === 1 && row.pk === 1 && row.type.toUpperCase() === 'INTEGER';
  return isOnlyKey && !indexes.some((index) => index.origin === 'pk');
}

function column(row: ColumnRow, table: TableRow, rowId: boolean): Column {
  const type = typeOf(row.type);
  return {
    name: row.name,
    nativeType: row.type,
    mode: type.mode,
    storage: rowId ? 'rowid' : type.storage,
    nullable: row.notnull === 0 && !rowId && !(table.wr === 1 && row.pk > 0),
    default: row.dflt_value,
    generated: isGenerated(row),
    comment: null,
  };
}

function readIndexes(rows: readonly IndexRow[]): Index[] {
  return [...Map.groupBy(rows, (row) => row.name)].flatMap(([name, parts]) => {
    const columns = parts.flatMap((part) => part.column ?? []);
    // A part without a column is an expression: such an index is no key.
    return columns.length === parts.length ? [{ name, columns, unique: parts[0]?.unique === 1 }] : [];
  });
}

/** Names in REFERENCES are written in any case; the model knows each name in one case only. */
function readForeignKeys(
  rows: readonly ForeignKeyRow[],
  nameOf: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, readonly ColumnRow[]>,
): RawForeignKey[] {
  const inCaseOf = (table: string, name: string) =>
    columns.get(table)?.find((row) => row.name.toLowerCase() === name.toLowerCase())?.name ?? name;
  return [...Map.groupBy(rows, (row) => row.id).values()].map((parts) => {
    const [first] = parts;
    const owner = first?.tbl ?? '';
    const target = nameOf.get((first?.target ?? '').toLowerCase()) ?? first?.target ?? '';
    return {
      name: null,
      columns: parts.map((part) => inCaseOf(owner, part.from)),
      target: { schema: null, table: target },
      targetColumns: parts.flatMap((part) => (part.to === null ? [] : inCaseOf(target, part.to))),
    };
  });
}

/** What ANALYZE left behind, if it ever ran; else the greatest row id, which a table with few deletions is near. */
function rowEstimates(
  all: All,
  tables: readonly TableRow[],
  columns: ReadonlyMap<string, readonly ColumnRow[]>,
): ReadonlyMap<string, number> {
  const [analyzed] = all("select 1 from sqlite_schema where name = 'sqlite_stat1'");
  const rows =
    analyzed === undefined
      ? []
      : all<{ tbl: string; stat: string | null }>('select tbl, stat from sqlite_stat1');
  const known = new Map(rows.map(({ tbl, stat }) => [tbl, Number.parseInt(stat ?? '0', 10)]));
  const others = tables.filter(({ name, type, wr }) => {
    const hasOwn = columns.get(name)?.some((column) => column.name.toLowerCase() === '_rowid_');
    return type === 'table' && wr === 0 && !hasOwn && !known.has(name);
  });
  if (others.length === 0) return known;
  const terms = others.map(
    ({ name }) => `select ? as tbl, max(_rowid_) as n from "${name.replaceAll('"', '""')}"`,
  );
  const names = others.map(({ name }) => name);
  for (const { tbl, n } of all<{ tbl: string; n: number | null }>(unionOf(terms), ...names)) {
    known.set(tbl, Math.max(n ?? 0, 0));
  }
  return known;
}

/** The engine allows 500 terms to a compound, each of which may be another one. */
const unionTerms = 250;

function unionOf(terms: readonly string[]): string {
  if (terms.length <= unionTerms) return terms.join(' union all ');
  const parts = Array.from({ length: Math.ceil(terms.length / unionTerms) }, (_, i) =>
    terms.slice(i * unionTerms, (i + 1) * unionTerms).join(' union all '),
  );
  return unionOf(parts.map((part) => `select * from (${part})`));
}
