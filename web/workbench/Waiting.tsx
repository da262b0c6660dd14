// While rows are awaited: quiet at first; after three seconds with the time and a way out.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/States.tsx';
import { useWorkbench } from './context.ts';
import styles from './Waiting.module.css';

const SLOW = 3000;

function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), 500);
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}

/** Shows itself only when it has been there for a while. `of` names the requests that Cancel ends. */
export function Slow({ of = 'rows' }: { readonly of?: string }) {
  const elapsed = useElapsed();
  const client = useQueryClient();
  const { undo } = useWorkbench();
  if (elapsed < SLOW) return null;
  return (
    <div className={styles.slow} role="status">
      <span>{t.workbench.slow(Math.floor(elapsed / 1000))}</span>
      <Button
        small
        onClick={() => {
          // The way back is the query before; without one the rows simply stay away.
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
      <Loading lines={14} label={t.workbench.loadingRows} />
      <Slow />
    </div>
  );
}
