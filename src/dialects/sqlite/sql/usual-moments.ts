// The texts of dates and moments that the engine itself can cut into periods.
import { type RawBuilder, sql } from 'kysely';
import type { StoredColumn } from '../../../query/dialect/computing.ts';
import type { Value } from '../../../query/dialect/sql.ts';

const date = '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]';
const time = '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]';

/** Whether a text has one of the two usual forms. A text such as 0000-00-00 is in no period. */
export function isUsualMomentSql(text: string): string {
  const isUsual = `(${text} glob '${date}' or ${text} glob '${date}[ T]${time}')`;
  return `${isUsual} and substr(${text}, 6, 2) between '01' and '12' and substr(${text}, 9, 2) between '01' and '31'`;
}

/** Takes the place of the text. */
const place = '?';

export function isUsualMoment(text: Value): RawBuilder<boolean> {
  const parts = isUsualMomentSql(place).split(place);
  return sql<boolean>`${sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${text}`,
  )}`;
}

/**
 * Whether a reader knows that of all texts in a column; null if it never can. Not for views, whose content may change
 * without a write to the file.
 */
export function areUsualMoments({ entity, column }: StoredColumn): RawBuilder<boolean> | null {
  if (entity.kind !== 'table') return null;
  return sql<boolean>`joinery_moments(${sql.lit(entity.id.table)}, ${sql.lit(column.name)})`;
}
