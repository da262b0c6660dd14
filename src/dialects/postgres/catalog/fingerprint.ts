// The fingerprint of a schema: changes with its columns, keys and enums, and with the functions that a read may run.

/** The count and sum of transaction ids: each catalog row carries the transaction that wrote it. */
function summed(source: string): string {
  return `(select pg_catalog.concat(count(*), '+', sum(xmin::text::int8)) from pg_catalog.${source})`;
}

/** Table names are hashed separately, because truncating a table rewrites its catalog row too. */
export const fingerprintSql = `
  with c as (
    select oid, relname, relnamespace, relrowsecurity from pg_catalog.pg_class
    where oid >= 16384 and relpersistence <> 't' and relkind in ('r', 'p', 'f', 'v', 'm')
  )
  select pg_catalog.concat_ws(' ',
    (select sum(pg_catalog.hashtextextended(relname::text, oid::int8 + relnamespace::int8)) from c),
    ${summed('pg_attribute where attrelid in (select oid from c)')},
    ${summed('pg_constraint where conrelid in (select oid from c)')},
    (select count(*) from c where relrowsecurity),
    ${summed('pg_index where indrelid in (select oid from c)')},
    ${summed('pg_inherits where inhparent in (select oid from c)')},
    ${summed('pg_statistic_ext where stxrelid in (select oid from c)')},
    ${summed('pg_enum')},
    ${summed('pg_cast where oid >= 16384')},
    ${summed('pg_proc where oid >= 16384')},
    ${summed('pg_operator where oid >= 16384')})`;
