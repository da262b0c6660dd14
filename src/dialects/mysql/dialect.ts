// MySQL and MariaDB: what their SQL spells differently.
import { MysqlQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { SqlDialect, TextSql } from '../../query/dialect/sql.ts';
import { compileWith } from '../base/compile.ts';
import type { Dialect } from '../dialect.ts';
import { compare } from './sql/compare.ts';
import { exporting } from './sql/export.ts';
import { keyEquals, keyValue } from './sql/keys.ts';
import { json, urlText } from './sql/render.ts';
import { summarise } from './sql/summarise.ts';
import { connect } from './wire/run.ts';

/** Written out and escaped: a record has one before each value, and to bind them all costs more than to read it. */
function literal(text: string): TextSql {
  return sql.lit(text);
}

const everything = 2n ** 64n - 1n;

function page(limit: bigint | null, offset: bigint): RawBuilder<unknown> {
  if (limit === null && offset === 0n) return sql``;
  const within = (number: bigint) => (number < everything ? number : everything);
  const skip = offset === 0n ? sql`` : sql` offset ${within(offset)}`;
  // Written out: a few limits come again and again, and one that is bound takes the engine longer.
  return sql`limit ${sql.raw(String(within(limit ?? everything)))}${skip}`;
}

const mysqlSql: SqlDialect = {
  ...compare,
  ...summarise,
  ...exporting,
  compile: compileWith(new MysqlQueryCompiler()),
  // Without a schema: a session sees its own database only.
  table: ({ table }) => sql.id(table),
  concat: (parts) =>
    sql`concat(${sql.join(parts.map((part) => (typeof part === 'string' ? literal(part) : part)))})`,
  text: literal,
  json,
  urlText,
  keyValue,
  keyEquals,
  page,
};

export const mysql: Dialect = { name: 'mysql', title: 'MySQL or MariaDB', sql: mysqlSql, connect };
