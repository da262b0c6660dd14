// The bar above every room, also in print, while an admin views as another user.
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import { endView, viewedUser } from '../api/viewAs.ts';
import { t } from '../messages/index.ts';
import { Button } from '../ui/Button.tsx';
import { titleMark } from '../ui/useTitle.ts';
import styles from './ViewBar.module.css';

export function ViewBar() {
  const user = viewedUser();
  useEffect(() => titleMark.set(user === null ? '' : t.account.viewTab(user)), [user]);
  if (user === null) return null;
  return (
    <>
      <section aria-label={t.account.viewTitle} className={styles.bar}>
        <Eye aria-hidden />
        <p>
          <strong>{t.account.viewing(user)}</strong>{' '}
          <span className={styles.more}>{t.account.viewingHint}</span>
        </p>
        <Button small className={styles.end} onClick={endView}>
          {t.account.endView}
        </Button>
      </section>
      <div aria-hidden className={styles.frame} />
    </>
  );
}
