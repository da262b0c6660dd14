// What exports need from DuckDB.
import { sql } from 'kysely';
import type { ExportSql, Value } from '../../../query/dialect/sql.ts';
import type { TabledSql } from '../../base/type-class.ts';

export const exporting: Omit<ExportSql, keyof TabledSql> = {
  separated: (separator, fields) => sql<string>`concat_ws(${sql.lit(separator)}, ${sql.join(fields)})`,
  quoted: (text) => sql<string>`coalesce(to_json(${text})::text, 'null')`,
  hasAny(text, characters, place) {
    const found = (one: string): Value =>
      place === 'start'
        ? sql`starts_with(${text}, ${character(one)})`
        : sql`contains(${text}, ${character(one)})`;
    return sql<boolean>`(${sql.join([...characters].map(found), sql` or `)})`;
  },
};

/** Control characters are not written into SQL literally. */
function character(one: string): Value {
  const code = one.charCodeAt(0);
  return code < 32 ? sql`chr(${sql.lit(code)})` : sql.lit(one);
}
