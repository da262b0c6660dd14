// Whether the screen matches a media query.
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

/** The rail does not fit beside the result. */
export function useNarrow(): boolean {
  return useMedia('(width < 56rem)');
}

/** A phone: rows become cards. */
export function useTiny(): boolean {
  return useMedia('(width < 36rem)');
}
