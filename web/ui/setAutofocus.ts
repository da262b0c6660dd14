/**
 * Used as a `ref` in dialogs: React's `autoFocus` calls focus() before the dialog is open, and the dialog, which looks for
 * the attribute, would focus its first element.
 */
export function setAutofocus(element: HTMLElement | null): void {
  element?.toggleAttribute('autofocus', true);
}
