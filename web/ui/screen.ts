// Whether the screen is as a media query says.
import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** The rail has no room beside the result. */
export function useNarrow(): boolean {
  return useMedia('(width < 56rem)');
}

/** A phone: rows become cards. */
export function useTiny(): boolean {
  return useMedia('(width < 36rem)');
}
