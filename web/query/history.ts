// Undo and redo of documents.

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Consecutive edits with the same tag are one step: typing a value is not ten. */
  readonly tag: string | undefined;
}

const DEPTH = 200;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], tag: undefined };
}

export function recordStep<T>(history: History<T>, next: T, tag?: string): History<T> {
  if (Object.is(next, history.present)) return history;
  if (tag !== undefined && tag === history.tag) return { ...history, present: next, future: [] };
  return { past: [...history.past, history.present].slice(-DEPTH), present: next, future: [], tag };
}

export function undo<T>(history: History<T>): History<T> {
  const present = history.past.at(-1);
  if (history.past.length === 0 || present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    tag: undefined,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future;
  if (history.future.length === 0 || present === undefined) return history;
  return { past: [...history.past, history.present], present, future, tag: undefined };
}
