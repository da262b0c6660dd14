// Compares a page's rows with their current state, as the texts that the engine shows. Differing rows are compared cell
// by cell elsewhere: not every difference matters for an undo.
import { itemsOf } from '../../../contract/json-parts.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Database, Entity } from '../../../model/database.ts';
import type { FinalRows } from '../journal/page-text.ts';
import type { Rows } from '../rows/rows.ts';

/** Locks the rows. */
export async function areUnchanged(
  transaction: WriteTransaction,
  rows: Rows,
  database: Database,
  left: readonly FinalRows[],
): Promise<boolean> {
  for (const one of left) {
    if (one.lists.length > 0 && !(await isTableUnchanged(transaction, rows, database, one))) return false;
  }
  return true;
}

async function isTableUnchanged(
  transaction: WriteTransaction,
  rows: Rows,
  database: Database,
  left: FinalRows,
): Promise<boolean> {
  const entity = database.entities.get(left.entity);
  const order = entity === undefined ? null : orderOf(entity, left);
  if (entity === undefined || order === null) return false;
  const keyPlaces = entity.key.map((column) => entity.columns.indexOf(column));
  const lists = new Set<string>();
  const keys = left.lists.map((list) => {
    const items = itemsOf(list);
    const own = order.map((place) => items[place] ?? 'null');
    lists.add(`[${own.join()}]`);
    return keyPlaces.map((place) => own[place] ?? 'null');
  });
  for (const { keys: some, statement } of rows.reads(entity, keys)) {
    const found = statement === null ? [] : await transaction.rows(statement);
    // Each key finds one row, so an equal number of known rows means all of them.
    if (found.length !== some.length || !found.every(([list]) => lists.has(list ?? ''))) return false;
  }
  return true;
}

/** The positions of the table's columns in the lists; null if its columns have changed or it has no key. */
function orderOf({ columns, keyKind }: Entity, left: FinalRows): readonly number[] | null {
  if (keyKind === 'all' || keyKind === 'none' || columns.length !== left.columns.length) return null;
  const order = columns.map(({ name }) => left.columns.indexOf(name));
  return order.includes(-1) ? null : order;
}
