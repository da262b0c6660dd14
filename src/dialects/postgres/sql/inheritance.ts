// PostgreSQL: the rows of tables that inherit from others.
import { sql } from 'kysely';
import type { InheritanceSql } from '../../../query/dialect/write.ts';

export const inheritance: InheritanceSql = {
  only: sql`only `,
  home: (table) => [
    sql`(select n.nspname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = ${table}.tableoid)`,
    sql`(select c.relname from pg_catalog.pg_class c where c.oid = ${table}.tableoid)`,
  ],
};
