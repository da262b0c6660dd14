// Offers to move queries saved in this browser's storage into the library.
import { useState } from 'react';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import { useStore } from '../ui/useStore.ts';
import styles from './ImportOffer.module.css';
import { importDeclined, importLocal } from './local.ts';
import { localQueries } from './remembered.ts';

export default function ImportOffer() {
  const local = useStore(localQueries);
  const declined = useStore(importDeclined);
  const [busy, setBusy] = useState(false);
  if (local.length === 0 || declined) return null;

  async function move(): Promise<void> {
    setBusy(true);
    const { moved, failed } = await importLocal();
    setBusy(false);
    if (moved > 0) showToast(t.library.imported(moved));
    if (failed > 0) showToast(t.library.importFailed(failed), { tone: 'danger' });
  }
  return (
    <section className={styles.offer} aria-label={t.library.importTitle(local.length)}>
      <div>
        <strong>{t.library.importTitle(local.length)}</strong>
        <p>{t.library.importHint}</p>
      </div>
      <Button variant="main" disabled={busy} onClick={() => void move()}>
        {t.library.importNow}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={() => importDeclined.set(true)}>
        {t.library.importLater}
      </Button>
    </section>
  );
}
