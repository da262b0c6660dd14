// How MariaDB inserts many rows with one statement. MySQL's INSERT cannot return rows.
import type { Column, Entity } from '../../../model/database.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { BulkInsertSql } from '../../../query/dialect/write.ts';
import { bulkInsertByValues } from '../../base/new-rows.ts';
import { classOf } from './classes.ts';

/** The engine's limit on the parameters of a statement. */
const maxPlaces = 65_535;

export const newRows: BulkInsertSql = {
  ...bulkInsertByValues(classOf, maxPlaces),
  // A trigger cannot change the table that it is called for, and changes by a BEFORE trigger are visible in the result.
  laterChanges: () => null,
  asGiven: { form: (column) => classOf(column).asGiven?.(column) ?? null, holds },
};

const granteeSql = `concat('''', substring_index(current_user(), '@', 1), '''@''',
  substring_index(current_user(), '@', -1), '''')`;

function isGranted(privileges: string, where: string): string {
  return `exists (select 1 from information_schema.${privileges} p
    where p.privilege_type = 'TRIGGER' and p.grantee = ${granteeSql}${where})`;
}

/** Only users who may create triggers can see them. Database names may be escaped in grants. */
const seesTriggers = [
  isGranted('user_privileges', ''),
  isGranted('schema_privileges', ` and replace(p.table_schema, '\\\\', '') = t.table_schema`),
  isGranted('table_privileges', ' and p.table_schema = t.table_schema and p.table_name = t.table_name'),
].join(' or ');

/** Only for a table with exactly these columns and no triggers. */
function holds({ id: { table } }: Entity, columns: readonly Column[]): BoundSql {
  return {
    sql: `select 'plain' from information_schema.tables t
    where t.table_schema = database() and t.table_name = ? and t.table_type = 'BASE TABLE' and t.engine = 'InnoDB'
      and (${seesTriggers})
      and not exists (select 1 from information_schema.triggers g
        where g.event_object_schema = t.table_schema and g.event_object_table = t.table_name)
      and binary ? = (
        select binary group_concat(c.column_name, ' ', c.column_type order by c.ordinal_position separator ', ')
        from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name)`,
    parameters: [table, columns.map(({ name, nativeType }) => `${name} ${nativeType}`).join(', ')],
  };
}
