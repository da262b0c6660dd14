// A line below the top bar while the browser has no connection.
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '../messages/index.ts';
import styles from './Shell.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          <WifiOff aria-hidden />
          {t.common.offline}
        </p>
      )}
    </div>
  );
}
