// A change set that is tried and leaves everything as it is: what it would do, in which words, and every refusal.
import { writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { BoundSql } from '../../query/dialect/sql.ts';
import { rowsText } from './answer.ts';
import { type Applied, applyChanges, RefusedChange } from './apply.ts';
import { Cascades } from './cascades.ts';
import { guardOf } from './guard.ts';
import { type Image, keyOf } from './image.ts';
import type { PlannedChange } from './planned.ts';
import { type Asked, refusalProblem } from './refusals.ts';
import type { Transactions } from './transactions.ts';

interface Refusal {
  readonly pointer: string;
  readonly type: string;
  readonly detail: string;
  readonly conflicts?: Problem['extras']['conflicts'];
}

/** JSON of what is answered. */
export async function tryOut(
  transactions: Transactions,
  asked: Asked,
  changes: readonly PlannedChange[],
): Promise<string> {
  const { dialect, database, whole } = asked.snapshot;
  const told: BoundSql[] = [];
  const { applied, failures } = await transactions.try(async (transaction) => {
    const watched = telling(transaction, told);
    const done: Applied[] = [];
    const failed: { readonly error: unknown; readonly change: PlannedChange; readonly number: number }[] = [];
    const made = new Map<string, Image>();
    // One by one, so that what one refuses says nothing about the others.
    for (const [number, change] of changes.entries()) {
      try {
        const guard = guardOf(asked, transaction);
        const one = () => applyChanges(dialect.sql, watched, [change], new Cascades(whole), guard, made);
        done.push(...(await transaction.attempt(one)));
      } catch (error) {
        failed.push({ error, change, number });
      }
    }
    return { applied: done, failures: failed };
  });
  const refusals: Refusal[] = [];
  for (const { error, change, number } of failures) {
    const problem = error instanceof RefusedChange ? await refusalProblem(error, asked) : error;
    if (!(problem instanceof Problem)) throw error;
    refusals.push(refusalOf(problem, change, number));
  }
  const rows = applied.map((one) => ({
    ...one,
    entity: one.entity.name,
    key: keyOf(one.entity, one.after ?? one.before ?? new Map()),
  }));
  const parts = [
    '"dry_run":true',
    `"changes":${rowsText(rows, database)}`,
    `"sql":${JSON.stringify(told.map(shownStatement))}`,
    `"refusals":${writeExact(refusals)}`,
  ];
  return `{${parts.join(',')}}`;
}

function refusalOf({ kind, message, extras }: Problem, { pointer }: PlannedChange, number: number): Refusal {
  const { conflicts } = extras;
  return {
    pointer: extras.pointer ?? pointer.change,
    type: `urn:joinery:problem:${kind}`,
    detail: message,
    ...(conflicts === undefined ? {} : { conflicts: conflicts.map((one) => ({ ...one, change: number })) }),
  };
}

/** Only what changes something is told: what is read meanwhile is no part of the change. */
function telling(transaction: WriteTransaction, told: BoundSql[]): WriteTransaction {
  return {
    rows: (statement) => {
      if (/^insert /.test(statement.sql)) told.push(statement);
      return transaction.rows(statement);
    },
    run: (sql, lists) => {
      for (const parameters of lists) told.push({ sql, parameters });
      return transaction.run(sql, lists);
    },
    attempt: (work) => transaction.attempt(work),
    checkDeferred: () => transaction.checkDeferred(),
    mark: () => transaction.mark(),
  };
}

function shownStatement({ sql, parameters }: BoundSql): { sql: string; parameters: unknown[] } {
  return { sql, parameters: parameters.map(shownParameter) };
}

function shownParameter(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return typeof value === 'bigint' ? String(value) : value;
}
