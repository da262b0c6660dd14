// Which of several menus is open. A press on the button of one opens it before it closes the one that was open until then.
import { useCallback, useRef, useState } from 'react';

export interface OpenOne {
  readonly open: string | undefined;
  readonly show: (one: string) => void;
  /** Closes this one; false where another one is open meanwhile. */
  readonly hide: (one: string) => boolean;
}

export function useOpenOne(): OpenOne {
  const [open, setOpen] = useState<string>();
  // What is drawn may be older than what was pressed.
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
