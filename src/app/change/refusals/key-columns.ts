// The columns of a key that is taken.
import type { Refused } from '../../../dialects/writer.ts';
import type { Column } from '../../../model/database.ts';
import type { PlannedChange } from '../plan/planned.ts';

/** The columns of the violated index; empty if the caller may not see all of them. */
export function uniqueColumns(
  { columns, constraint }: Refused,
  { visibleEntity, entity }: PlannedChange,
): Column[] {
  const isPrimary = constraint === 'PRIMARY' || constraint === `${entity.id.table}_pkey`;
  const index = isPrimary
    ? entity.primaryKey
    : entity.indexes.find(({ name, unique }) => unique && name === constraint)?.columns;
  const names = columns.length > 0 ? columns : (index ?? []);
  const found = names.flatMap((name) => visibleEntity.column.get(name) ?? []);
  return found.length === names.length ? found : [];
}
