// The tray as text, which a tab keeps: a reload, a crash, or a tab that the browser has put away to save memory loses no edit.
import { exactText, parseExact } from '../api/exact.ts';
import type { Attempt } from './attempts.ts';
import { emptyTray, isWorthKeeping, type Tray } from './tray.ts';

export interface KeptTray {
  /** Undefined where nothing was kept. */
  readonly id: string | undefined;
  /** Whose edits these are; undefined where nobody logs in. */
  readonly owner: string | undefined;
  readonly tray: Tray;
  /** What was sent of it and not answered. */
  readonly attempts: readonly Attempt[];
}

const nothing: KeptTray = { id: undefined, owner: undefined, tray: emptyTray, attempts: [] };

/** Null where there is nothing to keep. */
export function keptText({ id, owner, tray, attempts }: KeptTray): string | null {
  return isWorthKeeping(tray) ? exactText({ id, owner, rows: [...tray], attempts }) : null;
}

interface Written extends Partial<Pick<KeptTray, 'id' | 'attempts'>> {
  readonly owner?: string;
  readonly rows: readonly (readonly [string, { readonly op: string; readonly set?: object }])[];
}

/** Whatever else stands there is no tray. */
export function trayIn(text: string | null): KeptTray {
  if (text === null) return nothing;
  try {
    // Written by keptText, or by somebody who is told by the errors below.
    const { id, owner, rows, attempts = [] } = parseExact<Written>(text);
    const isTray = rows.every(([id, row]) => typeof id === 'string' && (row.op === 'delete' || row.set));
    return isTray ? { id, owner, tray: new Map(rows) as unknown as Tray, attempts } : nothing;
  } catch {
    return nothing;
  }
}

const KEY = 'joinery tray';

export function readKept(): KeptTray {
  try {
    return trayIn(sessionStorage.getItem(KEY));
  } catch {
    return nothing;
  }
}

/** Where there is no room for all of it, nothing is kept, and the question before the page is left is all there is. */
export function writeKept(kept: KeptTray): void {
  try {
    sessionStorage.removeItem(KEY);
    const text = keptText(kept);
    if (text !== null) sessionStorage.setItem(KEY, text);
  } catch {
    // Switched off, or too large.
  }
}
