// From pending edits to a change set: a dry run that finds what is in the way, a look at it, and the act itself.
import { useState } from 'react';
import { type ChangeSet, changes, type DryRun } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { randomId } from '../state/randomId.ts';
import { say } from '../ui/toast.ts';
import {
  type Attempt,
  beginAttempt,
  earlierAttempt,
  endAttempt,
  isRefused,
  isReused,
  type Try,
} from './attempts.ts';
import { changesOf, type Sent } from './sent.ts';
import type { Tray } from './tray.ts';
import { hasTroubles, withConflicts, withFindings, withRefusals } from './troubles.ts';

export interface Checked {
  readonly sent: Sent;
  readonly found: DryRun;
}

export interface Saving {
  readonly busy: boolean;
  readonly failure: unknown;
  /** What the dry run found, while it is looked at. */
  readonly checked: Checked | undefined;
  /** The tray with what was found; undefined where nobody could tell, or where an earlier try turns out to have been done. */
  readonly check: (tray: Tray) => Promise<Tray | undefined>;
  readonly apply: (tray: Tray, note: string) => Promise<void>;
  readonly close: () => void;
}

export function useSaving(
  model: Model,
  onTray: (tray: Tray) => void,
  /** Its end is waited for: until then nothing else is saved. */
  onApplied: (set: ChangeSet, sent: Sent) => void | Promise<void>,
): Saving {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [checked, setChecked] = useState<Checked>();

  async function check(tray: Tray): Promise<Tray | undefined> {
    setBusy(true);
    setFailure(undefined);
    const sent = changesOf(tray, model);
    try {
      if (await isSettled(earlierAttempt(sent))) return undefined;
      const found = await changes.tryOut(sent.changes);
      const looked = withFindings(tray, sent, found.refusals);
      onTray(looked);
      if (found.refusals.length > 0 && !hasTroubles(looked)) return await checkRest(looked);
      setChecked({ sent, found });
      return looked;
    } catch (error) {
      return await note(tray, sent, error);
    } finally {
      setBusy(false);
    }
  }

  /** All that was in the way is what the person wants, too: somebody has done it already. */
  async function checkRest(rest: Tray): Promise<Tray | undefined> {
    if (rest.size > 0) return check(rest);
    say(late.edit.alreadySo);
    close();
    return rest;
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
      if (isReused(error) && (await isFinished(attempt, attempt.tries.slice(0, -1)))) return;
      if (isRefused(error)) endAttempt(attempt);
      await note(tray, sent, error);
    } finally {
      setBusy(false);
    }
  }

  /**
   * Whether this happened although its answer was lost: then it is over. Else its rows are tried as if they had not been sent; new
   * ones that are there already would be in their own way.
   */
  async function isSettled(attempt: Attempt | undefined): Promise<boolean> {
    if (attempt === undefined || (await changes.stateOf(attempt.key)) !== 'done') return false;
    return isFinished(attempt, attempt.tries);
  }

  async function isFinished(attempt: Attempt, tries: readonly Try[]): Promise<boolean> {
    const earlier = await doneOf(attempt.key, tries);
    if (earlier === undefined) return false;
    await finish(attempt, earlier.set, earlier.sent);
    say(late.edit.appliedBefore);
    return true;
  }

  async function finish(attempt: Attempt, set: ChangeSet, sent: Sent): Promise<void> {
    setChecked(undefined);
    await onApplied(set, sent);
    endAttempt(attempt);
  }

  /** Notes what the service has against the tray, or tells what else went wrong. */
  async function note(tray: Tray, sent: Sent, error: unknown): Promise<Tray | undefined> {
    const noted = noteIn(tray, sent, error);
    if (noted === undefined) {
      setFailure(error);
      return undefined;
    }
    onTray(noted);
    if (!hasTroubles(noted)) return checkRest(noted);
    // What could not even be tried is looked at, too: a column may be gone.
    setChecked((before) => before ?? { sent, found: untried });
    return noted;
  }

  function close(): void {
    setChecked(undefined);
    setFailure(undefined);
  }

  return { busy, failure, checked, check, apply, close };
}

const untried: DryRun = { dry_run: true, changes: [], sql: [], refusals: [] };

/** The tray with what the service has against it; undefined where that is about no row. */
function noteIn(tray: Tray, sent: Sent, error: unknown): Tray | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.conflicts.length > 0) return withConflicts(tray, sent, error.conflicts);
  const noted = withRefusals(tray, sent, [{ pointer: error.pointer ?? '', detail: error.message }]);
  return hasTroubles(noted) ? noted : undefined;
}

/** The try that was done, with the answer to it; undefined where nobody can tell. */
async function doneOf(
  key: string,
  tries: readonly Try[],
): Promise<{ set: ChangeSet; sent: Sent } | undefined> {
  for (const one of tries) {
    try {
      return { set: await changes.apply(one.changes, one.note, key), sent: one };
    } catch (error) {
      if (!isReused(error)) return undefined;
    }
  }
  return undefined;
}
