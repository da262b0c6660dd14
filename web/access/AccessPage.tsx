// The Access room, for admins: who may see and change what, how the policy came about, and who did what.
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { PolicyProblem } from '../api/policy.ts';
import { isAdmin, meQuery } from '../library/keeping.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { accessParts, hrefs, type Route } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { lazyRoom } from '../ui/lazyRoom.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import { useTitle } from '../ui/useTitle.ts';
import type { GrantPlace } from './AccessGrid.tsx';
import styles from './AccessPage.module.css';
import { policyChanges } from './grantWords.ts';
import { discardDraft, type PolicyRoom, pointerSteps, usePolicyRoom, useProblems } from './policyData.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

const RolesPart = lazyRoom(() => import('./RolesPart.tsx'));
const UsersPart = lazyRoom(() => import('./UsersPart.tsx'));
const VersionsPart = lazyRoom(() => import('./VersionsPart.tsx'));
const SightPart = lazyRoom(() => import('./SightPart.tsx'));
const AuditLog = lazyRoom(() => import('./AuditLog.tsx'));

export type AccessRoute = Extract<Route, { readonly name: 'access' | 'grant' | 'sight' }>;

/** Where the policy is stored, if not in the store. */
function Source({ room }: { readonly room: PolicyRoom }) {
  const { source, file } = room.base.value;
  if (source === 'store') return null;
  return (
    <p role="note" className={styles.source}>
      <strong>{source === 'file' ? late.access.inFile(file ?? '') : late.access.none}</strong>{' '}
      {source === 'file' ? late.access.inFileHint : late.access.noneHint}
    </p>
  );
}

/** The page of the grant that a problem concerns. */
function placeOf({ pointer }: PolicyProblem): string {
  const [, kind, role, entity] = pointerSteps(pointer);
  if (kind === 'users') return hrefs.access('users');
  return kind === 'roles' && role !== undefined && entity !== undefined
    ? hrefs.grant(role, entity)
    : hrefs.access();
}

/** Shows that edits are pending, and the problems in them. */
function DraftBar(props: { readonly room: PolicyRoom; readonly problems: readonly PolicyProblem[] }) {
  const { room, problems } = props;
  const [isReviewing, setReviewing] = useState(false);
  if (!room.isEdited) return null;
  return (
    <section className={styles.draft} aria-label={late.access.reviewTitle}>
      <div className={styles.acts}>
        <p role="status">
          {late.access.edited(policyChanges(room, room.base.value.policy, room.policy).length)}
        </p>
        <Button variant="main" onClick={() => setReviewing(true)}>
          {late.access.review}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            discardDraft();
            showToast(late.access.discarded);
          }}
        >
          {late.access.discard}
        </Button>
      </div>
      {problems.length > 0 && (
        <div className={styles.wrong}>
          <p>{late.access.wrong(problems.length)}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem.pointer + problem.detail}>
                <a href={placeOf(problem)}>
                  <code>{problem.pointer.replace(/^\/policy/, '')}</code>
                </a>{' '}
                {problem.detail}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ReviewDialog room={room} problems={problems} open={isReviewing} onClose={() => setReviewing(false)} />
    </section>
  );
}

function openGrant(route: AccessRoute): GrantPlace | undefined {
  return route.name === 'grant' ? { role: route.role, entity: route.entity } : undefined;
}

function PolicyParts({ room, route }: { readonly room: PolicyRoom; readonly route: AccessRoute }) {
  const problems = useProblems(room);
  const isRoles = route.name === 'grant' || (route.name === 'access' && route.part === 'roles');
  return (
    <>
      <Source room={room} />
      <DraftBar room={room} problems={problems} />
      {isRoles && <RolesPart room={room} problems={problems} open={openGrant(route)} />}
      {route.name === 'sight' && <SightPart room={room} entity={route.entity} column={route.column} />}
      {route.name === 'access' && route.part === 'users' && <UsersPart room={room} />}
      {route.name === 'access' && route.part === 'versions' && <VersionsPart room={room} />}
    </>
  );
}

function Parts({ route }: { readonly route: AccessRoute }) {
  const { room, error, retry } = usePolicyRoom();
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!room) return <Loading lines={8} />;
  return <PolicyParts room={room} route={route} />;
}

function Frame({ route, children }: { readonly route: AccessRoute; readonly children: ReactNode }) {
  const part = route.name === 'access' ? route.part : 'roles';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{late.access.title}</h1>
        <nav aria-label={late.access.part} className={styles.parts}>
          {accessParts.map((one) => (
            <a key={one} href={hrefs.access(one)} aria-current={one === part ? 'page' : undefined}>
              {late.access.parts[one]}
            </a>
          ))}
        </nav>
      </header>
      <Suspense fallback={<Loading lines={8} />}>{children}</Suspense>
    </div>
  );
}

export default function AccessPage({ route }: { readonly route: AccessRoute }) {
  const { data: me, error, refetch } = useQuery(meQuery);
  useTitle(late.access.title);
  if (error && !me) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!me) return <Loading lines={8} />;
  if (!isAdmin(me)) {
    return (
      <Empty
        icon={<Lock aria-hidden />}
        title={late.access.onlyAdmins}
        actions={<a href={hrefs.home}>{t.common.goHome}</a>}
      >
        {late.access.onlyAdminsHint}
      </Empty>
    );
  }
  const isAudit = route.name === 'access' && route.part === 'audit';
  return <Frame route={route}>{isAudit ? <AuditLog /> : <Parts route={route} />}</Frame>;
}
