// Which tables run user-defined functions when they are read: such a function may do anything to its session.
import type { AskCatalog } from './reflect.ts';

/**
 * Views and foreign tables may run any function. A table may do so through row security, or while a statement on it is
 * planned, when the engine evaluates constant terms of indexes, checks and statistics. A parent table runs whatever its
 * partitions run. Casts from a type to text or JSON, and functions or operators that shadow built-in names with a
 * better match, affect every table. Functions of extensions are trusted like built-in ones.
 */
const sql = `
  with recursive own (class, oid) as (
    select 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid, p.oid
    from pg_catalog.pg_proc p
    where p.oid >= 16384 and p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
    union all
    select 'pg_catalog.pg_operator'::pg_catalog.regclass::pg_catalog.oid, o.oid
    from pg_catalog.pg_operator o where o.oid >= 16384
  ), written (class, oid) as (
    select own.class, own.oid from own
    left join pg_catalog.pg_depend d on d.classid = own.class and d.objid = own.oid and d.deptype = 'e'
    where d.objid is null
  ), using_them (class, oid) as (
    select d.classid, d.objid from pg_catalog.pg_depend d
    join written w on w.class = d.refclassid and w.oid = d.refobjid
  ), running (oid) as (
    select c.oid from pg_catalog.pg_class c where c.relkind in ('v', 'f') or c.relrowsecurity
    union
    select coalesce(i.indrelid, u.oid) from using_them u
    left join pg_catalog.pg_index i on i.indexrelid = u.oid
    where u.class = 'pg_catalog.pg_class'::pg_catalog.regclass
    union
    select k.conrelid from using_them u join pg_catalog.pg_constraint k on k.oid = u.oid
    where u.class = 'pg_catalog.pg_constraint'::pg_catalog.regclass
    union
    select s.stxrelid from using_them u join pg_catalog.pg_statistic_ext s on s.oid = u.oid
    where u.class = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass
  ), wholes (oid) as (
    select oid from running
    union
    select i.inhparent from pg_catalog.pg_inherits i join wholes w on w.oid = i.inhrelid
  )
  select oid::text from wholes where oid = any($1::pg_catalog.oid[])
  union all
  select null where exists (
    select from pg_catalog.pg_cast t join written w
      on w.class = 'pg_catalog.pg_proc'::pg_catalog.regclass and w.oid = t.castfunc)
  or exists (
    select from pg_catalog.pg_proc p join written w
      on w.class = 'pg_catalog.pg_proc'::pg_catalog.regclass and w.oid = p.oid
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(pg_catalog.current_schemas(false)) and p.proname in (
      select proname from pg_catalog.pg_proc where pronamespace = 'pg_catalog'::pg_catalog.regnamespace))
  or exists (
    select from pg_catalog.pg_operator o join written w
      on w.class = 'pg_catalog.pg_operator'::pg_catalog.regclass and w.oid = o.oid
    join pg_catalog.pg_namespace n on n.oid = o.oprnamespace
    where n.nspname = any(pg_catalog.current_schemas(false)) and o.oprname in (
      select oprname from pg_catalog.pg_operator where oprnamespace = 'pg_catalog'::pg_catalog.regnamespace))`;

/** The OIDs of the tables that run functions. */
export async function runningFunctions(
  query: AskCatalog,
  tables: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = (await query(sql, `{${tables.join(',')}}`)).map(([oid]) => oid ?? null);
  return new Set(found.includes(null) ? tables : found.filter((oid) => oid !== null));
}
