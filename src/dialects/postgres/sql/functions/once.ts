// Values that are written and computed once, however often an expression mentions them.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../../query/dialect/sql.ts';

const all = sql.id('once');

/** Without OFFSET, the engine would write the values in wherever they are mentioned. */
export function once(
  values: readonly Value[],
  make: (...names: readonly Value[]) => Value,
): RawBuilder<unknown> {
  const names = values.map((_, i) => sql.id(`v${i}`));
  const fields = values.map((value, i) => sql`${value} as ${names[i]}`);
  const made = make(...names.map((name) => sql`${all}.${name}`));
  return sql`(select ${made} from (select ${sql.join(fields)} offset 0) as ${all})`;
}
