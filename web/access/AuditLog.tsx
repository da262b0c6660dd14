// The audit log: who requested what, latest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type AuditAction, auditActions } from '../../src/contract/audit-actions.ts';
import { type AuditEntry, auditEntries } from '../api/audit.ts';
import { count, list } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { SearchBox } from '../ui/Field.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import { formatMoment } from '../values/show.ts';
import styles from './AuditLog.module.css';

const PAGE_SIZE = 100;

const kinds: readonly Option<AuditAction | ''>[] = [
  { value: '', label: late.access.audit.allKinds },
  ...auditActions.map((value) => ({ value, label: late.access.audit.kinds[value] })),
];

function actorOf({ user, as, via }: AuditEntry): string {
  if (user === null) return late.access.audit.nobody;
  const who = as === undefined ? user : late.access.audit.asUser(user, as);
  return via === 'token' ? `${who} · ${late.access.audit.byToken}` : who;
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { columns } = late.access.audit;
  return (
    <table className={styles.log}>
      <thead>
        <tr>
          <th scope="col">{columns.at}</th>
          <th scope="col">{columns.user}</th>
          <th scope="col">{columns.action}</th>
          <th scope="col">{columns.entities}</th>
          <th scope="col" className={styles.number}>
            {columns.rows}
          </th>
          <th scope="col">{columns.address}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.seq}>
            <td className={styles.at}>
              <time dateTime={entry.at} title={entry.at}>
                {formatMoment(entry.at.replace(/\.\d+/, ''))}
              </time>
            </td>
            <td className={styles.who}>{actorOf(entry)}</td>
            <td>{late.access.audit.kinds[entry.action]}</td>
            <td className={styles.what}>{list(entry.entities)}</td>
            <td className={styles.number}>{entry.rows === null ? '' : count(entry.rows)}</td>
            <td className={styles.from}>{entry.address}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export default function AuditLog() {
  const [user, setUser] = useState('');
  const [action, setAction] = useState<AuditAction | ''>('');
  const asked = useDebounced(user.trim());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['audit', asked, action],
    queryFn: ({ pageParam, signal }) =>
      auditEntries({ user: asked, action, before: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.seq),
    staleTime: 0,
  });
  const entries = data?.pages.flat() ?? [];
  return (
    <>
      <p className={styles.hint}>{late.access.audit.hint}</p>
      <div className={styles.tools}>
        <SearchBox label={late.access.audit.anyUser} value={user} onValue={setUser} />
        <Select label={late.access.audit.kind} value={action} options={kinds} onValue={setAction} />
        <Button icon={<RefreshCw aria-hidden />} disabled={isFetching} onClick={() => void refetch()}>
          {late.access.audit.again}
        </Button>
      </div>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : entries.length === 0 ? (
        <Empty title={late.access.audit.none}>{late.access.audit.noneHint}</Empty>
      ) : (
        <Entries entries={entries} />
      )}
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
          {late.access.audit.more}
        </Button>
      )}
    </>
  );
}
