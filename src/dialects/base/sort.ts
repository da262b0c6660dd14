// ORDER BY for engines with NULLS FIRST and NULLS LAST.
import { sql } from 'kysely';
import type { CompareSql } from '../../query/dialect/sql.ts';

export const sort: CompareSql['sort'] = (value, { descending, nullsFirst, nullable }) => {
  const direction = descending ? sql` desc` : sql``;
  const nulls = !nullable ? sql`` : nullsFirst ? sql` nulls first` : sql` nulls last`;
  return sql`${value}${direction}${nulls}`;
};
