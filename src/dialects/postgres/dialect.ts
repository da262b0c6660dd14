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
    overriding: sql` overriding system value`,
    shownAs: (column, json) =>
      sameText(json, (value) => sql`btrim(${classOf(column).json(value, column)}, E' \\t')`),
    defaults: sql` default values`,
    drawn: 'returning',
    together: newRows,
    triggers,
  },
  computing,
  compile: compileWith(PostgresQueryCompiler),
  table: ({ schema, table }) => (schema === null ? sql.id(table) : sql.id(schema, table)),
  concat,
  text: (value) => typed(sql`${value}`),
  textPlace: typed,
  // For a limit that is a parameter the engine expects a tenth of all rows, and it plans each page anew.
  writesLimit: true,
  page(limit, offset) {
    const skip = offset === null ? sql`` : sql` offset ${offset}`;
    return limit === null ? skip : sql`limit ${limit}${skip}`;
  },
};

/** A parameter takes its type from what is around it, and `||` does not tell which type that is. */
function typed(place: Value): TextSql {
  return sql<string>`${place}::text`;
}

/**
 * Constants stand in the text: the statement is prepared once, and would else carry them along each time. Sessions
 * read a backslash in a literal as itself, and one where that has changed is not used again.
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

/** In halves: every operator copies what is on its left, and the engine bounds how deep a term may be. */
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
