// When the focused element is removed, browsers drop the focus: keys do nothing, and screen readers start again at the
// top. This moves the focus to the nearest focusable ancestor, or else to the room.
import { CONTENT_ID, openPanel } from './takeLostFocus.ts';

/** Leaves time for code that knows a better place. */
const PATIENCE_MS = 100;

/** The ancestors of the last focused element, nearest first; undefined if the focus was left on purpose. */
let around: readonly HTMLElement[] | undefined;
let isWaiting = false;

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function takes(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function settle(): void {
  isWaiting = false;
  if (!isNowhere()) return;
  const panel = openPanel();
  const last = panel ?? document.getElementById(CONTENT_ID);
  const near = (around ?? []).filter((element) => panel === null || panel.contains(element));
  const parts = last === null ? near : [...near, last];
  if (parts.some((element) => element.isConnected && takes(element))) return;
  // Behind an open dialog nothing can be focused.
  const dialog = document.querySelector<HTMLElement>('dialog:modal');
  const within = dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], summary');
  [...(within ?? [])].find(takes);
}

function look(): void {
  if (isWaiting || !isNowhere() || around === undefined) return;
  isWaiting = true;
  setTimeout(settle, PATIENCE_MS);
}

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  const parts: HTMLElement[] = [];
  for (let part = target.parentElement; part !== null; part = part.parentElement) {
    if (part.hasAttribute('tabindex')) parts.push(part);
  }
  around = parts;
}

function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  const left = around;
  setTimeout(() => {
    if (around !== left || !(target instanceof Element) || !document.hasFocus()) return;
    // A blurred element that is still visible was left on purpose, for example by a click beside it. A room that is
    // being replaced is hidden until the next one is loaded.
    if (target.checkVisibility()) around = undefined;
    else look();
  });
}

/** Active for the lifetime of the page. */
export function keepFocus(): void {
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
