// The statements that a dry run shows.
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { PlannedChange } from '../plan/planned.ts';

/**
 * Whether the caller may see a change's statement: all of them name the key's columns, to return the key of a new row,
 * and one that removes a reference before a deletion tells that there is one, perhaps in another table, whose rows go
 * along. `isLimited`: whether a policy limits what the caller sees.
 */
export function maySee(
  change: Pick<PlannedChange, 'op' | 'entity' | 'visibleEntity'> | null,
  statement: BoundSql,
  isLimited: boolean,
): boolean {
  if (change === null) return true;
  const { op, entity, visibleEntity } = change;
  if (op === 'delete' && isLimited && !/^delete /.test(statement.sql)) return false;
  return entity.key.every(({ name }) => visibleEntity.column.has(name));
}

/** Records only statements that change something, not the reads in between. */
export function recordingStatements(
  transaction: WriteTransaction,
  record: (statement: BoundSql) => void,
): WriteTransaction {
  const recordNew = (statement: BoundSql) => {
    if (/^insert /.test(statement.sql)) record(statement);
    return statement;
  };
  return {
    showsNewRows: transaction.showsNewRows,
    rows: (statement) => transaction.rows(recordNew(statement)),
    lines: (statement) => transaction.lines(recordNew(statement)),
    run: (sql, lists) => {
      for (const parameters of lists) record({ sql, parameters });
      return transaction.run(sql, lists);
    },
    runBatch: (steps) => {
      for (const { sql, lists } of steps) {
        if (!/^select /.test(sql)) for (const parameters of lists) record({ sql, parameters });
      }
      return transaction.runBatch(steps);
    },
    flush: () => transaction.flush(),
    setUser: (user) => transaction.setUser(user),
    attempt: (work) => transaction.attempt(work),
    checkDeferred: () => transaction.checkDeferred(),
    mark: () => transaction.mark(),
  };
}

export function shownStatement({ sql, parameters }: BoundSql): { sql: string; parameters: unknown[] } {
  return { sql, parameters: parameters.map(shownParameter) };
}

function shownParameter(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return typeof value === 'bigint' ? String(value) : value;
}
