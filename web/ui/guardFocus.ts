// When the focused element is removed, browsers drop the focus: keys do nothing, and screen readers start again at the
// top. This moves the focus to the nearest focusable ancestor, or else to the room.
import { CONTENT_ID, openPanel } from './focusIfLost.ts';

/** Leaves time for code that knows a better place. */
const CHECK_DELAY_MS = 100;

/** The ancestors of the last focused element, nearest first; undefined if the focus was left on purpose. */
let focusAncestors: readonly HTMLElement[] | undefined;
let isWaiting = false;

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function tryFocus(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function restoreFocus(): void {
  isWaiting = false;
  if (!isFocusLost()) return;
  const panel = openPanel();
  const last = panel ?? document.getElementById(CONTENT_ID);
  const near = (focusAncestors ?? []).filter((element) => panel === null || panel.contains(element));
  const parts = last === null ? near : [...near, last];
  if (parts.some((element) => element.isConnected && tryFocus(element))) return;
  // Behind an open dialog nothing can be focused.
  const dialog = document.querySelector<HTMLElement>('dialog:modal');
  const within = dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], summary');
  [...(within ?? [])].find(tryFocus);
}

function checkFocus(): void {
  if (isWaiting || !isFocusLost() || focusAncestors === undefined) return;
  isWaiting = true;
  setTimeout(restoreFocus, CHECK_DELAY_MS);
}

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  const parts: HTMLElement[] = [];
  for (let part = target.parentElement; part !== null; part = part.parentElement) {
    if (part.hasAttribute('tabindex')) parts.push(part);
  }
  focusAncestors = parts;
}

function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  const left = focusAncestors;
  setTimeout(() => {
    if (focusAncestors !== left || !(target instanceof Element) || !document.hasFocus()) return;
    // A blurred element that is still visible was left on purpose, for example by a click beside it. A room that is
    // being replaced is hidden until the next one is loaded.
    if (target.checkVisibility()) focusAncestors = undefined;
    else checkFocus();
  });
}

/** Active for the lifetime of the page. */
export function guardFocus(): void {
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  new MutationObserver(checkFocus).observe(document.body, { childList: true, subtree: true });
}
