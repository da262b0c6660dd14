// SQLite: what its SQL spells differently.
import { SqliteQueryCompiler, sql } from 'kysely';
import type { SqlDialect } from '../../query/sql.ts';
import { compileWith } from '../compile.ts';
import type { Dialect } from '../dialect.ts';
import { compare } from './compare.ts';
import { exporting } from './export.ts';
import { guard } from './guard.ts';
import { concat, json, keyEquals, urlText } from './render.ts';
import { connect } from './run.ts';
import { summarise } from './summarise.ts';

const sqliteSql: SqlDialect = {
  ...compare,
  ...summarise,
  ...exporting,
  guard,
  compile: compileWith(new SqliteQueryCompiler()),
  table: ({ table }) => sql.id('main', table),
  concat,
  text: (value) => sql`${value}`,
  json,
  urlText,
  keyEquals,
  isBytes: (value) => sql<boolean>`typeof(${value}) = 'blob'`,
  page: (limit, offset) => sql`limit ${limit ?? -1n} offset ${offset}`,
};

export const sqlite: Dialect = { name: 'sqlite', title: 'SQLite', sql: sqliteSql, connect };
