// What Ctrl+Z takes back of the tray and Ctrl+Y does again: the acts of whoever works in the grid, as long as nothing else was
// done to it, such as applying it.
import { pending } from './pending.ts';
import type { Tray } from './tray.ts';

interface Step {
  readonly before: Tray;
  readonly after: Tray;
  /** The query under which it was done; undefined where it is seen under any. */
  readonly where: string | undefined;
}

const DEPTH = 200;
let past: readonly Step[] = [];
let future: readonly Step[] = [];
let known = pending.get();

pending.subscribe(() => {
  if (pending.get() === known) return;
  known = pending.get();
  past = [];
  future = [];
});

function set(tray: Tray): void {
  known = tray;
  pending.set(tray);
}

export function stepPending(change: (tray: Tray) => Tray, where?: string): void {
  const before = pending.get();
  const after = change(before);
  if (after === before) return;
  past = [...past, { before, after, where }].slice(-DEPTH);
  future = [];
  set(after);
}

/** What was found out about the tray is no step, and in the way of none. */
export function notePending(change: (tray: Tray) => Tray): void {
  set(change(pending.get()));
}

/** False where the last step was done under another query: what became of that since is taken back first. */
export function undoStep(where: string): boolean {
  const last = past.at(-1);
  if (!isHere(last, where)) return false;
  past = past.slice(0, -1);
  future = [last, ...future];
  set(last.before);
  return true;
}

export function redoStep(where: string): boolean {
  const [next, ...rest] = future;
  if (!isHere(next, where)) return false;
  future = rest;
  past = [...past, next];
  set(next.after);
  return true;
}

/** Back to the tray as it was, by the last step where that leads there. */
export function backTo(before: Tray): void {
  const last = past.at(-1);
  if (last?.before === before) undoStep(last.where ?? '');
  else set(before);
}

function isHere(step: Step | undefined, where: string): step is Step {
  return step !== undefined && (step.where === undefined || step.where === where);
}
