// From pending edits to a change set: a dry run that finds what is in the way, a look at it, and the act itself.
import { useRef, useState } from 'react';
import { type ChangeSet, changes, type DryRun } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import type { Model } from '../model/model.ts';
import { randomId } from './pending.ts';
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
  /** The tray with what was found; undefined where nobody could tell. */
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
  /** The same request under the same key, so that a repetition after a lost answer does nothing twice. */
  const attempt = useRef({ body: '', key: '' });

  async function check(tray: Tray): Promise<Tray | undefined> {
    setBusy(true);
    setFailure(undefined);
    const sent = changesOf(tray, model);
    try {
      const found = await changes.tryOut(sent.changes);
      const looked = withFindings(tray, sent, found.refusals);
      onTray(looked);
      setChecked({ sent, found });
      return looked;
    } catch (error) {
      const noted = noteIn(tray, sent, error);
      if (noted === undefined) setFailure(error);
      else onTray(noted);
      return noted;
    } finally {
      setBusy(false);
    }
  }

  async function apply(tray: Tray, note: string): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const sent = changesOf(tray, model);
    const body = JSON.stringify([sent.changes, note]);
    if (attempt.current.body !== body) attempt.current = { body, key: randomId() };
    try {
      const set = await changes.apply(sent.changes, note, attempt.current.key);
      attempt.current = { body: '', key: '' };
      setChecked(undefined);
      await onApplied(set, sent);
    } catch (error) {
      const noted = noteIn(tray, sent, error);
      if (noted === undefined) setFailure(error);
      else onTray(noted);
    } finally {
      setBusy(false);
    }
  }

  function close(): void {
    setChecked(undefined);
    setFailure(undefined);
  }

  return { busy, failure, checked, check, apply, close };
}

/** The tray with what the service has against it; undefined where that is about no row. */
function noteIn(tray: Tray, sent: Sent, error: unknown): Tray | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const noted =
    error.conflicts.length > 0
      ? withConflicts(tray, sent, error.conflicts)
      : withRefusals(tray, sent, [{ pointer: error.pointer ?? '', detail: error.message }]);
  return hasTroubles(noted) ? noted : undefined;
}
