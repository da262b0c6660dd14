// A dry run of a change set: its effects, its statements, and every refusal.
import { writeExact } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import { Refused, RolledBack, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Database } from '../../../model/database.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { rowsText } from '../answer.ts';
import type { Applied } from '../apply/apply.ts';
import { Applying } from '../apply/applying.ts';
import { danglingBy } from '../apply/deferred.ts';
import { guardOf } from '../apply/guard.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { type Asked, refusalProblem } from '../refusals/refusals.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import { toldInFull } from '../refusals/refused-column.ts';
import { keyOf } from '../rows/image.ts';
import { Rows } from '../rows/rows.ts';
import { repeated } from './repeated.ts';
import type { Transactions } from './transactions.ts';

interface Refusal {
  readonly pointer: string;
  readonly type: string;
  readonly detail: string;
  readonly conflicts?: Problem['extras']['conflicts'];
}

interface Failure {
  readonly error: unknown;
  readonly change: PlannedChange;
  readonly number: number;
}

/** A change that the engine has accepted so far. */
interface Tried {
  readonly change: PlannedChange;
  readonly number: number;
  readonly applied: readonly Applied[];
}

/** The result of a dry run. */
interface Outcome {
  readonly applied: readonly Applied[];
  readonly failures: readonly Failure[];
  readonly told: readonly BoundSql[];
}

/** The answer as JSON. */
export async function tryOut(
  transactions: Transactions,
  asked: Asked,
  changes: readonly PlannedChange[],
): Promise<string> {
  const { applied, failures, told } = await outcomeOf(transactions, asked, changes);
  const refusals: Refusal[] = [];
  for (const failure of failures) {
    refusals.push(refusalOf(await problemOf(failure, asked), failure.change, failure.number));
  }
  const rows = applied.map((one) => ({
    ...one,
    entity: one.entity.name,
    key: keyOf(one.entity, one.after ?? one.before ?? new Map()),
  }));
  const parts = [
    '"dry_run":true',
    `"changes":${rowsText(rows, asked.snapshot.database)}`,
    `"sql":${JSON.stringify(told.map(shownStatement))}`,
    `"refusals":${writeExact(refusals)}`,
  ];
  return `{${parts.join(',')}}`;
}

/** The first problem of a set when its changes are tried one by one; null if there is none. */
export async function firstProblem(
  transactions: Transactions,
  asked: Asked,
  changes: readonly PlannedChange[],
): Promise<Problem | null> {
  const [first] = (await outcomeOf(transactions, asked, changes)).failures;
  return first === undefined ? null : problemOf(first, asked);
}

async function problemOf({ error }: Failure, asked: Asked): Promise<Problem> {
  const problem = error instanceof RefusedChange ? await refusalProblem(error, asked) : error;
  if (!(problem instanceof Problem)) throw error;
  return problem;
}

/** Refusals with which the engine ended the transaction, by change number. */
type Ending = Map<number, RefusedChange>;

async function outcomeOf(
  transactions: Transactions,
  asked: Asked,
  changes: readonly PlannedChange[],
): Promise<Outcome> {
  const ending: Ending = new Map();
  for (;;) {
    const known = ending.size;
    try {
      return await repeated(() => triedWithout(ending, transactions, asked, changes));
    } catch (error) {
      // Further refusals show when the others are tried again without this change.
      if (ending.size === known) throw error;
    }
  }
}

function triedWithout(
  ending: Ending,
  transactions: Transactions,
  asked: Asked,
  changes: readonly PlannedChange[],
): Promise<Outcome> {
  const { dialect, whole } = asked.snapshot;
  const told: BoundSql[] = [];
  return transactions.try(asked.snapshot.principal.name, async (transaction) => {
    const tried: Tried[] = [];
    const failed: Failure[] = [];
    let own: BoundSql[] = [];
    const watched = telling(transaction, (statement) => own.push(statement));
    const guard = guardOf(asked, transaction);
    const applying = new Applying(dialect.sql, watched, { database: whole, guard });
    await applying.lock(changes);
    // One by one, so that a refusal does not affect the other changes.
    for (const [number, change] of changes.entries()) {
      const known = ending.get(number);
      if (known !== undefined) {
        failed.push({ error: known, change, number });
        continue;
      }
      own = [];
      try {
        const applied = await transaction.attempt(() => applying.writeAlone(change, number));
        tried.push({ change, number, applied });
      } catch (caught) {
        if (caught instanceof TransactionOver && caught.failure instanceof RefusedChange) {
          ending.set(number, caught.failure);
        }
        if (caught instanceof TransactionOver || caught instanceof RolledBack) throw caught;
        const isRefused = caught instanceof RefusedChange;
        const error = isRefused ? await toldInFull(dialect.sql, transaction, caught) : caught;
        failed.push({ error, change, number });
      }
      if (seesKey(change)) told.push(...own);
    }
    const applied = await applying.inTheEnd();
    failed.push(...(await failuresAtTheEnd(new Rows(dialect.sql, transaction), whole, transaction, tried)));
    return { applied, failures: failed.toSorted((a, b) => a.number - b.number), told };
  });
}

/** Statements return the key of a new row, whether or not the caller may see it. */
function seesKey({ seen, entity }: PlannedChange): boolean {
  return entity.key.every(({ name }) => seen.column.has(name));
}

/**
 * What COMMIT would refuse. Engines report at most the first violation, and SQLite none, so references are looked up
 * here.
 */
async function failuresAtTheEnd(
  rows: Rows,
  database: Database,
  transaction: WriteTransaction,
  tried: readonly Tried[],
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { change, number, applied } of tried) {
    const found = await danglingBy(rows, database, applied);
    if (found === null) continue;
    const refused = new Refused(found.kind, 'deferred', { constraint: found.key.name });
    failures.push({ error: new RefusedChange(refused, change), change, number });
  }
  const [first] = tried;
  if (failures.length > 0 || first === undefined) return failures;
  try {
    await transaction.attempt(() => transaction.checkDeferred());
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The engine does not say which change it is about.
    const { change, number } = first;
    return [{ error: new RefusedChange(error, change), change, number }];
  }
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

/** Records only statements that change something, not the reads in between. */
function telling(transaction: WriteTransaction, tell: (statement: BoundSql) => void): WriteTransaction {
  const tellNew = (statement: BoundSql) => {
    if (/^insert /.test(statement.sql)) tell(statement);
    return statement;
  };
  return {
    showsNewRows: transaction.showsNewRows,
    rows: (statement) => transaction.rows(tellNew(statement)),
    lines: (statement) => transaction.lines(tellNew(statement)),
    run: (sql, lists) => {
      for (const parameters of lists) tell({ sql, parameters });
      return transaction.run(sql, lists);
    },
    together: (steps) => {
      for (const { sql, lists } of steps) {
        if (!/^select /.test(sql)) for (const parameters of lists) tell({ sql, parameters });
      }
      return transaction.together(steps);
    },
    catchUp: () => transaction.catchUp(),
    actFor: (user) => transaction.actFor(user),
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
