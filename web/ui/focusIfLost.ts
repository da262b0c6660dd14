/** The target of the top bar's skip link, which also gets the focus when nothing else in a room takes it. */
export const CONTENT_ID = 'content';

/** Whether no interactive element has the focus. */
function isFocusLost(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.id === CONTENT_ID;
}

/** An open menu or panel, which closes when it loses the focus. */
export function openPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-radix-popper-content-wrapper] > [tabindex]');
}

/** Used as a `ref`: focuses the element, but only if the focus was lost. */
export function focusIfLost(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus();
}
