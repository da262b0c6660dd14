// MySQL and MariaDB: what their SQL spells differently.
import { MysqlQueryCompiler, sql } from 'kysely';
import type { SqlDialect } from '../../query/sql.ts';
import { compileWith } from '../compile.ts';
import type { Dialect } from '../dialect.ts';
import { compare } from './compare.ts';
import { keyEquals } from './keys.ts';
import { json, urlText } from './render.ts';
import { connect } from './run.ts';

const everything = 2n ** 64n - 1n;
const atMost = (count: bigint) => (count < everything ? count : everything);

const mysqlSql: SqlDialect = {
  ...compare,
  compile: compileWith(new MysqlQueryCompiler()),
  // Without a schema: a session sees its own database only.
  table: ({ table }) => sql.id(table),
  concat: (parts) => sql`concat(${sql.join(parts)})`,
  text: (value) => sql`${value}`,
  json,
  urlText,
  keyEquals,
  page: (limit, offset) => sql`limit ${atMost(limit ?? everything)} offset ${atMost(offset)}`,
};

export const mysql: Dialect = { name: 'mysql', title: 'MySQL or MariaDB', sql: mysqlSql, connect };
