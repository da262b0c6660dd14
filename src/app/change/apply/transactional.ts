// Refuses to change tables that the engine cannot roll back: nothing could be tried, or applied as a whole.
import { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Entity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';

/** Tables that are known to have transactions: every change asks, and most change a few tables only. */
const transactional = new WeakSet<Entity>();

/** Must be called before anything is written. */
export async function requireTransactions(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: Iterable<{ readonly entity: Entity; readonly pointer: { readonly change: string } }>,
): Promise<void> {
  const { withoutTransactions } = dialect.changing;
  if (withoutTransactions === undefined) return;
  for (const { entity, pointer } of changes) {
    if (transactional.has(entity)) continue;
    const [row] = await transaction.rows(withoutTransactions(entity));
    if (row !== undefined) throw cannotRollBack(entity, row[0] ?? '', pointer.change);
    transactional.add(entity);
  }
}

function cannotRollBack({ name }: Entity, storage: string, pointer: string): Problem {
  const detail = `The rows of ${name} cannot be changed: its storage engine ${storage} has no transactions, so a change could be neither tried nor applied as a whole.`;
  return new Problem('refused-by-database', detail, pointer === '' ? {} : { pointer });
}
