// Puts text on the clipboard, also on pages that browsers do not call secure: a service on the office network.

/** The older way, which asks for no secure page. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Whether it worked. */
export async function putOnClipboard(text: string): Promise<boolean> {
  // The type promises it on every page, browsers give it to secure ones only.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: the other way may still be open.
  }
  return copySelected(text);
}
