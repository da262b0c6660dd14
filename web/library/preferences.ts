// Stores a user's preferences in the service, so that they follow the user to other browsers.
import { ApiError } from '../api/errors.ts';
import { preferences } from '../api/preferences.ts';
import type { Tagged } from '../api/saved.ts';
import { theme, themes } from '../ui/theme.ts';
import { mergeRecent, type Remembered } from './recent.ts';
import { readRemembered, recentQueries } from './remembered.ts';

/** Debounce: successive changes are sent as one. */
const DEBOUNCE_MS = 1000;

interface KnownPreferences {
  readonly theme?: unknown;
  readonly recent?: unknown;
}

function isObject(value: unknown): value is KnownPreferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Loads the user's stored preferences, then sends the changes made in this browser. Returns a function that stops it.
 */
export function followPreferences(): () => void {
  let known: Tagged<KnownPreferences> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isApplying = false;

  function apply({ value, tag }: Tagged<unknown>): void {
    known = { value: isObject(value) ? value : {}, tag };
    isApplying = true;
    const chosen = themes.find((one) => one === known?.value.theme);
    if (chosen) theme.set(chosen);
    const recent: readonly Remembered[] = readRemembered(known.value.recent);
    recentQueries.set(mergeRecent(recentQueries.get(), recent));
    isApplying = false;
  }

  async function send(): Promise<void> {
    if (!known) return;
    const next = { ...known.value, theme: theme.get(), recent: recentQueries.get() };
    if (JSON.stringify(next) === JSON.stringify(known.value)) return;
    try {
      known = { value: next, tag: (await preferences.put(next, known.tag)).tag };
    } catch (error) {
      // Another browser of the user was faster: both states are merged.
      if (error instanceof ApiError && error.status === 412) await begin();
    }
  }

  async function begin(): Promise<void> {
    try {
      const mine = theme.get();
      const isFirst = known === undefined;
      apply(await preferences.get());
      if (!isFirst) theme.set(mine);
      later();
    } catch {
      // If the service fails, preferences stay in this browser only.
    }
  }

  function later(): void {
    if (isApplying) return;
    clearTimeout(timer);
    timer = setTimeout(() => void send(), DEBOUNCE_MS);
  }

  const ends = [theme.subscribe(later), recentQueries.subscribe(later)];
  void begin();
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
