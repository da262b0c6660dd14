// The tray as text, which a tab keeps: a reload, a crash, or a tab that the browser has put away to save memory loses no edit.
import { exactText, parseExact } from '../api/exact.ts';
import { emptyTray, isWorthKeeping, type Tray } from './tray.ts';

export interface KeptTray {
  /** Whose edits these are; undefined where nobody logs in. */
  readonly owner: string | undefined;
  readonly tray: Tray;
}

const nothing: KeptTray = { owner: undefined, tray: emptyTray };

/** Null where there is nothing to keep. */
export function keptText({ owner, tray }: KeptTray): string | null {
  return isWorthKeeping(tray) ? exactText({ owner, rows: [...tray] }) : null;
}

/** Whatever else stands there is no tray. */
export function trayIn(text: string | null): KeptTray {
  if (text === null) return nothing;
  try {
    // Written by keptText, or by somebody who is told by the errors below.
    const { owner, rows } = parseExact<{ owner?: string; rows: [string, { op: string; set?: object }][] }>(
      text,
    );
    const isTray = rows.every(([id, row]) => typeof id === 'string' && (row.op === 'delete' || row.set));
    return isTray ? { owner, tray: new Map(rows) as unknown as Tray } : nothing;
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
