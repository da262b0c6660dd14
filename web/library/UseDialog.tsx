// A saved query for other programs: its address in every format, curl, links without a login, a page that embeds it.
import { useQuery } from '@tanstack/react-query';
import { Link, X } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { type SavedQuery, savedQueries } from '../api/kept.ts';
import { gate } from '../api/session.ts';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { QueryDocument } from '../query/document.ts';
import { Button } from '../ui/Button.tsx';
import { Copied } from '../ui/Copied.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Select.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { say } from '../ui/toast.ts';
import { useStore } from '../ui/useStore.ts';
import { sayFailure } from './keeping.ts';
import { embedSnippet, exportFormats, rowsAddress, shellQuoted } from './rowsAddress.ts';
import styles from './UseDialog.module.css';

interface UseProps {
  readonly saved: SavedQuery;
  readonly doc: QueryDocument;
  readonly isMine: boolean;
  readonly onClose: () => void;
}

export function UseDialog(props: UseProps) {
  return (
    <Dialog open title={`${t.library.use}: ${props.saved.title}`} size="large" onClose={props.onClose}>
      <Uses {...props} />
    </Dialog>
  );
}

const formats = ['', ...exportFormats] as const;

function Uses({ saved, doc, isMine }: UseProps) {
  const { session } = useStore(gate);
  const [link, setLink] = useState<string>();
  const [format, setFormat] = useState<(typeof formats)[number]>('');
  const user = session ? ` \\\n  --user ${shellQuoted(`${session.username}:<session id>`)}` : '';
  const address = rowsAddress(saved.slug, doc, format === '' ? undefined : format);
  const curl = `curl ${shellQuoted(address)}${user}`;
  return (
    <div className={styles.uses}>
      <section>
        <Heading title={t.library.useRows} hint={t.library.useRowsHint} />
        <div className={styles.make}>
          <Select
            label={t.library.formatChoice}
            value={format}
            options={formats.map((value) => ({ value, label: t.library.formatName(value) }))}
            onValue={setFormat}
          />
        </div>
        <Copied text={address} />
      </section>
      <section>
        <Heading title={t.library.useCurl} hint={t.library.useCurlHint} />
        <Copied text={curl} />
      </section>
      <section>
        <Heading title={t.library.links} hint={t.library.linksHint} />
        {isMine ? (
          <Links saved={saved} doc={doc} made={link} onMade={setLink} />
        ) : (
          <p className={styles.quiet}>{t.library.onlyOwner}</p>
        )}
      </section>
      <section>
        <Heading title={t.library.useEmbed} hint={t.library.useEmbedHint} />
        {link ? (
          <Copied text={embedSnippet(link)} />
        ) : (
          <p className={styles.quiet}>{t.library.useEmbedFirst}</p>
        )}
      </section>
    </div>
  );
}

function Heading({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <header className={styles.heading}>
      <h3>{title}</h3>
      <p>{hint}</p>
    </header>
  );
}

const lifetimes = ['1', '7', '30', '365'] as const;
const DAY = 86_400_000;

function Links(props: {
  readonly saved: SavedQuery;
  readonly doc: QueryDocument;
  readonly made: string | undefined;
  readonly onMade: (url: string | undefined) => void;
}) {
  const { saved, doc, made } = props;
  const [days, setDays] = useState<(typeof lifetimes)[number]>('7');
  const links = useQuery({
    queryKey: ['queries', 'links', saved.slug],
    queryFn: ({ signal }) => savedQueries.links(saved.slug, signal),
    staleTime: 0,
  });
  const again = () => queryClient.invalidateQueries({ queryKey: ['queries', 'links', saved.slug] });

  async function make(): Promise<void> {
    try {
      const expires = new Date(Date.now() + Number(days) * DAY).toISOString();
      const given = doc.arguments ? { arguments: doc.arguments } : {};
      const { url } = await savedQueries.makeLink(saved.slug, { expires, ...given });
      props.onMade(url);
      await again();
    } catch (error) {
      sayFailure(error);
    }
  }
  async function end(id: string): Promise<void> {
    try {
      await savedQueries.endLink(saved.slug, id);
      props.onMade(undefined);
      say(t.library.linkEnded);
      await again();
    } catch (error) {
      sayFailure(error);
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
                look="quiet"
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
