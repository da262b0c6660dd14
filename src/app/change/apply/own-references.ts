// The references of rows to themselves that can be removed before the rows are deleted.
import type { Column, Entity } from '../../../model/database.ts';
import { textsIn } from '../rows/image.ts';
import type { Resolved } from './resolved.ts';

/** For each foreign key: a column that may be null, and the changes whose rows refer to themselves by the key. */
export function ownReferences(
  entity: Entity,
  changes: readonly Resolved[],
): readonly { readonly column: Column; readonly selfReferencing: readonly Resolved[] }[] {
  return entity.foreignKeys.flatMap(({ target, onDelete, columns, targetColumns }) => {
    if (target !== entity.name || onDelete !== 'refuse') return [];
    // The row's key still has to find it.
    const column = columns.find((one) => one.nullable && !one.generated && !entity.key.includes(one));
    if (column === undefined) return [];
    const selfReferencing = changes.filter(({ row }) => {
      if (row === null) return false;
      const own = textsIn(row, targetColumns);
      return textsIn(row, columns).every((text, i) => text !== 'null' && text === own[i]);
    });
    return selfReferencing.length === 0 ? [] : [{ column, selfReferencing }];
  });
}
