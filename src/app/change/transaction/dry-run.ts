// A dry run of a change set: its effects, its statements, and every refusal.
import { writeExact } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import { Refused, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Database } from '../../../model/database.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { rowsText } from '../answer.ts';
import type { Applied } from '../apply/apply.ts';
import { ChangeApplier, type NumberedChange } from '../apply/change-applier.ts';
import { findDangling } from '../apply/deferred.ts';
import { guardOf } from '../apply/guard.ts';
import { requireTransactions } from '../apply/transactional.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { type ChangeContext, refusalProblem } from '../refusals/refusals.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import { completeRefusal } from '../refusals/refused-column.ts';
import { keyOf } from '../rows/image.ts';
import { Rows } from '../rows/rows.ts';
import { furtherRefusals, type RefusedOne } from './further-refusals.ts';
import { maySee, recordingStatements, shownStatement } from './shown-statements.ts';
import type { Transactions } from './transactions.ts';
import { type AcceptedChanges, type Failure, tryChanges } from './try-changes.ts';
import { withRetries } from './with-retries.ts';

interface Refusal {
  readonly pointer: string;
  readonly type: string;
  readonly detail: string;
  readonly conflicts?: Problem['extras']['conflicts'];
}

/** The outcome of trying a set. */
interface Outcome {
  readonly applied: readonly Applied[];
  readonly failures: readonly Failure[];
  readonly statements: readonly BoundSql[];
}

/** The answer as JSON. */
export async function dryRun(
  transactions: Transactions,
  context: ChangeContext,
  changes: readonly PlannedChange[],
): Promise<string> {
  const { applied, failures, statements } = await outcomeOf(transactions, context, changes);
  const first = await refusedOf(failures, context);
  const further = await furtherRefusals(changes, first, async (others) =>
    refusedOf((await outcomeOf(transactions, context, others)).failures, context),
  );
  const refusals = [...first, ...further]
    .toSorted((a, b) => a.number - b.number)
    .map(({ problem, number }) => refusalOf(problem, changes[number]?.pointer.change ?? '', number));
  const rows = applied.map((one) => ({
    ...one,
    entity: one.entity.name,
    key: keyOf(one.entity, one.after ?? one.before ?? new Map()),
  }));
  const parts = [
    '"dry_run":true',
    `"changes":${await rowsText(rows, context.snapshot.database)}`,
    `"sql":${JSON.stringify(statements.map(shownStatement))}`,
    `"refusals":${writeExact(refusals)}`,
  ];
  return `{${parts.join(',')}}`;
}

/** The first problem that a dry run of a set finds; null if there is none. */
export async function firstProblem(
  transactions: Transactions,
  context: ChangeContext,
  changes: readonly PlannedChange[],
): Promise<Problem | null> {
  const [first] = (await outcomeOf(transactions, context, changes)).failures;
  return first === undefined ? null : problemOf(first, context);
}

async function refusedOf(failures: readonly Failure[], asked: ChangeContext): Promise<readonly RefusedOne[]> {
  const refused: RefusedOne[] = [];
  for (const failure of failures) {
    const { number, error } = failure;
    refused.push({ number, error, problem: await problemOf(failure, asked) });
  }
  return refused;
}

async function problemOf({ error, change }: Failure, context: ChangeContext): Promise<Problem> {
  // A plain Refused is about other rows, which the change takes along.
  const refused = error instanceof Refused ? new RefusedChange(error, change) : error;
  const problem = refused instanceof RefusedChange ? await refusalProblem(refused, context) : error;
  if (!(problem instanceof Problem)) throw error;
  return problem;
}

/** What failed attempts have revealed. */
interface Known {
  /**
   * Refusals that undo more than their change, because the engine ended the transaction or because they occur at
   * COMMIT. By the number of the change; the other changes are tried again without these.
   */
  readonly ending: Map<number, RefusedChange>;
  /** Whether each change is tried alone, because failed batches tell too little about their changes. */
  isOneByOne: boolean;
  /** The number of attempts with a refusal at the end. */
  ends: number;
}

/**
 * The limit for chains: without a change that was refused at the end, changes that refer to its row are refused at the
 * end of the next attempt.
 */
const maxEnds = 10;

async function outcomeOf(
  transactions: Transactions,
  context: ChangeContext,
  changes: readonly PlannedChange[],
): Promise<Outcome> {
  const known: Known = { ending: new Map(), isOneByOne: changes.length === 1, ends: 0 };
  for (;;) {
    const { ending, isOneByOne } = known;
    const { size } = ending;
    try {
      const outcome = await withRetries(() => triedWithout(known, transactions, context, changes));
      if (outcome !== null) return outcome;
    } catch (error) {
      // If the attempt has revealed a refusal, another attempt without that change finds the others.
      if (ending.size === size && known.isOneByOne === isOneByOne) throw error;
    }
  }
}

