// Finds out what the engine's refusal leaves open: which of several values it is about, or whether a key was altered.
import type { Problem } from '../../../contract/problem.ts';
import { type RefusalKind, Refused, type WriteTransaction } from '../../../dialects/writer.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { alteredKey } from './altered-key.ts';
import { RefusedChange } from './refused-change.ts';

const singleValueKinds: ReadonlySet<RefusalKind> = new Set<RefusalKind>([
  'value',
  'range',
  'length',
  'generated',
]);

/** Whether a transaction could find out more. */
export function isIncomplete(error: RefusedChange): boolean {
  return error.refused.kind === 'unique' || lacksColumn(error);
}

/** Whether the refusal depends on a single value alone. */
export function isAboutOneValue({ kind, isOfType }: Refused): boolean {
  return isOfType || singleValueKinds.has(kind);
}

function lacksColumn({ refused, attempted }: RefusedChange): boolean {
  const several = (attempted?.assignments.length ?? 0) > 1;
  return several && refused.columns.length === 0 && isAboutOneValue(refused);
}

/** The refusal in full. `others`: the set's other changes, if the transaction has not applied them. */
export async function completeRefusal(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  error: RefusedChange,
  others: readonly PlannedChange[] = [],
): Promise<RefusedChange | Problem> {
  if (error.refused.kind === 'unique')
    return (await alteredKey(dialect, transaction, error, others)) ?? error;
  return lacksColumn(error) ? withColumn(dialect, transaction, error) : error;
}

/** Adds the column concerned, if trying one value at a time reveals it. */
async function withColumn(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  error: RefusedChange,
): Promise<RefusedChange> {
  const { refused, change, attempted } = error;
  const statements = TableChanges.of(dialect, change.entity);
  for (const assignment of attempted?.assignments ?? []) {
    const { sql, parameters } = statements.trial(assignment);
    try {
      await transaction.attempt(() => transaction.run(sql, [parameters]));
    } catch (found) {
      if (!(found instanceof Refused)) throw found;
      if (!isAboutOneValue(found)) continue;
      const columns = [assignment.column.name];
      const named = new Refused(found.kind, refused.cause, { ...found, columns });
      return new RefusedChange(named, change, attempted);
    }
  }
  return error;
}
