// Finds out which of several values an engine has refused, where it does not tell.
import { type RefusalKind, Refused, type WriteTransaction } from '../../../dialects/writer.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import { RefusedChange } from './refused-change.ts';

/** What is wrong with a value by itself, whatever stands beside it. */
const aboutOneValue: ReadonlySet<RefusalKind> = new Set<RefusalKind>([
  'value',
  'range',
  'length',
  'generated',
]);

/** Whether it is worth a transaction to find out which value it was. */
export function isUnnamed({ refused, attempted }: RefusedChange): boolean {
  const several = (attempted?.assignments.length ?? 0) > 1;
  return several && refused.columns.length === 0 && aboutOneValue.has(refused.kind);
}

/** The same refusal with the column that it is about, if the engine tells when it is given one value at a time. */
export async function withColumn(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  error: RefusedChange,
): Promise<RefusedChange> {
  if (!isUnnamed(error)) return error;
  const { refused, change, attempted } = error;
  const statements = TableChanges.of(dialect, change.entity);
  for (const assignment of attempted?.assignments ?? []) {
    const { sql, parameters } = statements.trial(assignment);
    try {
      await transaction.attempt(() => transaction.run(sql, [parameters]));
    } catch (found) {
      if (!(found instanceof Refused)) throw found;
      if (!aboutOneValue.has(found.kind)) continue;
      const columns = [assignment.column.name];
      const named = new Refused(found.kind, refused.cause, { constraint: found.constraint, columns });
      return new RefusedChange(named, change, attempted);
    }
  }
  return error;
}
