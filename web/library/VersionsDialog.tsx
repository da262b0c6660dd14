// The versions of a saved query: what changed in each, against any other, and the way back to it.
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type SavedQuery, savedQueries } from '../api/kept.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { encode } from '../query/codec.ts';
import { fromKept } from '../query/kept.ts';
import type { Speaker } from '../query/sentence.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Select.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { say } from '../ui/toast.ts';
import { keep, sayFailure } from './keeping.ts';
import styles from './VersionsDialog.module.css';
import { versionChanges } from './versions.ts';

type Voice = Omit<Speaker, 'doc'>;

interface VersionsProps extends Voice {
  readonly saved: SavedQuery;
  readonly tag: string;
  readonly mayRestore: boolean;
  readonly onClose: () => void;
}

export function VersionsDialog(props: VersionsProps) {
  const { saved } = props;
  return (
    <Dialog open title={`${t.library.versions}: ${saved.title}`} size="large" onClose={props.onClose}>
      <Versions {...props} />
    </Dialog>
  );
}

function Versions({ saved, tag, mayRestore, model, operators, onClose }: VersionsProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['queries', 'versions', saved.slug],
    queryFn: ({ pageParam, signal }) => savedQueries.versions(saved.slug, pageParam, signal),
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
      const kept = await savedQueries.restore(saved.slug, version, tag);
      keep('queries', kept);
      const doc = fromKept(kept.value.unigrid, kept.value.view);
      navigate(hrefs.saved(saved.slug, doc ? encode(doc) : ''));
      say(t.library.restoredVersion(version));
      onClose();
    } catch (failure) {
      sayFailure(failure);
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
                  {version === saved.version ? t.library.newest : ago(Date.parse(updated), Date.now())}
                </time>
              </button>
            </li>
          ))}
        </ol>
        {hasNextPage && (
          <Button small look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
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
            <Changes before={before} after={after} model={model} operators={operators} />
          </>
        ) : (
          <>
            <h3>{t.library.version(after.version)}</h3>
            <p>{t.library.firstVersion}</p>
          </>
        )}
        {mayRestore && after.version !== saved.version && (
          <Button icon={<RotateCcw aria-hidden />} onClick={() => void restore(after.version)}>
            {t.library.restore}
          </Button>
        )}
      </section>
    </div>
  );
}

function Changes(props: Voice & { readonly before: SavedQuery; readonly after: SavedQuery }) {
  const { before, after, model, operators } = props;
  const changes = versionChanges(before, after, { model, operators });
  if (changes.length === 0) return <p>{t.difference.nothing}</p>;
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
