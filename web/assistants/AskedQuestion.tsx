// A query that an assistant ran, opened in the workbench like a person's own.
import { useQuery } from '@tanstack/react-query';
import { MessageSquareOff, Plug } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { GridRequest } from '../../src/contract/grid.ts';
import { assistants } from '../api/assistants.ts';
import { ApiError } from '../api/errors.ts';
import { late } from '../messages/late.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Copied } from '../ui/Copied.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import styles from './Assistants.module.css';

export function AskedQuestion({ model, id }: { readonly model: Model; readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['asked', id],
    queryFn: ({ signal }) => assistants.question(id, signal),
  });
  const code = useMemo(() => {
    // The service validated it, unless it was refused; then any part may be malformed.
    const doc = data?.unigrid ? openable(data.unigrid, data.problem !== null) : undefined;
    return doc && unknownNames(doc, model).length === 0 ? encode(doc) : undefined;
  }, [data, model]);
  useTitle(data?.said);
  useEffect(() => {
    if (code !== undefined) navigate(hrefs.query(code), 'replace');
  }, [code]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty icon={<MessageSquareOff aria-hidden />} title={late.assistants.gone}>
        {late.assistants.goneHint}
      </Empty>
    );
  }
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || code !== undefined) return <Loading lines={8} />;
  return (
    <div className={styles.page}>
      <Empty icon={<Plug aria-hidden />} title={data.said}>
        {late.assistants.notShown}
      </Empty>
      <Copied text={JSON.stringify(data.unigrid, null, 2)} />
    </div>
  );
}

function openable(unigrid: Readonly<Record<string, unknown>>, wasRefused: boolean) {
  try {
    return fromSaved(unigrid as unknown as GridRequest, null);
  } catch (error) {
    if (wasRefused) return undefined;
    throw error;
  }
}
