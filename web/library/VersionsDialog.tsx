// The versions of a saved query or dashboard: what changed in each, compared with any other, and restoring one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { SavedCalls, Tagged } from '../api/saved.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import type { Shelf } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Select.tsx';
import { Sentence, type SentencePart } from '../ui/Sentence.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import { cacheNewest, type Entry, showFailure } from './keeping.ts';
import styles from './VersionsDialog.module.css';

/** What changed, each change as a sentence. */
export type Changes = readonly (readonly SentencePart[])[];

interface VersionsProps<T extends Entry> {
  readonly shelf: Shelf;
  readonly calls: Pick<SavedCalls<T, never>, 'versions' | 'restore'>;
  readonly kept: Tagged<T>;
  readonly mayRestore: boolean;
  readonly changes: (before: T, after: T) => Changes;
  readonly onRestored: (kept: Tagged<T>) => void;
  readonly onClose: () => void;
}

export function VersionsDialog<T extends Entry>(props: VersionsProps<T>) {
  const title = `${t.library.versions}: ${props.kept.value.title}`;
  return (
    <Dialog open title={title} size="large" onClose={props.onClose}>
      <Versions {...props} />
    </Dialog>
  );
}

function Versions<T extends Entry>(props: VersionsProps<T>) {
  const { shelf, calls, mayRestore, changes } = props;
  const { value: now, tag } = props.kept;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [shelf, 'versions', now.slug],
    queryFn: ({ pageParam, signal }) => calls.versions(now.slug, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<number>();
  const [against, setAgainst] = useState<number>();
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  const after = versions.find(({ version }) => version === chosen) ?? versions[0];
  if (!after) return <Loading lines={5} />;
  const before = versions.find(({ version }) => version === (against ?? after.version - 1));

  async function restore(version: number): Promise<void> {
    try {
      const kept = await calls.restore(now.slug, version, tag);
      cacheNewest(shelf, kept);
      props.onRestored(kept);
      showToast(t.library.restoredVersion(version));
      props.onClose();
    } catch (failure) {
      showFailure(failure);
    }
  }

  return (
    <div className={styles.versions}>
      <div className={styles.list}>
        <ol>
          {versions.map(({ version, updated }) => (
            <li key={version}>
              <button
                type="button"
                aria-pressed={version === after.version}
                onClick={() => {
                  setChosen(version);
                  setAgainst(undefined);
                }}
              >
                <span>{t.library.version(version)}</span>
                <time dateTime={updated}>
                  {version === now.version ? t.library.newest : ago(Date.parse(updated), Date.now())}
                </time>
              </button>
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button small variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.library.moreVersions}
          </Button>
        )}
      </div>
      <section className={styles.changes} aria-live="polite">
        {before ? (
          <>
            <div className={styles.head}>
              <h3>{t.library.version(after.version)}</h3>
              <Select
                label={t.library.compareWith}
                value={String(before.version)}
                options={versions
                  .filter(({ version }) => version !== after.version)
                  .map(({ version }) => ({
                    value: String(version),
                    label: `${t.library.compareWith} ${version}`,
                  }))}
                onValue={(version) => setAgainst(Number(version))}
              />
            </div>
            <ChangeList changes={changes(before, after)} />
          </>
        ) : (
          <>
            <h3>{t.library.version(after.version)}</h3>
            <p>{t.library.firstVersion}</p>
          </>
        )}
        {mayRestore && after.version !== now.version && (
          <Button icon={<RotateCcw aria-hidden />} onClick={() => void restore(after.version)}>
            {t.library.restore}
          </Button>
        )}
      </section>
    </div>
  );
}

function ChangeList({ changes }: { readonly changes: Changes }) {
  if (changes.length === 0) return <p>{late.difference.nothing}</p>;
  return (
    <ul>
      {changes.map((parts, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={i}>
          <Sentence parts={parts} />
        </li>
      ))}
    </ul>
  );
}
