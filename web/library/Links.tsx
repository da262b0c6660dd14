// Login-free links to a saved query or dashboard: creating, listing and revoking.
import { useQuery } from '@tanstack/react-query';
import { Link, X } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import type { SavedCalls } from '../api/saved.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { QueryDocument } from '../query/document.ts';
import { hrefs, type Shelf } from '../state/addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Copied } from '../ui/Copied.tsx';
import { Select } from '../ui/Select.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { showToast } from '../ui/toast.ts';
import { showFailure } from './keeping.ts';
import styles from './UseDialog.module.css';

/** The page of a link, from the link's API address. */
function pageOf(link: string): string {
  return new URL(hrefs.shared(link.split('/').at(-1) ?? ''), document.baseURI).href;
}

const lifetimes = ['1', '7', '30', '365'] as const;
const DAY = 86_400_000;

export function Links(props: {
  readonly shelf: Shelf;
  readonly calls: Pick<SavedCalls<never, never>, 'links' | 'makeLink' | 'endLink'>;
  readonly slug: string;
  /** Parameter values that a visitor of the link cannot change. */
  readonly given: QueryDocument['arguments'];
  readonly made: string | undefined;
  readonly onMade: (url: string | undefined) => void;
}) {
  const { shelf, calls, slug, given, made } = props;
  const [days, setDays] = useState<(typeof lifetimes)[number]>('7');
  const links = useQuery({
    queryKey: [shelf, 'links', slug],
    queryFn: ({ signal }) => calls.links(slug, signal),
    staleTime: 0,
  });
  const again = () => queryClient.invalidateQueries({ queryKey: [shelf, 'links', slug] });

  async function make(): Promise<void> {
    try {
      const expires = new Date(Date.now() + Number(days) * DAY).toISOString();
      const { url } = await calls.makeLink(slug, { expires, ...(given ? { arguments: given } : {}) });
      props.onMade(url);
      await again();
    } catch (error) {
      showFailure(error);
    }
  }
  async function end(id: string): Promise<void> {
    try {
      await calls.endLink(slug, id);
      props.onMade(undefined);
      showToast(t.library.linkEnded);
      await again();
    } catch (error) {
      showFailure(error);
    }
  }
  const now = Date.now();
  return (
    <>
      <div className={styles.make}>
        <Select
          label={t.library.linkDays}
          value={days}
          options={lifetimes.map((value) => ({
            value,
            label: `${t.library.linkDays} ${t.library.linkDay(Number(value))}`,
          }))}
          onValue={setDays}
        />
        <Button icon={<Link aria-hidden />} onClick={() => void make()}>
          {t.library.makeLink}
        </Button>
      </div>
      {made && (
        <div role="status" className={styles.made}>
          <p>{t.library.linkMade}</p>
          <Copied text={made} />
        </div>
      )}
      {made && (
        <div className={styles.made}>
          <p>{t.library.linkPage}</p>
          <Copied text={pageOf(made)} />
        </div>
      )}
      {links.error ? (
        <Failure error={links.error} onRetry={() => void links.refetch()} />
      ) : !links.data ? (
        <Loading lines={1} />
      ) : links.data.data.length === 0 ? (
        <p className={styles.quiet}>{t.library.noLinks}</p>
      ) : (
        <ul className={styles.links}>
          {links.data.data.map(({ id, expires, created }) => (
            <li key={id}>
              <Link aria-hidden />
              <span>{t.library.linkMadeAt(ago(Date.parse(created), now))}</span>
              <span>{t.library.linkEnds(ago(Date.parse(expires), now))}</span>
              <Button
                small
                variant="quiet"
                icon={<X aria-hidden />}
                aria-label={t.library.endLink(ago(Date.parse(created), now))}
                onClick={() => void end(id)}
              >
                {t.library.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
