/** The element that the top bar leads to, and that has the focus where nothing else in a room took it. */
export const CONTENT_ID = 'content';

/** Whether nothing that a person could act on has the focus. */
function isFocusLost(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.id === CONTENT_ID;
}

/** A menu or a panel that is open: it closes when the focus goes elsewhere. */
export function openPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-radix-popper-content-wrapper] > [tabindex]');
}

/** As a `ref`: takes the focus where whatever had it is gone, and from nobody. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus();
}
