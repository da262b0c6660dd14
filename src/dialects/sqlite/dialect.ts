// SQLite: what its SQL spells differently.
import { SqliteQueryCompiler, sql } from 'kysely';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { compileWith } from '../base/compile.ts';
import type { Dialect } from '../dialect.ts';
import { connect } from './readers/run.ts';
import { bulkUpdate } from './sql/bulk-update.ts';
import { keptAsOne } from './sql/classes/writing.ts';
import { classOf, types } from './sql/classes.ts';
import { compare } from './sql/compare.ts';
import { exporting } from './sql/export.ts';
import { computing } from './sql/functions/computing.ts';
import { guard } from './sql/guard.ts';
import { newRows, triggers } from './sql/new-rows.ts';
import { concat, jsonList, usualJsonList } from './sql/render.ts';
import { rowIdentity } from './sql/summarise.ts';
import { openWriter } from './writer/session.ts';

const sqliteSql: SqlDialect = {
  ...types,
  ...compare,
  ...exporting,
  rowIdentity,
  // Whoever may write has the whole file locked.
  changing: {
    acceptsAnyText: true,
    locking: sql``,
    defaults: sql` default values`,
    generatedNumber: 'returning',
    // Also applies to statements inside triggers, so it is used only where necessary.
    conflictClause: sql` or abort`,
    bulkInsert: newRows,
    triggers,
    bulkUpdate,
    keptAsOne,
  },
  computing,
  guard,
  compile: compileWith(SqliteQueryCompiler, 32_766),
  table: ({ table }) => sql.id('main', table),
  concat,
  text: (value) => sql`${value}`,
  textPlace: (place) => place,
  jsonList,
  usualJsonList,
  isBytes: (value) => sql<boolean>`typeof(${value}) = 'blob'`,
  isNumber: (value) => sql<boolean>`typeof(${value}) in ('integer', 'real')`,
  // A scalar subquery keeps the column's affinity, by which a key's text equals a number; a CASE does not.
  masked: (value, isThere) => sql`(select ${value} where ${isThere})`,
  // Whether a value is an integer is known only once it is read.
  slicesBy: (key) => key.every((column) => classOf(column).isWhole),
  writesLimit: false,
  /**
   * With a bare parameter as LIMIT, the engine plans the statement anew at every run, because it peeks at the value;
   * with a sum it does not.
   */
  page(limit, offset) {
    const skip = offset === null ? sql`` : sql` offset ${offset} + 0`;
    if (limit === null) return offset === null ? sql`` : sql`limit -1${skip}`;
    return sql`limit ${limit} + 0${skip}`;
  },
};

export const sqlite: Dialect = { name: 'sqlite', title: 'SQLite', sql: sqliteSql, connect, openWriter };
