// The versions of the policy: what restoring each one would change, and restoring it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { policies } from '../api/policy.ts';
import { showFailure } from '../library/keeping.ts';
import { ago } from '../messages/format.ts';
import { late } from '../messages/late.ts';
import { Button } from '../ui/Button.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './AccessPage.module.css';
import { policyChanges } from './grantWords.ts';
import { onPolicyApplied, type PolicyRoom } from './policyData.ts';
import { Changes } from './ReviewDialog.tsx';

function Version({ room, version }: { readonly room: PolicyRoom; readonly version: number }) {
  const { base } = room;
  const { data, error, refetch } = useQuery({
    queryKey: ['policy', 'version', version],
    queryFn: ({ signal }) => policies.version(version, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={4} />;
  const changes = policyChanges(room, base.value.policy, data.policy);

  async function restore(): Promise<void> {
    try {
      onPolicyApplied(await policies.restore(version, base.tag));
      showToast(late.access.restored(version));
    } catch (failure) {
      showFailure(failure);
    }
  }

  return (
    <section className={styles.version} aria-live="polite">
      <h2>{late.access.version(version)}</h2>
      {changes.length === 0 ? (
        <p>{late.access.asInForce}</p>
      ) : (
        <>
          <h3>{late.access.against}</h3>
          <Changes changes={changes} />
          {room.isEdited && <p>{late.access.restoreFirst}</p>}
          <Button icon={<RotateCcw aria-hidden />} disabled={room.isEdited} onClick={() => void restore()}>
            {late.access.restore}
          </Button>
        </>
      )}
    </section>
  );
}

export default function VersionsPart({ room }: { readonly room: PolicyRoom }) {
  const [chosen, setChosen] = useState<number>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['policy', 'versions'],
    queryFn: ({ pageParam, signal }) => policies.versions(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={6} />;
  const versions = data.pages.flatMap((page) => page.data);
  if (versions.length === 0) {
    return <Empty title={late.access.noVersions}>{room.isReadOnly && late.access.noVersionsHint}</Empty>;
  }
  const open = chosen ?? versions[0]?.version ?? undefined;
  return (
    <>
      <p className={styles.hint}>{late.access.versionsHint}</p>
      <div className={styles.versions}>
        <div>
          <ol className={styles.list}>
            {versions.map(({ version, note, updated, author }) => (
              <li key={version}>
                <button
                  type="button"
                  aria-pressed={version === open}
                  onClick={() => setChosen(version ?? undefined)}
                >
                  <strong>{late.access.version(version ?? 0)}</strong>
                  <span>{note}</span>
                  <small>
                    {[
                      version === room.base.value.version
                        ? late.access.inForce
                        : updated === null
                          ? ''
                          : ago(Date.parse(updated), Date.now()),
                      author === null ? '' : late.access.by(author),
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  </small>
                </button>
              </li>
            ))}
          </ol>
          {hasNextPage && (
            <Button small variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {late.access.moreVersions}
            </Button>
          )}
        </div>
        {open !== undefined && <Version key={open} room={room} version={open} />}
      </div>
    </>
  );
}
