// MySQL and MariaDB: what their SQL spells differently.
import { MysqlQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { SqlDialect, TextSql } from '../../query/sql.ts';
import { compileWith } from '../compile.ts';
import type { Dialect } from '../dialect.ts';
import { compare } from './compare.ts';
import { exporting } from './export.ts';
import { keyEquals, keyValue } from './keys.ts';
import { json, urlText } from './render.ts';
import { connect } from './run.ts';
import { summarise } from './summarise.ts';

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
