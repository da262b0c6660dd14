// The tray as text in the tab's session storage, so that no edit is lost by a reload, a crash, or a tab that the
// browser discards to save memory.
import { exactText, parseExact } from '../api/exact.ts';
import type { Attempt } from './attempts.ts';
import { emptyTray, hasEdits, type Tray } from './tray.ts';

export interface StoredTray {
  /** Undefined if nothing was stored. */
  readonly id: string | undefined;
  /** The user whose edits these are; undefined without logins. */
  readonly owner: string | undefined;
  readonly tray: Tray;
  /** The part that was sent but not answered. */
  readonly attempts: readonly Attempt[];
}

const emptyStoredTray: StoredTray = { id: undefined, owner: undefined, tray: emptyTray, attempts: [] };

/** Null if there is nothing to store. */
export function trayText({ id, owner, tray, attempts }: StoredTray): string | null {
  return hasEdits(tray) ? exactText({ id, owner, rows: [...tray], attempts }) : null;
}

interface WrittenTray extends Partial<Pick<StoredTray, 'id' | 'attempts'>> {
  readonly owner?: string;
  readonly rows: readonly (readonly [string, { readonly op: string; readonly set?: object }])[];
}

/** Any other text gives an empty tray. */
export function parseTray(text: string | null): StoredTray {
  if (text === null) return emptyStoredTray;
  try {
    // Either written by trayText, or foreign text, which causes the errors caught below.
    const { id, owner, rows, attempts = [] } = parseExact<WrittenTray>(text);
    const isTray = rows.every(([id, row]) => typeof id === 'string' && (row.op === 'delete' || row.set));
    return isTray ? { id, owner, tray: new Map(rows) as unknown as Tray, attempts } : emptyStoredTray;
  } catch {
    return emptyStoredTray;
  }
}

const KEY = 'joinery tray';

export function readStoredTray(): StoredTray {
  try {
    return parseTray(sessionStorage.getItem(KEY));
  } catch {
    return emptyStoredTray;
  }
}

/** If the storage is full, nothing is kept; then the prompt before leaving the page is the only protection. */
export function writeStoredTray(kept: StoredTray): void {
  try {
    sessionStorage.removeItem(KEY);
    const text = trayText(kept);
    if (text !== null) sessionStorage.setItem(KEY, text);
  } catch {
    // Storage is disabled, or the text is too large.
  }
}
