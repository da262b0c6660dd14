/** As a `ref`: takes the focus where whatever had it is gone, and from nobody. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
