// The value of a store; re-renders the component when it changes.
import { useSyncExternalStore } from 'react';
import type { Store } from '../state/store.ts';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
