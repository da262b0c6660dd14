// The tray's bar: the number of pending edits, and buttons to review, apply or discard them.
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useModelQuery } from '../answers/queries.ts';
import type { ChangeSet } from '../api/changes.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { Button } from '../ui/Button.tsx';
import { describeFailure } from '../ui/failures.ts';
import { showToast } from '../ui/toast.ts';
import { useStore } from '../ui/useStore.ts';
import styles from './Edit.module.css';
import { refetchAll, showApplied } from './editing.ts';
import { hasIssues } from './issues.ts';
import { changePending, pending, rowInForm } from './pending.ts';
import { showPendingToast } from './pendingToast.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import type { SentChanges } from './sent.ts';
import { annotatePending, editPending } from './steps.ts';
import { tallyOf } from './tray.ts';
import { afterApplying, partOf, withPart } from './trayParts.ts';
import { useSaving } from './useSaving.ts';

export default function TrayBar() {
  const { data: model } = useModelQuery();
  return model ? <Bar model={model} /> : null;
}

function Bar({ model }: { readonly model: Model }) {
  const all = useStore(pending);
  const own = useStore(rowInForm);
  const tray = useMemo(
    () =>
      partOf(
        all,
        [...all.keys()].filter((id) => id !== own),
      ),
    [all, own],
  );
  const saving = useSaving(
    model,
    (next) => annotatePending((before) => withPart(before, tray, next)),
    onApplied,
  );
  const { failure, checked, busy } = saving;
  useEffect(() => {
    // While the dialog is open, the dialog shows the failure.
    if (failure !== undefined && !checked) showToast(describeFailure(failure).detail, { tone: 'danger' });
  }, [failure, checked]);

  /**
   * The grid of the first edit, if it was made in one; focus stops between the grid and this bar do not count as its
   * origin.
   */
  const [table] = useState(() => document.activeElement?.closest<HTMLElement>('[role="grid"]'));
  const previousFocus = useRef<HTMLElement>(null);
  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      previousFocus.current ??= relatedTarget;
  }
  // The bar and its dialog take the focus with them when they close; it returns to where it was before.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const place = table?.isConnected ? table : previousFocus.current;
        place?.focus({ preventScroll: true });
      });
    },
    [table],
  );

  async function onApplied(set: ChangeSet, sent: SentChanges): Promise<void> {
    // New values are loaded before the pending ones are removed, so that the old ones do not flash in between.
    await refetchAll(model, set);
    changePending((before) => afterApplying(before, sent, set.changes));
    const asked = set.changes.filter(({ cascade }) => cascade === undefined);
    showApplied(model, set, late.edit.appliedMany(asked.length));
  }

  function discardAll(): void {
    const before = pending.get();
    editPending((now) => withPart(now, tray, new Map()));
    showPendingToast(late.edit.discarded, before);
  }

  const { cells, rows, added, removed } = tallyOf(tray);
  return (
    <section className={styles.tray} data-foot aria-label={late.edit.pendingTitle} onFocus={onFocus}>
      <span role="status">{late.edit.pendingTally(cells, rows - added - removed, added, removed)}</span>
      {hasIssues(tray) && <span className={styles.refusal}>{late.edit.needsLook}</span>}
      <Button small onClick={discardAll}>
        {late.edit.discardAll}
      </Button>
      <Button
        small
        variant="main"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void saving.check(tray);
        }}
      >
        {busy && !checked ? late.edit.checking : late.edit.reviewPending}
      </Button>
      <ReviewDialog
        open={checked !== undefined && tray.size > 0}
        model={model}
        tray={tray}
        onTray={(next) => editPending((before) => withPart(before, tray, next))}
        saving={saving}
        title={late.edit.pendingTitle}
        discardable
      />
    </section>
  );
}
