// After a change: refetching, messages, and undo.
import { queryClient } from '../answers/queries.ts';
import { type ChangeSet, changes } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { ownValue } from '../state/ownValue.ts';
import { randomId } from '../state/randomId.ts';
import { navigate } from '../state/route.ts';
import { describeFailure } from '../ui/failures.ts';
import { dismissToast, showToast } from '../ui/toast.ts';
import { keyTexts, type RecordCells } from '../values/records.ts';
import { endUndo, isRefused, undoKeyFor } from './attempts.ts';

/** Queries that changes of data do not affect. */
const unaffectedQueries = new Set<unknown>([
  'model',
  'operators',
  'functions',
  'editing',
  'me',
  'queries',
  'dashboards',
]);

/** The key of a changed row, as used in page addresses. */
export function addressOfRow(model: Model, entity: string, key: RecordCells): readonly string[] | undefined {
  return keyTexts((model.entities.get(entity)?.key ?? []).map((name) => ownValue(key, name) ?? null));
}

/** Refetches everything on the screen; deleted records are removed from the cache. */
export async function refetchAll(model: Model, set: ChangeSet): Promise<void> {
  const gone = new Set(
    set.changes
      .filter(({ op }) => op === 'delete')
      .map(({ entity, key }) => JSON.stringify([entity, addressOfRow(model, entity, key)])),
  );
  const isGone = ([, entity, key]: readonly unknown[]) => gone.has(JSON.stringify([entity, key]));
  // Only queries that are on the screen are refetched.
  await queryClient.resetQueries({ predicate: ({ queryKey }) => isGone(queryKey) });
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => !unaffectedQueries.has(queryKey[0]) && !isGone(queryKey),
  });
}

const UNDO_DURATION_MS = 12_000;

/** Messages that offer to undo a set, by its id; they are removed once somebody undoes it elsewhere. */
const offers = new Map<string, number>();

function offerUndo(model: Model, set: ChangeSet, text: string, label: string): void {
  const action = { label, run: () => void undo(model, set) };
  offers.set(set.id, showToast(text, { durationMs: UNDO_DURATION_MS, action }));
}

/** Shows what happened, with an undo button. */
export function showApplied(model: Model, set: ChangeSet, text: string): void {
  offerUndo(model, set, text, late.edit.undo);
}

/**
 * Undoes a set, or redoes an undone one; a retry after a lost answer is applied only once. Conflicts go to `showConflicts` if
 * given, or else into a message.
 */
export async function undo(
  model: Model,
  set: ChangeSet,
  showConflicts?: (conflicts: ApiError['conflicts']) => void,
): Promise<void> {
  const isRedo = set.undoes !== undefined;
  try {
    const undone = await changes.undo(set.id, undoKeyFor(set.id, randomId()));
    endUndo(set.id);
    dismissToast(offers.get(set.id) ?? 0);
    offers.delete(set.id);
    await refetchAll(model, undone);
    if (isRedo) offerUndo(model, undone, late.edit.redone, late.edit.undo);
    else offerUndo(model, undone, late.edit.undone, late.edit.redo);
  } catch (error) {
    if (isRefused(error)) endUndo(set.id);
    const isConflict = error instanceof ApiError && error.kind === 'conflicting-change';
    if (isConflict && showConflicts !== undefined && error.conflicts.length > 0)
      showConflicts(error.conflicts);
    else if (isConflict && error.conflicts.length > 0) {
      showToast(late.edit.notUndone, {
        tone: 'danger',
        durationMs: UNDO_DURATION_MS,
        action: { label: late.edit.showHistory, run: () => navigate(hrefs.history()) },
      });
    } else {
      // Without an answer the outcome is unknown, and the message that offered the undo is gone, so this one offers a
      // retry.
      const retry = { label: t.common.retry, run: () => void undo(model, set, showConflicts) };
      const more = isRefused(error) ? {} : { stays: UNDO_DURATION_MS, action: retry };
      const { detail } = describeFailure(error);
      // Who may add a row may not always delete it: the service speaks of a deletion, and the person of an undo.
      const isForbidden = error instanceof ApiError && error.kind === 'forbidden';
      showToast(isForbidden ? late.edit.mayNotUndo(detail) : detail, { tone: 'danger', ...more });
    }
  }
}
