// Which of several menus is open. Pressing the button of another menu opens that one before the first one closes.
import { useCallback, useRef, useState } from 'react';

export interface OpenOne {
  readonly open: string | undefined;
  readonly show: (one: string) => void;
  /** Closes this menu; false if another one was opened meanwhile. */
  readonly hide: (one: string) => boolean;
}

export function useOpenOne(): OpenOne {
  const [open, setOpen] = useState<string>();
  // The rendered state may lag behind the latest press.
  const latest = useRef<string>(undefined);
  const put = useCallback((one: string | undefined) => {
    latest.current = one;
    setOpen(one);
  }, []);
  const hide = useCallback(
    (one: string) => {
      if (latest.current !== one && latest.current !== undefined) return false;
      put(undefined);
      return true;
    },
    [put],
  );
  return { open, show: put, hide };
}
