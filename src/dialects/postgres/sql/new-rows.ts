// How PostgreSQL inserts many rows with one statement: each column is one array, so the statement is always the same.
import { sql } from 'kysely';
import type { Column, Entity } from '../../../model/database.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { BulkInsertSql } from '../../../query/dialect/write.ts';
import { classOf } from './classes.ts';
import { type Storage, sqlTypeOf, storageOf } from './types.ts';

/** More rows per statement bring no further gain. */
const maxRowsPerStatement = 1_000;

const itsOwn = (column: Column) => sqlTypeOf(column);
const none = () => null;

/**
 * The type of an element, without length limits: the column's limits apply when the value is stored. Null for types
 * whose name is unknown here, and for arrays, which cannot be array elements.
 */
const elementTypes: Record<Storage, (column: Column) => string | null> = {
  int2: () => 'int2',
  int4: () => 'int4',
  int8: () => 'int8',
  oid: () => 'oid',
  numeric: () => 'numeric',
  calculated: none,
  float4: () => 'float4',
  float8: () => 'float8',
  boolean: () => 'bool',
  text: () => 'text',
  char: () => 'text',
  citext: () => 'text',
  uuid: () => 'uuid',
  bytea: () => 'bytea',
  date: () => 'date',
  timestamp: () => 'timestamp',
  timestamptz: () => 'timestamptz',
  time: () => 'time',
  inet: () => 'inet',
  enum: itsOwn,
  'enum in domain': itsOwn,
  json: () => 'json',
  jsonb: () => 'jsonb',
  plain: itsOwn,
  unordered: none,
  xml: none,
  opaque: none,
  array: none,
  'array of oid': none,
  'array of bytea': none,
  'array of json': none,
  'array of opaque': none,
};

const elementType = (column: Column) => elementTypes[storageOf(column)](column);

export const newRows: BulkInsertSql = {
  maxRows: () => maxRowsPerStatement,
  source(columns, _rows, place) {
    const types = columns.map(elementType);
    if (types.includes(null)) return null;
    const arrays = types.map((type) => sql`${place()}::${sql.raw(type ?? '')}[]`);
    return sql`select * from unnest(${sql.join(arrays)})`;
  },
  parameters(columns, rows) {
    const arrays: string[] = [];
    for (const [i, column] of columns.entries()) {
      const array = arrayText(
        column,
        rows.map((row) => row[i] ?? 'null'),
      );
      if (array === null) return null;
      arrays.push(array);
    }
    return arrays;
  },
  showing(insert, texts) {
    const names = texts.map((_, i) => sql.id(`text${i}`));
    const shown = texts.map((text, i) => sql`${text} as ${names[i]}`);
    const lines = names.map((name) => sql`string_agg(${name}, E'\\n')`);
    return sql`with made as (${insert} returning ${sql.join(shown)}) select ${sql.join(lines)} from made`;
  },
  kept: {
    text: (columns) => sql`json_build_array(${sql.join(columns.map((one) => one.kept))})::text`,
    lists: (_columns, texts) => texts,
  },
  asGiven: {
    form: (column) => classOf(column).asGiven?.(column) ?? null,
    holds,
  },
  // BEFORE triggers do not count: they have run by the time a new row is returned.
  laterChanges: ({ id }) => acting(id, ' and tgtype & 2 = 0'),
};

export function triggers({ id }: Entity): BoundSql {
  return acting(id, '');
}

/** All triggers, or only those that run after the change. */
type Triggers = '' | ' and tgtype & 2 = 0';

/** Finds the table by name. */
const own = `own as (
      select c.oid, c.relkind from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = coalesce($1, pg_catalog.current_schema()) and c.relname = $2)`;

/**
 * What runs automatically when rows of these tables change. A rule may do anything. Internal triggers of foreign keys
 * do what the catalog declares.
 */
const actors = (tables: 'own' | 'parts', which: Triggers = '') =>
  `select 'trigger' from pg_catalog.pg_trigger where tgrelid in (select oid from ${tables}) and not tgisinternal${which}
    union all select 'rule' from pg_catalog.pg_rewrite where ev_class in (select oid from ${tables})`;

function acting({ schema, table }: Entity['id'], which: Triggers): BoundSql {
  return {
    sql: `with ${own},
    parts as (select oid from own union select relid from own, pg_catalog.pg_partition_tree(own.oid))
    ${actors('parts', which)}`,
    parameters: [schema, table],
  };
}

/** Only for a plain table with exactly these columns, on which no trigger or rule acts. */
function holds({ id: { schema, table } }: Entity, columns: readonly Column[]): BoundSql {
  return {
    sql: `with ${own}
    select 'plain' from own where relkind = 'r' and not exists (${actors('own')})
      and $3::jsonb = (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_array(attname, pg_catalog.format_type(atttypid, atttypmod)) order by attnum)
        from pg_catalog.pg_attribute where attrelid = own.oid and attnum > 0 and not attisdropped)`,
    parameters: [schema, table, JSON.stringify(columns.map(({ name, nativeType }) => [name, nativeType]))],
  };
}

/** Most values' texts are array elements as they are; texts with backslashes are parsed and quoted again. */
function arrayText(column: Column, texts: readonly string[]): string | null {
  const { isItsText } = classOf(column);
  const plain = isItsText === true ? `{${texts.join()}}` : null;
  if (plain !== null && !plain.includes('\\')) return plain;
  const elements: string[] = [];
  for (const text of texts) {
    const element = elementOf(column, text);
    if (element === null) return null;
    elements.push(element);
  }
  return `{${elements.join()}}`;
}

function elementOf(column: Column, text: string): string | null {
  if (text === 'null') return 'null';
  const bound = classOf(column).write(shownOf(text), column);
  if (bound?.isBare !== true) return null;
  const [value] = bound.values;
  const own = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
  return `"${own.replace(/["\\]/g, '\\$&')}"`;
}