/** Null if the changes must be tried again. */
function triedWithout(
  known: Known,
  transactions: Transactions,
  context: ChangeContext,
  changes: readonly PlannedChange[],
): Promise<Outcome | null> {
  const { dialect, fullDatabase, isLimited, principal } = context.snapshot;
  return transactions.try(principal.name, async (transaction) => {
    await requireTransactions(dialect.sql, transaction, changes);
    const statements: BoundSql[] = [];
    const { isOneByOne } = known;
    const watched = recordingStatements(transaction, (statement) => {
      if (maySee(applying.writing, statement, isLimited)) statements.push(statement);
    });
    const guard = guardOf(context, transaction);
    const applying = new ChangeApplier(dialect.sql, watched, {
      database: fullDatabase,
      guard,
      looksAtConsequences: true,
    });
    const numbered = changes.map((change, number): NumberedChange => ({ change, number }));
    const others = numbered.filter(({ number }) => !known.ending.has(number));
    try {
      await applying.lock(others.map(({ change }) => change));
    } catch (error) {
      if (!(error instanceof RefusedChange)) throw error;
      // None of the rows of this table can be locked.
      for (const { change, number } of others) {
        const isSame = change.entity === error.change.entity && change.key !== null;
        if (isSame) known.ending.set(number, new RefusedChange(error.refused, change));
      }
      return null;
    }
    const write = async (some: readonly NumberedChange[]) => {
      const from = statements.length;
      try {
        return await applying.writeSeparately(some);
      } catch (error) {
        // The statements of a single change are reported even if it is refused.
        if (some.length > 1) statements.length = from;
        throw error;
      }
    };
    const tellInFull = (error: unknown) =>
      error instanceof RefusedChange
        ? completeRefusal(dialect.sql, transaction, error)
        : Promise.resolve(error);
    const found = await tryChanges(
      { transaction, write, errorToReport: tellInFull, isOneByOne },
      others,
    ).catch((error: unknown) => {
      if (error instanceof TransactionOver) note(error.failure, known, numbered);
      throw error;
    });
    const applied = await applying.finalResults();
    const rows = new Rows(dialect.sql, transaction);
    const late = isOneByOne
      ? await failuresAtTheEnd(rows, fullDatabase, transaction, found.accepted)
      : await isRefusedAtTheEnd(rows, fullDatabase, transaction, found.accepted);
    if (late === true) {
      known.isOneByOne = true;
      return null;
    }
    if (late !== false && late.isCertain && ++known.ends < maxEnds) {
      for (const { number, error } of late.failures) known.ending.set(number, error);
      known.isOneByOne = false;
      return null;
    }
    const ended = [...known.ending].flatMap(([number, error]): Failure[] => {
      const change = changes[number];
      return change === undefined ? [] : [{ change, number, error }];
    });
    const failures = [...found.failed, ...ended, ...(late === false ? [] : late.failures)];
    return { applied, failures: failures.toSorted((a, b) => a.number - b.number), statements };
  });
}

/** Records the refusal that ended the transaction if the change was tried alone; otherwise each is tried alone next. */
function note(failure: unknown, known: Known, changes: readonly NumberedChange[]): void {
  const one = failure instanceof RefusedChange ? failure : null;
  const number = changes.findIndex(({ change }) => change === one?.change);
  if (known.isOneByOne && one !== null && number >= 0) known.ending.set(number, one);
  known.isOneByOne = true;
}

/** Whether COMMIT would refuse any of the changes. */
async function isRefusedAtTheEnd(
  rows: Rows,
  database: Database,
  transaction: WriteTransaction,
  taken: readonly AcceptedChanges[],
): Promise<boolean> {
  try {
    if (await transaction.attempt(() => transaction.checkDeferred())) return false;
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
  const applied = taken.flatMap((one) => one.applied);
  return (await findDangling(rows, database, applied)) !== null;
}

/** What COMMIT would refuse, and whether it is certain which changes are to blame. */
interface CommitRefusals {
  readonly failures: readonly (NumberedChange & { readonly error: RefusedChange })[];
  readonly isCertain: boolean;
}

/** Engines report at most the first violation, and SQLite none, so references are looked up here. */
async function failuresAtTheEnd(
  rows: Rows,
  database: Database,
  transaction: WriteTransaction,
  taken: readonly AcceptedChanges[],
): Promise<CommitRefusals | false> {
  const failures: CommitRefusals['failures'][number][] = [];
  for (const { changes, applied } of taken) {
    const [first] = changes;
    const found = first === undefined ? null : await findDangling(rows, database, applied);
    if (first === undefined || found === null) continue;
    const refused = new Refused(found.kind, 'deferred', { constraint: found.key.name });
    failures.push({ ...first, error: new RefusedChange(refused, first.change) });
  }
  if (failures.length > 0) return { failures, isCertain: true };
  const [first] = taken.flatMap(({ changes }) => changes);
  if (first === undefined) return false;
  try {
    await transaction.attempt(() => transaction.checkDeferred());
    return false;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { failures: [{ ...first, error: new RefusedChange(error, first.change) }], isCertain: false };
  }
}

function refusalOf({ kind, message, extras }: Problem, pointer: string, number: number): Refusal {
  const { conflicts } = extras;
  return {
    pointer: extras.pointer ?? pointer,
    type: `urn:joinery:problem:${kind}`,
    detail: message,
    ...(conflicts === undefined ? {} : { conflicts: conflicts.map((one) => ({ ...one, change: number })) }),
  };
}
