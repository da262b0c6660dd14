// MySQL and MariaDB: what their SQL spells differently.
import { MysqlQueryCompiler, sql } from 'kysely';
import type { SqlDialect, TextSql } from '../../query/dialect/sql.ts';
import { compileWith } from '../base/compile.ts';
import { tabled } from '../base/type-class.ts';
import type { Dialect } from '../dialect.ts';
import { counted } from './sql/classes/summaries.ts';
import { shownAs } from './sql/classes/traits.ts';
import { classOf } from './sql/classes.ts';
import { compare } from './sql/compare.ts';
import { exporting } from './sql/export.ts';
import { computing } from './sql/functions/computing.ts';
import { newRows } from './sql/new-rows.ts';
import { withoutTransactions } from './sql/storage-engines.ts';
import { mysqlHosts } from './wire/hosts.ts';
import { connect } from './wire/run.ts';
import { openWriter } from './writer/session.ts';

/** Written into the SQL, escaped: a record has one before each value, and binding them costs more than reading it. */
function literal(text: string): TextSql {
  return sql.lit(text);
}

/** The engine has no other way to say all rows. */
const everything = sql.raw(String(2n ** 64n - 1n));

const mysqlSql: SqlDialect = {
  ...tabled(classOf, counted),
  ...compare,
  rowIdentity: () => null,
  ...exporting,
  changing: {
    hidesOffsets: true,
    locking: sql` for update`,
    rowsPerInsert: 100,
    holdsOwnReferences: true,
    withoutTransactions,
    shownAs: (column, json) => shownAs(json, (value) => sql`trim(${classOf(column).json(value, column)})`),
    defaults: sql` () values ()`,
    generatedNumber: sql`concat(last_insert_id())`,
    bulkInsert: newRows,
  },
  computing,
  compile: compileWith(MysqlQueryCompiler),
  // Without a schema: a session sees only its own database.
  table: ({ table }) => sql.id(table),
  concat: (parts) =>
    sql`concat(${sql.join(parts.map((part) => (typeof part === 'string' ? literal(part) : part)))})`,
  text: literal,
  textPlace: (place) => place,
  // MariaDB turns a plain EXISTS into a semijoin, and removes the wrong duplicates.
  preventJoin: (exists) => sql<boolean>`((${exists}) is true)`,
  // Only few distinct limits occur, and a bound one takes the engine longer.
  writesLimit: true,
  page(limit, offset) {
    if (limit === null && offset === null) return sql``;
    return sql`limit ${limit ?? everything}${offset === null ? sql`` : sql` offset ${offset}`}`;
  },
};

export const mysql: Dialect = {
  name: 'mysql',
  title: 'MySQL or MariaDB',
  sql: mysqlSql,
  connect,
  hosts: mysqlHosts,
  openWriter,
};
