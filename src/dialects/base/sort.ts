// The order of rows on engines that have words for where nulls stand.
import { sql } from 'kysely';
import type { CompareSql } from '../../query/dialect/sql.ts';

export const sort: CompareSql['sort'] = (value, { descending, nullsFirst, nullable }) => {
  const direction = descending ? sql` desc` : sql``;
  const nulls = !nullable ? sql`` : nullsFirst ? sql` nulls first` : sql` nulls last`;
  return sql`${value}${direction}${nulls}`;
};
