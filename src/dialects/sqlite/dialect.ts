// SQLite: what its SQL spells differently.
import { type RawBuilder, SqliteQueryCompiler, sql } from 'kysely';
import type { SqlDialect } from '../../query/sql.ts';
import { compileWith } from '../compile.ts';
import type { Dialect } from '../dialect.ts';
import { compare } from './compare.ts';
import { exporting } from './export.ts';
import { guard } from './guard.ts';
import { concat, json, keyEquals, keyValue, urlText } from './render.ts';
import { connect } from './run.ts';
import { slicesBy } from './slices.ts';
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
  keyValue,
  keyEquals,
  isBytes: (value) => sql<boolean>`typeof(${value}) = 'blob'`,
  slicesBy,
  page,
};

/**
 * The engine plans a statement anew at every run when its LIMIT is a bare parameter, since it looks at the
 * value; of a sum it makes nothing.
 */
function page(limit: bigint | null, offset: bigint): RawBuilder<unknown> {
  const skip = offset === 0n ? sql`` : sql` offset ${offset} + 0`;
  if (limit === null) return offset === 0n ? sql`` : sql`limit -1${skip}`;
  return sql`limit ${limit} + 0${skip}`;
}

export const sqlite: Dialect = { name: 'sqlite', title: 'SQLite', sql: sqliteSql, connect };
