// PostgreSQL: what its SQL spells differently.
import { PostgresQueryCompiler, sql } from 'kysely';
import type { SqlDialect, TextSql, Value } from '../../query/dialect/sql.ts';
import { sameText } from '../base/cast-class.ts';
import { compileWith } from '../base/compile.ts';
import { tabled } from '../base/type-class.ts';
import type { Dialect } from '../dialect.ts';
import { counted } from './sql/classes/numbers.ts';
import { classOf } from './sql/classes.ts';
import { compare } from './sql/compare.ts';
import { exporting } from './sql/export.ts';
import { computing } from './sql/functions/computing.ts';
import { inheritance } from './sql/inheritance.ts';
import { newRows, triggers } from './sql/new-rows.ts';
import { rowIdentity } from './sql/summarise.ts';
import { postgresHosts } from './wire/hosts.ts';
import { connect } from './wire/run.ts';
import { openWriter } from './writer/session.ts';

const postgresSql: SqlDialect = {
  ...tabled(classOf, counted),
  ...compare,
  ...exporting,
  rowIdentity,
  changing: {
    locking: sql` for update`,
    locksAsUpdate: true,
    overriding: sql` overriding system value`,
    shownAs: (column, json) =>
      sameText(json, (value) => sql`btrim(${classOf(column).json(value, column)}, E' \\t')`),
    defaults: sql` default values`,
    generatedNumber: 'returning',
    bulkInsert: newRows,
    triggers,
    inheritance,
  },
  computing,
  compile: compileWith(PostgresQueryCompiler),
  table: ({ schema, table }) => (schema === null ? sql.id(table) : sql.id(schema, table)),
  concat,
  text: (value) => typed(sql`${value}`),
  textPlace: typed,
  // For a parameter as LIMIT, the engine expects a tenth of all rows, and it replans each page.
  writesLimit: true,
  page(limit, offset) {
    const skip = offset === null ? sql`` : sql` offset ${offset}`;
    return limit === null ? skip : sql`limit ${limit}${skip}`;
  },
};

/** The type of a parameter comes from its context, and `||` does not determine one. */
function typed(place: Value): TextSql {
  return sql<string>`${place}::text`;
}

/**
 * Constants are written into the SQL: it is prepared once, and would otherwise send them along with each execution.
 * Sessions treat backslashes in literals as plain characters; a session in which that has changed is not reused.
 */
function concat(parts: readonly (string | TextSql)[]): TextSql {
  return halves(joinStrings(parts));
}

function joinStrings(parts: readonly (string | TextSql)[]): (string | TextSql)[] {
  const joined: (string | TextSql)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

/** Splits in halves: each operator copies its left operand, and the engine limits the depth of expressions. */
function halves(parts: readonly (string | TextSql)[]): TextSql {
  if (parts.length === 0) return sql<string>`''`;
  if (parts.length <= 8) {
    const texts = parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part));
    return sql<string>`(${sql.join(texts, sql` || `)})`;
  }
  const middle = Math.ceil(parts.length / 2);
  return sql<string>`(${halves(parts.slice(0, middle))} || ${halves(parts.slice(middle))})`;
}

export const postgres: Dialect = {
  name: 'postgres',
  title: 'PostgreSQL',
  sql: postgresSql,
  connect,
  hosts: postgresHosts,
  openWriter,
};
