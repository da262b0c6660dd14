// The browser tab's title, while a room is shown.
import { useEffect } from 'react';
import { t } from '../messages/index.ts';
import { createStore } from '../state/store.ts';
import { useStore } from './useStore.ts';

/** A prefix of every title, such as a warning; empty if there is none. */
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
