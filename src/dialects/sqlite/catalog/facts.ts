// The statements that read SQLite's catalog, one for each kind of fact, and the types of their rows.

/** Facts about one table, as JSON. */
export interface ListRow {
  readonly name: string;
  readonly list: string;
}

export interface ColumnListRow extends ListRow {
  readonly generated: number;
}

export type ColumnRow = readonly [
  name: string,
  type: string,
  notNull: number,
  byDefault: string | null,
  pk: number,
  hidden: number,
];

export type ForeignKeyRow = readonly [
  id: number,
  target: string,
  from: string,
  to: string | null,
  onDelete: string,
  onUpdate: string,
];

/** The origin is `pk` for a primary key's index; a row id needs no index. */
export type IndexRow = readonly [name: string, unique: number, origin: string, column: string | null];

export type All = <Row>(sql: string, ...parameters: unknown[]) => Row[];

// Hidden columns of virtual tables (hidden = 1) are arguments, not data.
export const columnsSql = (which: string) => `
  select m.name, max(c.hidden in (2, 3)) as generated,
    json_group_array(json_array(c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden) order by c.cid) as list
  from sqlite_schema m, pragma_table_xinfo(m.name) c
  where ${which} and c.hidden <> 1 group by m.rowid`;

export const foreignKeysSql = `
  select m.name, json_group_array(json_array(k.id, k."table", k."from", k."to", k.on_delete, k.on_update) order by k.id, k.seq) as list
  from sqlite_schema m, pragma_foreign_key_list(m.name) k
  where m.type = 'table' group by m.rowid`;

export const indexesSql = `
  select m.name, json_group_array(json_array(l.name, l."unique", l.origin, i.name) order by l.name, i.seqno) as list
  from sqlite_schema m, pragma_index_list(m.name) l, pragma_index_info(l.name) i
  where m.type = 'table' and l.partial = 0 group by m.rowid`;

/** Tables that may declare ON CONFLICT REPLACE or ROLLBACK; false positives are harmless. */
export const replacingSql = `
  select name from sqlite_schema
  where type = 'table' and (sql like '%on%conflict%replace%' or sql like '%on%conflict%rollback%')`;

/** Tables that may declare collations; false positives are harmless. */
export const collatingSql = "select name from sqlite_schema where type = 'table' and sql like '%collate%'";

export function namesBy(all: All, sql: string): ReadonlySet<string> {
  return new Set(all<{ name: string }>(sql).map(({ name }) => name));
}

export function byTable(rows: readonly ListRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ name, list }) => [name, list]));
}
