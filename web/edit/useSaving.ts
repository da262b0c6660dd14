// From pending edits to a change set: a dry run that finds conflicts, a review, and the request itself.
import { useState } from 'react';
import { type ChangeSet, changes, type DryRun } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { randomId } from '../state/randomId.ts';
import { showToast } from '../ui/toast.ts';
import {
  type Attempt,
  beginAttempt,
  earlierAttempt,
  endAttempt,
  isRefused,
  isReused,
  type SentTry,
} from './attempts.ts';
import { hasIssues, withFindings, withObjections } from './issues.ts';
import { changesOf, type SentChanges } from './sent.ts';
import type { Tray } from './tray.ts';

export interface CheckedChanges {
  readonly sent: SentChanges;
  readonly found: DryRun;
}

export interface Saving {
  readonly busy: boolean;
  readonly failure: unknown;
  /** The dry run's findings, while the review is open. */
  readonly checked: CheckedChanges | undefined;
  /**
   * The tray with its findings; undefined if the dry run failed, or if an earlier attempt turns out to have been
   * applied.
   */
  readonly check: (tray: Tray) => Promise<Tray | undefined>;
  readonly apply: (tray: Tray, note: string) => Promise<void>;
  readonly close: () => void;
}

export function useSaving(
  model: Model,
  onTray: (tray: Tray) => void,
  /** Awaited: nothing else is saved until it ends. */
  onApplied: (set: ChangeSet, sent: SentChanges) => void | Promise<void>,
): Saving {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [checked, setChecked] = useState<CheckedChanges>();

  async function check(tray: Tray): Promise<Tray | undefined> {
    setBusy(true);
    setFailure(undefined);
    const sent = changesOf(tray, model);
    try {
      if (await wasApplied(earlierAttempt(sent))) return undefined;
      const found = await changes.tryOut(sent.changes);
      const annotated = withFindings(tray, sent, found.refusals);
      onTray(annotated);
      if (found.refusals.length > 0 && !hasIssues(annotated)) return await checkRest(annotated);
      setChecked({ sent, found });
      return annotated;
    } catch (error) {
      return await note(tray, sent, error);
    } finally {
      setBusy(false);
    }
  }

  /** Somebody has already made all conflicting changes in the same way. */
  async function checkRest(remaining: Tray): Promise<Tray | undefined> {
    if (remaining.size > 0) return check(remaining);
    showToast(late.edit.alreadySo);
    close();
    return remaining;
  }

  async function apply(tray: Tray, why: string): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const sent = changesOf(tray, model);
    const attempt = beginAttempt(sent, why, randomId());
    try {
      const set = await changes.apply(sent.changes, why, attempt.key);
      await finish(attempt, set, sent);
    } catch (error) {
      if (isReused(error) && (await finishEarlier(attempt, attempt.tries.slice(0, -1)))) return;
      if (isRefused(error)) endAttempt(attempt);
      await note(tray, sent, error);
    } finally {
      setBusy(false);
    }
  }

  /**
   * Whether an earlier attempt was applied although its answer was lost; then saving is finished. Without this check
   * its rows would be tried again, and new rows that already exist would conflict with themselves.
   */
  async function wasApplied(attempt: Attempt | undefined): Promise<boolean> {
    if (attempt === undefined || (await changes.stateOf(attempt.key)) !== 'done') return false;
    return finishEarlier(attempt, attempt.tries);
  }

  async function finishEarlier(attempt: Attempt, tries: readonly SentTry[]): Promise<boolean> {
    const earlier = await appliedAttempt(attempt.key, tries);
    if (earlier === undefined) return false;
    await finish(attempt, earlier.set, earlier.sent);
    showToast(late.edit.appliedBefore);
    return true;
  }

  async function finish(attempt: Attempt, set: ChangeSet, sent: SentChanges): Promise<void> {
    setChecked(undefined);
    await onApplied(set, sent);
    endAttempt(attempt);
  }

  /** Attaches the service's objections to the tray, or reports any other failure. */
  async function note(tray: Tray, sent: SentChanges, error: unknown): Promise<Tray | undefined> {
    const noted = error instanceof ApiError ? withObjections(tray, sent, error) : undefined;
    if (noted === undefined) {
      setFailure(error);
      return undefined;
    }
    onTray(noted);
    if (!hasIssues(noted)) return checkRest(noted);
    // A request that could not even be tried is reviewed as well, for example if a column was dropped.
    setChecked((before) => before ?? { sent, found: noFindings });
    return noted;
  }

  function close(): void {
    setChecked(undefined);
    setFailure(undefined);
  }

  return { busy, failure, checked, check, apply, close };
}

const noFindings: DryRun = { dry_run: true, changes: [], sql: [], refusals: [] };

/** The attempt that was applied, with its answer; undefined if that cannot be determined. */
async function appliedAttempt(
  key: string,
  tries: readonly SentTry[],
): Promise<{ set: ChangeSet; sent: SentChanges } | undefined> {
  for (const one of tries) {
    try {
      return { set: await changes.apply(one.changes, one.note, key), sent: one };
    } catch (error) {
      if (!isReused(error)) return undefined;
    }
  }
  return undefined;
}
