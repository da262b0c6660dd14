// The Access room, for admins: who may see and change what, how that came to be, and who did what.
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Suspense } from 'react';
import { isAdmin, meQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { type AccessPart, hrefs } from '../state/addresses.ts';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import styles from './AccessPage.module.css';

const accessParts: readonly AccessPart[] = ['audit'];

const AuditLog = lazyRoom(() => import('./AuditLog.tsx'));

export default function AccessPage({ part }: { readonly part: AccessPart }) {
  const { data: me, error, refetch } = useQuery(meQuery);
  useTitle(t.access.title);
  if (error && !me) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!me) return <Loading lines={8} />;
  if (!isAdmin(me)) {
    return (
      <Empty
        icon={<Lock aria-hidden />}
        title={t.access.onlyAdmins}
        actions={<a href={hrefs.home}>{t.common.goHome}</a>}
      >
        {t.access.onlyAdminsHint}
      </Empty>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t.access.title}</h1>
        <nav aria-label={t.access.part} className={styles.parts}>
          {accessParts.map((one) => (
            <a key={one} href={hrefs.access(one)} aria-current={one === part ? 'page' : undefined}>
              {t.access.parts[one]}
            </a>
          ))}
        </nav>
      </header>
      <Suspense fallback={<Loading lines={8} />}>
        <AuditLog />
      </Suspense>
    </div>
  );
}
