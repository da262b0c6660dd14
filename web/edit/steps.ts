// Undo and redo (Ctrl+Z, Ctrl+Y) of edits in the grid, for as long as nothing else changes the tray, such as applying
// it.
import { pending } from './pending.ts';
import type { Tray } from './tray.ts';

interface Step {
  readonly before: Tray;
  readonly after: Tray;
  /** The query under which the step was made; undefined if it is visible under any query. */
  readonly where: string | undefined;
}

const DEPTH = 200;
let past: readonly Step[] = [];
let future: readonly Step[] = [];
let current = pending.get();

pending.subscribe(() => {
  if (pending.get() === current) return;
  current = pending.get();
  past = [];
  future = [];
});

function set(tray: Tray): void {
  current = tray;
  pending.set(tray);
}

export function editPending(change: (tray: Tray) => Tray, where?: string): void {
  const before = pending.get();
  const after = change(before);
  if (after === before) return;
  past = [...past, { before, after, where }].slice(-DEPTH);
  future = [];
  set(after);
}

/** Findings about the tray are not steps and do not invalidate any. */
export function annotatePending(change: (tray: Tray) => Tray): void {
  set(change(pending.get()));
}

/** False if the last step was made under another query: the changes of the query are undone first. */
export function undoStep(where: string): boolean {
  const last = past.at(-1);
  if (!isVisibleStep(last, where)) return false;
  past = past.slice(0, -1);
  future = [last, ...future];
  set(last.before);
  return true;
}

export function redoStep(where: string): boolean {
  const [next, ...rest] = future;
  if (!isVisibleStep(next, where)) return false;
  future = rest;
  past = [...past, next];
  set(next.after);
  return true;
}

/** Returns to an earlier state of the tray, by undoing the last step if that leads there. */
export function backTo(before: Tray): void {
  const last = past.at(-1);
  if (last?.before === before) undoStep(last.where ?? '');
  else set(before);
}

function isVisibleStep(step: Step | undefined, where: string): step is Step {
  return step !== undefined && (step.where === undefined || step.where === where);
}
