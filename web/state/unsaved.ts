// Work that is lost with the page: the browser asks before the page is left, and the page before a logout.

/** What is unsaved, and how to discard it. */
const unsaved = new Map<string, () => void>();

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Null if nothing of it is unsaved. */
export function noteUnsaved(what: string, discard: (() => void) | null): void {
  if (discard === null) unsaved.delete(what);
  else unsaved.set(what, discard);
  // Only while it is needed: pages with this listener are not kept for the browser's Back.
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

export function discardUnsaved(): void {
  for (const [what, discard] of unsaved) {
    discard();
    noteUnsaved(what, null);
  }
}
