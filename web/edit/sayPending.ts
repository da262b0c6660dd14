// Shows what was done to the tray, with an undo button for as long as the tray is not changed again.
import { late } from '../messages/late.ts';
import { dismiss, say } from '../ui/toast.ts';
import { pending } from './pending.ts';
import { backTo } from './steps.ts';
import type { Tray } from './tray.ts';

const UNDO_STAYS = 12_000;

/** `before`: the tray to go back to; `instead` replaces the undo action. */
export function sayPending(
  text: string,
  before: Tray,
  instead?: { readonly label: string; readonly run: () => void },
): void {
  const after = pending.get();
  const action = instead ?? { label: late.edit.undo, run: () => backTo(before) };
  const id = say(text, { stays: UNDO_STAYS, action });
  // Next to a later message, a button without effect would be mistaken for that message's button.
  const stop = pending.subscribe(() => {
    if (pending.get() === after) return;
    stop();
    dismiss(id);
  });
}
