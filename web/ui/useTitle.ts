// The title of the browser's tab, for as long as a room is shown.
import { useEffect } from 'react';
import { t } from '../messages/index.ts';

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t.common.product}` : t.common.product;
    return () => {
      document.title = t.common.product;
    };
  }, [title]);
}
