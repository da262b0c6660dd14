// Shown while rows are loading: after three seconds with the elapsed time and a Cancel button.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/States.tsx';
import { useWorkbench } from './context.ts';
import styles from './Waiting.module.css';

const SLOW_AFTER_MS = 3000;

function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), 500);
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}

/** Appears after three seconds. `of` is the query key of the requests that Cancel aborts. */
export function Slow({ of = 'rows' }: { readonly of?: string }) {
  const elapsed = useElapsed();
  const client = useQueryClient();
  const { undo } = useWorkbench();
  if (elapsed < SLOW_AFTER_MS) return null;
  return (
    <div className={styles.slow} role="status">
      <span>{late.workbench.slow(Math.floor(elapsed / 1000))}</span>
      <Button
        small
        onClick={() => {
          // Returns to the previous query, if there is one.
          void client.cancelQueries({ queryKey: [of] });
          undo?.();
        }}
      >
        {t.common.cancel}
      </Button>
    </div>
  );
}

export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Loading lines={14} label={late.workbench.loadingRows} />
      <Slow />
    </div>
  );
}
