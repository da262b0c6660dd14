// Finds out what of a change set is taken and what is refused: many changes go together, and only where one of them is in the
// way are they taken apart. So a set in which nothing is refused takes as long to be tried as to be applied.
import { Problem } from '../../../contract/problem.ts';
import { Refused, RolledBack, TransactionOver, type WriteTransaction } from '../../../dialects/writer.ts';
import type { Applied } from '../apply/apply.ts';
import type { NumberedChange } from '../apply/applying.ts';
import { RefusedChange } from '../refusals/refused-change.ts';

export interface Failure extends NumberedChange {
  readonly error: unknown;
}

/** Changes that the engine has taken for now. */
export interface Taken {
  readonly changes: readonly NumberedChange[];
  readonly applied: readonly Applied[];
}

/** How changes are tried. */
export interface Trial {
  readonly transaction: WriteTransaction;
  /** Writes some of them, within an attempt of its own; tells which ones go well, or fails. */
  readonly write: (some: readonly NumberedChange[]) => Promise<readonly Applied[]>;
  /** What is told of one that has failed by itself. */
  readonly told: (error: unknown) => Promise<unknown>;
  /** Each by itself, so that what one refuses says nothing about the others. */
  readonly isOneByOne: boolean;
}

export interface Found {
  readonly taken: readonly Taken[];
  readonly failed: readonly Failure[];
}

/** What goes wrong together is tried again in parts, on what those before it have left: in the end each that fails has done so alone. */
export async function tryChanges(trial: Trial, changes: readonly NumberedChange[]): Promise<Found> {
  const taken: Taken[] = [];
  const failed: Failure[] = [];
  let most = trial.isOneByOne ? 1 : changes.length;
  /** The next one of which it is known that it is in the way. */
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
        failed.push({ ...first, error: await trial.told(error) });
        at++;
        continue;
      }
      const place = placeOf(error, some);
      if (place !== null) odd = at + place;
      // As many go well together as did before the one that did not.
      most = place === null || place === 0 ? Math.floor(some.length / 4) : place;
      most = Math.max(1, most);
    }
  }
  return { taken, failed };
}

function isAboutChanges(error: unknown): boolean {
  if (error instanceof TransactionOver || error instanceof RolledBack) return false;
  return error instanceof RefusedChange || error instanceof Problem || error instanceof Refused;
}

/** Which of some changes a failure is about; null where it does not tell. */
function placeOf(error: unknown, some: readonly NumberedChange[]): number | null {
  const place = some.findIndex(aboutBy(error));
  return place < 0 ? null : place;
}

function aboutBy(error: unknown): (one: NumberedChange) => boolean {
  if (error instanceof RefusedChange) return ({ change }) => change === error.change;
  const { conflicts = [], pointer = null } = error instanceof Problem ? error.extras : {};
  const numbers = new Set(conflicts.map(({ change }) => change));
  return ({ change, number }) => {
    const own = change.pointer.change;
    return numbers.has(number) || pointer === own || pointer?.startsWith(`${own}/`) === true;
  };
}
