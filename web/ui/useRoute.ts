// The current route; re-renders the component when the address changes.

import { useMemo } from 'react';
import { parseRoute, type Route } from '../state/addresses.ts';
import { fragment } from '../state/route.ts';
import { useStore } from './useStore.ts';

export function useRoute(): Route {
  const text = useStore(fragment);
  return useMemo(() => parseRoute(text), [text]);
}
