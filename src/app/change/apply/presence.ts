// Whether rows are among those that a view of the database shows.
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Entity, VisibleEntity } from '../../../model/database.ts';
import type { Statement } from '../../../query/dialect/statement.ts';
import { presenceStatement } from '../../read/record-statements.ts';
import type { Snapshot } from '../../snapshot.ts';
import { addressIn, type Image } from '../rows/image.ts';

/** Rows to look up per statement. */
const keysPerStatement = 64;

type View = Parameters<typeof presenceStatement>[0] & Pick<Snapshot, 'database'>;

/** Finds the row if the view shows it; null if the view cannot show it. */
export function presenceIn(view: View, { name }: Entity, row: Image): Statement | null {
  const visibleEntity = view.database.entities.get(name);
  const key = visibleEntity === undefined ? null : keyOf(visibleEntity, row);
  return visibleEntity === undefined || key === null ? null : presenceStatement(view, visibleEntity, key);
}

/** The row's address; null if the caller may not see its whole key. */
export function keyOf(visibleEntity: VisibleEntity, row: Image) {
  const columns = visibleEntity.key;
  if (columns.length === 0) return null;
  const texts = columns.map((column) => addressIn(row, column));
  return { columns, texts, isUnique: false };
}

/** The indexes of the statements that find a row; of a row that the engine matches with two keys, only one. */
export async function presentAmong(
  transaction: WriteTransaction,
  statements: readonly (Statement | null)[],
): Promise<Set<number>> {
  const present = new Set<number>();
  const keyed = statements.map((statement) => statement?.hints?.keyed);
  for (const [reads, same] of Map.groupBy(keyed.keys(), (i) => keyed[i]?.reads)) {
    for (let from = 0; reads !== undefined && from < same.length; from += keysPerStatement) {
      const some = same.slice(from, from + keysPerStatement);
      const together = reads.together(some.map((i) => keyed[i]?.values ?? []));
      for (const [, number] of await transaction.rows(together)) {
        const at = some[Number(number)];
        if (at !== undefined) present.add(at);
      }
    }
  }
  return present;
}
