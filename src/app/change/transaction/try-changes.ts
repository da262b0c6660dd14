// Finds out which changes of a set are accepted and which are refused. They are tried in batches, which are split only
// after a failure, so that a set without refusals takes no longer to try than to apply.
import { Problem } from '../../../contract/problem.ts';
import { Refused, RolledBack, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Applied } from '../apply/apply.ts';
import type { NumberedChange } from '../apply/change-applier.ts';
import { RefusedChange } from '../refusals/refused-change.ts';

export interface Failure extends NumberedChange {
  readonly error: unknown;
}

/** Changes that the engine has accepted so far. */
export interface AcceptedChanges {
  readonly changes: readonly NumberedChange[];
  readonly applied: readonly Applied[];
}

/** How changes are tried. */
export interface TryOptions {
  readonly transaction: WriteTransaction;
  /** Writes some changes, and returns the effects; throws if one of them fails. */
  readonly write: (some: readonly NumberedChange[]) => Promise<readonly Applied[]>;
  /** The error to report for a change that failed on its own. */
  readonly errorToReport: (error: unknown) => Promise<unknown>;
  /** Whether each change is tried on its own, so that a failure says nothing about the others. */
  readonly isOneByOne: boolean;
}

export interface TryResult {
  readonly accepted: readonly AcceptedChanges[];
  readonly failed: readonly Failure[];
}

/**
 * A failed batch is tried again in parts, in order, on the state that the accepted ones before have left. In the end
 * every refused change has failed on its own.
 */
export async function tryChanges(trial: TryOptions, changes: readonly NumberedChange[]): Promise<TryResult> {
  const taken: AcceptedChanges[] = [];
  const failed: Failure[] = [];
  let most = trial.isOneByOne ? 1 : changes.length;
  /** The next change that is known to have failed in a batch. */
  let odd = changes.length;
  for (let at = 0; at < changes.length; ) {
    if (odd < at) odd = changes.length;
    const some = changes.slice(at, at === odd ? at + 1 : Math.min(at + most, odd));
    try {
      taken.push({ changes: some, applied: await trial.transaction.attempt(() => trial.write(some)) });
      at += some.length;
      if (!trial.isOneByOne) most = 2 * some.length;
    } catch (error) {
      if (!isAboutChanges(error)) throw error;
      const [first, ...others] = some;
      if (first !== undefined && others.length === 0) {
        failed.push({ ...first, error: await trial.errorToReport(error) });
        at++;
        continue;
      }
      const place = failedIndex(error, some);
      if (place !== null) odd = at + place;
      // The changes before the one that failed succeeded together.
      most = place === null || place === 0 ? Math.floor(some.length / 4) : place;
      most = Math.max(1, most);
    }
  }
  return { accepted: taken, failed };
}

function isAboutChanges(error: unknown): boolean {
  if (error instanceof TransactionOver || error instanceof RolledBack) return false;
  return error instanceof RefusedChange || error instanceof Problem || error instanceof Refused;
}

/** The index of the change that a failure is about; null if the failure does not tell. */
function failedIndex(error: unknown, some: readonly NumberedChange[]): number | null {
  const place = some.findIndex(isAboutChange(error));
  return place < 0 ? null : place;
}

function isAboutChange(error: unknown): (one: NumberedChange) => boolean {
  if (error instanceof RefusedChange) return ({ change }) => change === error.change;
  const { conflicts = [], pointer = null } = error instanceof Problem ? error.extras : {};
  const numbers = new Set(conflicts.map(({ change }) => change));
  return ({ change, number }) => {
    const own = change.pointer.change;
    return numbers.has(number) || pointer === own || pointer?.startsWith(`${own}/`) === true;
  };
}
