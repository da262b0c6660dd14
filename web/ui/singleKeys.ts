// Single-key shortcuts. They can be switched off, since speech input and stray keys trigger them, too.
import { useEffect, useRef } from 'react';
import { createStoredStore } from '../state/stored.ts';

export const singleKeys = createStoredStore('joinery.single-keys', (value) => value !== false);

function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], dialog[open]') !== null
  );
}

export function useSingleKey(key: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (!singleKeys.get() || isTyping(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
}
