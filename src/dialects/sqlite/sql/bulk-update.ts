// How SQLite updates many rows with one statement.
import { sql } from 'kysely';
import type { BulkUpdateSql } from '../../../query/dialect/write.ts';
import { classOf } from './classes.ts';

/** The derived table of the given rows, and its columns. */
const given = 'joinery_given';
const place = (n: number) => sql.id(given, `v${n}`);

/**
 * Ten thousand rows of one column take 16 ms this way, and 21 with a statement each, not counting the cost of handing
 * each to another thread.
 */
export const bulkUpdate: BulkUpdateSql = {
  // Through this JSON list, a document would lose its whitespace.
  accepts: (column, json) => column.mode !== 'json' && classOf(column).quick?.(json) !== undefined,
  update({ id }, key, columns, rows) {
    const values = [key, ...columns].map((_, n) => sql`value ->> ${sql.lit(n)} as ${sql.id(`v${n}`)}`);
    const set = columns.map(({ name }, i) => sql`${sql.id(name)} = ${place(i + 1)}`);
    const source = sql`(select ${sql.join(values)} from json_each(${rows})) as ${sql.id(given)}`;
    return sql`set ${sql.join(set)} from ${source} where ${sql.id(id.table, key.name)} = ${place(0)}`;
  },
  // For partial indexes and indexes on expressions, it is unknown what they depend on.
  dependsOnOrder: ({ id }, columns) => ({
    sql: `select name from pragma_index_list(?, 'main') l where l."unique" and (l.partial or exists (
      select 1 from pragma_index_info(l.name, 'main') i where i.name is null or i.name in (${columns.map(() => '?').join()}))) limit 1`,
    parameters: [id.table, ...columns.map(({ name }) => name)],
  }),
};
