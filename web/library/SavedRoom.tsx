// The address of a saved query without a state: opens the query in the workbench, or says why that is not possible.
import { useQuery } from '@tanstack/react-query';
import { BookmarkX, Plug } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import { encode } from '../query/codec/codec.ts';
import { emptyDocument } from '../query/document.ts';
import { fromSaved } from '../query/saved.ts';
import { unknownNames } from '../query/unknownNames.ts';
import { hrefs } from '../state/addresses.ts';
import { navigate } from '../state/route.ts';
import { Button } from '../ui/Button.tsx';
import { Empty, Failure, Loading } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { isMine, savedQuery } from './keeping.ts';
import { RepairPage } from './RepairPage.tsx';
import { UseDialog } from './UseDialog.tsx';
import { savedTab } from './useSaved.ts';

interface RoomProps {
  readonly model: Model;
  readonly slug: string;
  readonly tab: string | undefined;
}

export default function SavedRoom({ model, slug, tab }: RoomProps) {
  // Refetched on every visit, since the cached version may be out of date.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...savedQuery(slug),
    refetchOnMount: 'always',
  });
  const saved = isFetchedAfterMount ? data?.value : undefined;
  const doc = useMemo(() => saved && fromSaved(saved.unigrid, saved.view), [saved]);
  const lost = useMemo(() => (doc ? unknownNames(doc, model) : []), [doc, model]);
  const [using, setUsing] = useState(false);
  const code = doc && lost.length === 0 ? encode(doc) : undefined;
  const view = saved && (tab ?? savedTab(saved));
  useTitle(saved?.title);
  useEffect(() => {
    if (code !== undefined) navigate(hrefs.saved(slug, code, view), 'replace');
  }, [slug, code, view]);

  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty
        icon={<BookmarkX aria-hidden />}
        title={t.library.gone}
        actions={<a href={hrefs.library()}>{t.library.title}</a>}
      >
        {t.library.goneHint}
      </Empty>
    );
  }
  if (error && isFetchedAfterMount) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!saved || code !== undefined) return <Loading lines={8} />;
  if (doc) return <RepairPage model={model} saved={saved} />;
  return (
    <>
      <Empty
        icon={<Plug aria-hidden />}
        title={saved.title}
        actions={
          <Button variant="main" onClick={() => setUsing(true)}>
            {t.library.use}
          </Button>
        }
      >
        {t.library.elsewhereHint}
      </Empty>
      {using && (
        <UseDialog saved={saved} doc={emptyDocument} isMine={isMine(saved)} onClose={() => setUsing(false)} />
      )}
    </>
  );
}
