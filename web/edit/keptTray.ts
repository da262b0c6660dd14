// The tray as text in the tab's session storage, so that no edit is lost by a reload, a crash, or a tab that the
// browser discards to save memory.
import { exactText, parseExact } from '../api/exact.ts';
import type { Attempt } from './attempts.ts';
import { emptyTray, isWorthKeeping, type Tray } from './tray.ts';

export interface KeptTray {
  /** Undefined if nothing was stored. */
  readonly id: string | undefined;
  /** The user whose edits these are; undefined without logins. */
  readonly owner: string | undefined;
  readonly tray: Tray;
  /** The part that was sent but not answered. */
  readonly attempts: readonly Attempt[];
}

const nothing: KeptTray = { id: undefined, owner: undefined, tray: emptyTray, attempts: [] };

/** Null if there is nothing to store. */
export function keptText({ id, owner, tray, attempts }: KeptTray): string | null {
  return isWorthKeeping(tray) ? exactText({ id, owner, rows: [...tray], attempts }) : null;
}

interface Written extends Partial<Pick<KeptTray, 'id' | 'attempts'>> {
  readonly owner?: string;
  readonly rows: readonly (readonly [string, { readonly op: string; readonly set?: object }])[];
}

/** Any other text gives an empty tray. */
export function trayIn(text: string | null): KeptTray {
  if (text === null) return nothing;
  try {
    // Either written by keptText, or foreign text, which causes the errors caught below.
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

/** If the storage is full, nothing is kept; then the prompt before leaving the page is the only protection. */
export function writeKept(kept: KeptTray): void {
  try {
    sessionStorage.removeItem(KEY);
    const text = keptText(kept);
    if (text !== null) sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is disabled, or the text is too large.
  }
}
