// The floor's answer to the schema request: the catalog in two statements, for tables and key columns.
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import type { FloorDriver } from './driver.ts';

const tablesSql: Record<Engine, string> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  postgres:
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  mysql:
    "select table_name as name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
};

const keysSql: Record<Engine, string> = {
  sqlite:
    "select m.name as tbl, c.name as col from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.pk > 0 order by m.name, c.pk",
  postgres:
    "select c.relname as tbl, a.attname as col from pg_constraint k join pg_class c on c.oid = k.conrelid cross join unnest(k.conkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = c.oid and a.attnum = u.n where k.contype = 'p' and c.relnamespace = 'public'::regnamespace order by c.relname, u.i",
  mysql:
    "select table_name as tbl, column_name as col from information_schema.statistics where table_schema = database() and index_name = 'PRIMARY' order by table_name, seq_in_index",
};

export async function readSchema(db: FloorDriver, base: string): Promise<unknown> {
  const [tables, keys] = await Promise.all([
    db.rows(tablesSql[db.engine], []),
    db.rows(keysSql[db.engine], []),
  ]);
  const columnsOf = Map.groupBy(keys, (row) => String(row.tbl));
  return {
    logout: base.replace('/database', '/logout'),
    mode: `${base}/mode`,
    'uni-grid-request': `${base}/uni-grid-request`,
    entities: Object.fromEntries(
      tables.map(({ name }) => {
        const key = (columnsOf.get(String(name)) ?? []).map((row) => `{${row.col}}`).join(',');
        const url = `${base}/tables/${name}`;
        return [name, { get: url, add: `${url}/add`, record: `${url}/recs/[${key}]` }];
      }),
    ),
  };
}
