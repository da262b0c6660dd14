// Changes that an assistant proposes: tried in a dry run, reviewed row by row, and applied by a person or not at all.
import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { assistants } from '../api/assistants.ts';
import { changes } from '../api/changes.ts';
import { ApiError } from '../api/errors.ts';
import { refetchAll, showApplied } from '../edit/editing.ts';
import { RowDiffs } from '../edit/RowDiff.tsx';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import styles from './Assistants.module.css';

async function loadProposal(id: string, signal: AbortSignal) {
  const proposal = await assistants.proposal(id, signal);
  return { proposal, found: await changes.tryOut(proposal.changes, signal) };
}

export function ProposedChanges({ model, id }: { readonly model: Model; readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['proposal', id],
    queryFn: ({ signal }) => loadProposal(id, signal),
    staleTime: 0,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const words = late.assistants;
  useTitle(words.proposal);

  async function apply(): Promise<void> {
    if (busy || !data) return;
    setBusy(true);
    setFailure(undefined);
    try {
      // A fixed idempotency key: applying the proposal twice changes the data once.
      const { note, changes: sent } = data.proposal;
      const set = await changes.apply(sent, note ?? '', `proposal ${id}`);
      await refetchAll(model, set);
      showApplied(model, set, words.applied);
      navigate(hrefs.history());
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty icon={<FileX aria-hidden />} title={words.noProposal}>
        {words.noProposalHint}
      </Empty>
    );
  }
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={8} />;
  const { proposal, found } = data;
  const isRefused = found.refusals.length > 0;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.proposal}</h1>
        {proposal.note !== null && <blockquote>{proposal.note}</blockquote>}
        <p>{words.proposalHint}</p>
      </header>
      {isRefused && (
        <section role="alert" className={styles.refused}>
          <h2>{words.refused}</h2>
          <ul>
            {found.refusals.map(({ pointer, detail }) => (
              <li key={pointer}>{detail}</li>
            ))}
          </ul>
        </section>
      )}
      <RowDiffs model={model} changes={found.changes} />
      {failure !== undefined && <Failure error={failure} />}
      {!isRefused && (
        <div className={styles.buttons}>
          <Button variant="main" aria-disabled={busy} onClick={() => void apply()}>
            {busy ? words.applying : words.apply}
          </Button>
        </div>
      )}
    </div>
  );
}
