// Light, dark, or the system's theme; stored in this browser.
import { createStoredStore } from '../state/stored.ts';

export type Theme = 'auto' | 'light' | 'dark';
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];

export const theme = createStoredStore<Theme>(
  'joinery.theme',
  (value) => themes.find((one) => one === value) ?? 'auto',
);

export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
