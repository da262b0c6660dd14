// The title of the browser's tab, for as long as a room is shown.
import { useEffect } from 'react';
import { t } from '../messages/index.ts';
import { createStore } from '../state/store.ts';
import { useStore } from './useStore.ts';

/** Stands before every title; empty where there is nothing to warn of. */
export const titleMark = createStore('');

export function useTitle(title: string | undefined): void {
  const mark = useStore(titleMark);
  useEffect(() => {
    const titled = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join(' · ');
    document.title = titled(mark, title, t.common.product);
    return () => {
      document.title = titled(mark, t.common.product);
    };
  }, [title, mark]);
}
