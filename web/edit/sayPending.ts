// Tells what was done to the tray and offers to take it back, as long as nothing else was done to it.
import { late } from '../messages/late.ts';
import { dismiss, say } from '../ui/toast.ts';
import { pending } from './pending.ts';
import { backTo } from './steps.ts';
import type { Tray } from './tray.ts';

const UNDO_STAYS = 12_000;

/** `before`: the tray as it was; `instead` is offered in place of the way back to it. */
export function sayPending(
  text: string,
  before: Tray,
  instead?: { readonly label: string; readonly run: () => void },
): void {
  const after = pending.get();
  const action = instead ?? { label: late.edit.undo, run: () => backTo(before) };
  const id = say(text, { stays: UNDO_STAYS, action });
  // Beside what is said later, a button that does nothing any more would be taken for the right one.
  const stop = pending.subscribe(() => {
    if (pending.get() === after) return;
    stop();
    dismiss(id);
  });
}
