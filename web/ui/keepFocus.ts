// Where what had the focus goes away, a browser gives it to nothing: keys do nothing then, and a screen reader begins at the
// top of the page. Here the nearest part of the page around it that can have it takes it instead, or else the room.
import { CONTENT_ID, openPanel } from './takeLostFocus.ts';

/** Whoever knows a better place has taken it there by then. */
const PATIENCE_MS = 100;

/** Parts of the page around what had the focus last, the nearest first; undefined where somebody has left it. */
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
  // What is behind an open dialog can have nothing.
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
    // What is still to be seen was left on purpose, such as by a click beside it. A room that makes way for another one is
    // hidden until that is loaded.
    if (target.checkVisibility()) around = undefined;
    else look();
  });
}

/** For as long as the page is there. */
export function keepFocus(): void {
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
