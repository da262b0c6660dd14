// Writes text to the clipboard, also on insecure origins such as a service on the office network.

/** The legacy way, which works without a secure context. */
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

/** Resolves to whether it worked. */
export async function putOnClipboard(text: string): Promise<boolean> {
  // The type promises it everywhere, but browsers provide it only in secure contexts.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: the legacy way may still work.
  }
  return copySelected(text);
}
