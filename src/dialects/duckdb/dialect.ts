// DuckDB: what its SQL spells differently.
import { PostgresQueryCompiler, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { computedColumn } from '../../query/pseudo.ts';
import { compileWith } from '../base/compile.ts';
import { tabled } from '../base/type-class.ts';
import type { Dialect } from '../dialect.ts';
import { connect } from './run/connect.ts';
import { counted } from './sql/classes/numbers.ts';
import { classOf } from './sql/classes.ts';
import { compare } from './sql/compare.ts';
import { exporting } from './sql/export.ts';
import { computing } from './sql/functions/computing.ts';
import { type Storage, storageOf } from './sql/types.ts';

/** The physical location of a row. */
const place: readonly Column[] = [
  { ...computedColumn('integer', 'integer', 'BIGINT'), name: 'rowid', nullable: false },
];

/** Types whose texts parse back to the same value, and that have one order for all uses. */
const ranged: ReadonlySet<Storage> = new Set(['integer', 'decimal', 'text', 'uuid', 'date', 'timestamp']);

const duckdbSql: SqlDialect = {
  ...tabled(classOf, counted),
  ...compare,
  ...exporting,
  rowIdentity: ({ kind, column, restriction }) =>
    kind === 'view' || restriction !== null || column.has('rowid') ? null : place,
  // The engine is only read; writing exists for the other engines.
  changing: { locking: sql``, defaults: sql` default values`, generatedNumber: 'returning' },
  computing,
  // Statements are planned anew each time, and planning the text of a row takes longer than finding the row.
  inParts: (value, column) => classOf(column).inParts(value, column),
  // For a single value the engine skips whole blocks of rows; for several it scans all blocks that contain any.
  queriesKeysSeparately: true,
  compile: compileWith(PostgresQueryCompiler),
  table: ({ database, schema, table }) => sql.id(...[database, schema, table].filter((part) => part != null)),
  concat: (parts) =>
    parts.length === 0
      ? sql<string>`''`
      : sql<string>`concat(${sql.join(parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part)))})`,
  text: (value) => sql<string>`${value}::text`,
  textPlace: (value) => sql<string>`${value}::text`,
  rangesBy: (column) => ranged.has(storageOf(column)),
  writesLimit: true,
  page(limit, offset) {
    const skip = offset === null ? sql`` : sql` offset ${offset}`;
    return limit === null ? skip : sql`limit ${limit}${skip}`;
  },
};

export const duckdb: Dialect = { name: 'duckdb', title: 'DuckDB', sql: duckdbSql, connect, openWriter: null };
