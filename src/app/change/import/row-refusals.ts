// Finds out which row of a file the table rejects, and why.
import type { BadRow, ImportBody } from '../../../contract/import.ts';
import { Problem, type ProblemName } from '../../../contract/problem.ts';
import { Refused, type WriteTransaction } from '../../../dialects/writer.ts';
import type { VisibleEntity } from '../../../model/database.ts';
import { baseOf } from '../plan/plan.ts';
import { type ChangeContext, problemOf, refusalProblem } from '../refusals/refusals.ts';
import { deniedToService, RefusedChange } from '../refusals/refused-change.ts';
import { completeRefusal } from '../refusals/refused-column.ts';
import { bad, type FileRow } from './rows.ts';
import { isSelfReference } from './self-references.ts';

/** Problems of single rows; any other problem ends the import. */
const rowProblems: ReadonlySet<ProblemName> = new Set<ProblemName>([
  'refused-value',
  'refused-by-database',
  'key-taken',
  'conflicting-change',
  'ambiguous-key',
  'forbidden',
]);

/** The remedy if a reference cannot be left open. */
const orderRemedy = 'Rows that others of the file refer to belong above these.';

/** A row of those tried, and its problem; null if that was reported before. */
interface RefusedRow {
  readonly at: number;
  readonly row: BadRow | null;
}

export class RowRefusals {
  readonly #context: ChangeContext;
  readonly #visibleEntity: VisibleEntity;
  readonly #mode: ImportBody['mode'];

  constructor(context: ChangeContext, visibleEntity: VisibleEntity, { mode }: ImportBody) {
    this.#context = context;
    this.#visibleEntity = visibleEntity;
    this.#mode = mode;
  }

  /**
   * Finds the row that a failure is about; rethrows other failures. `isClosing`: all rows exist, and only the open
   * references are being set.
   */
  async identifyRow(
    transaction: WriteTransaction,
    error: unknown,
    rows: readonly FileRow[],
    isClosing: boolean,
  ): Promise<RefusedRow> {
    // The table's rows cannot even be looked up.
    if (error instanceof Refused) throw deniedToService(error);
    const problem = error instanceof RefusedChange ? await this.#problem(transaction, error) : error;
    if (!(problem instanceof Problem) || !rowProblems.has(problem.kind)) throw error;
    const { pointer, conflicts } = problem.extras;
    const [, place, name] = pointer?.split('/') ?? [];
    const at = conflicts?.[0]?.change ?? Number(place);
    const row = rows[at];
    if (row === undefined) throw error;
    const column = name?.replaceAll('~1', '/').replaceAll('~0', '~') ?? null;
    if (conflicts !== undefined) {
      // The reason why this row was not inserted was reported before.
      return { at, row: isClosing ? null : bad(row.number, column, this.#notFound()) };
    }
    const mayBeAhead = isReference(error) && !isClosing && this.#mode !== 'update';
    const isAhead = mayBeAhead && isSelfReference(baseOf(this.#visibleEntity), column);
    return {
      at,
      row: bad(row.number, column, isAhead ? `${problem.message} ${orderRemedy}` : problem.message),
    };
  }

  /** A refusal that ended the whole import, so that further problems are unknown. */
  async endingProblem(failure: unknown, rows: readonly FileRow[]): Promise<unknown> {
    if (!(failure instanceof RefusedChange)) return failure;
    const { message } = await refusalProblem(failure, this.#context);
    const number = rows[Number(failure.change.pointer.change.slice(1))]?.number ?? 0;
    const detail = `Row ${number}: ${message} It ended the whole import, so that nobody has looked at the rows behind it.`;
    return new Problem('refused-value', detail, { cause: failure });
  }

  /** With new rows allowed, a key without an updatable row belongs to one that the caller does not see. */
  #notFound(): string {
    return this.#mode === 'both'
      ? `Another row of ${this.#visibleEntity.name} has this key.`
      : 'There is no row with this key.';
  }

  async #problem(transaction: WriteTransaction, error: RefusedChange): Promise<Problem> {
    const { dialect } = this.#context.snapshot;
    return problemOf(await completeRefusal(dialect.sql, transaction, error), this.#context);
  }
}

/** The row refers to one that does not exist. */
export function isReference(error: unknown): boolean {
  return error instanceof RefusedChange && error.refused.kind === 'reference';
}
