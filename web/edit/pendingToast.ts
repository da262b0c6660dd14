// Shows what was done to the tray, with an undo button for as long as the tray is not changed again.
import { late } from '../messages/late.ts';
import { dismissToast, showToast } from '../ui/toast.ts';
import { pending } from './pending.ts';
import { backTo } from './steps.ts';
import type { Tray } from './tray.ts';

const UNDO_DURATION_MS = 12_000;

/** `before`: the tray to go back to; `replacement` replaces the undo action. */
export function showPendingToast(
  text: string,
  before: Tray,
  replacement?: { readonly label: string; readonly run: () => void },
): void {
  const after = pending.get();
  const action = replacement ?? { label: late.edit.undo, run: () => backTo(before) };
  const id = showToast(text, { durationMs: UNDO_DURATION_MS, action });
  // Next to a later message, a button without effect would be mistaken for that message's button.
  const stop = pending.subscribe(() => {
    if (pending.get() === after) return;
    stop();
    dismissToast(id);
  });
}
