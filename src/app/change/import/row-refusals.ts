// Finds out which row of a file the table rejects, and why.
import type { BadRow, ImportBody } from '../../../contract/import.ts';
import { Problem, type ProblemName } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { SeenEntity } from '../../../model/database.ts';
import { baseOf } from '../plan/plan.ts';
import { type Asked, problemOf, refusalProblem } from '../refusals/refusals.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import { toldInFull } from '../refusals/refused-column.ts';
import { isOwnReference } from './own-references.ts';
import { bad, type FileRow } from './rows.ts';

/** Problems of single rows; any other problem ends the import. */
const aboutRows: ReadonlySet<ProblemName> = new Set<ProblemName>([
  'refused-value',
  'refused-by-database',
  'key-taken',
  'conflicting-change',
  'ambiguous-key',
  'forbidden',
]);

/** The remedy if a reference cannot be left open. */
const inOrder = 'Rows that others of the file refer to belong above these.';

/** A row of those tried, and its problem; null if that was reported before. */
interface ToldRow {
  readonly at: number;
  readonly row: BadRow | null;
}

export class RowRefusals {
  readonly #asked: Asked;
  readonly #seen: SeenEntity;
  readonly #mode: ImportBody['mode'];

  constructor(asked: Asked, seen: SeenEntity, { mode }: ImportBody) {
    this.#asked = asked;
    this.#seen = seen;
    this.#mode = mode;
  }

  /**
   * Finds the row that a failure is about; rethrows other failures. `isClosing`: all rows exist, and only the open
   * references are being set.
   */
  async told(
    transaction: WriteTransaction,
    error: unknown,
    rows: readonly FileRow[],
    isClosing: boolean,
  ): Promise<ToldRow> {
    const problem = error instanceof RefusedChange ? await this.#problem(transaction, error) : error;
    if (!(problem instanceof Problem) || !aboutRows.has(problem.kind)) throw error;
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
    const isAhead = mayBeAhead && isOwnReference(baseOf(this.#seen), column);
    return { at, row: bad(row.number, column, isAhead ? `${problem.message} ${inOrder}` : problem.message) };
  }

  /** A refusal that ended the whole import, so that further problems are unknown. */
  async ending(failure: unknown, rows: readonly FileRow[]): Promise<unknown> {
    if (!(failure instanceof RefusedChange)) return failure;
    const { message } = await refusalProblem(failure, this.#asked);
    const number = rows[Number(failure.change.pointer.change.slice(1))]?.number ?? 0;
    const detail = `Row ${number}: ${message} It ended the whole import, so that nobody has looked at the rows behind it.`;
    return new Problem('refused-value', detail, { cause: failure });
  }

  /** With new rows allowed, a key without an updatable row belongs to one that the caller does not see. */
  #notFound(): string {
    return this.#mode === 'both'
      ? `Another row of ${this.#seen.name} has this key.`
      : 'There is no row with this key.';
  }

  async #problem(transaction: WriteTransaction, error: RefusedChange): Promise<Problem> {
    const { dialect } = this.#asked.snapshot;
    return problemOf(await toldInFull(dialect.sql, transaction, error), this.#asked);
  }
}

/** The row refers to one that does not exist. */
export function isReference(error: unknown): boolean {
  return error instanceof RefusedChange && error.refused.kind === 'reference';
}
