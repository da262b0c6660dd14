// A saved query for other programs: its address in every format, curl, login-free links, and embedding in a page.
import { useState } from 'react';
import { type SavedQuery, savedQueries } from '../api/saved.ts';
import { gate } from '../api/session.ts';
import { t } from '../messages/index.ts';
import type { QueryDocument } from '../query/document.ts';
import { Copied } from '../ui/Copied.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Select.tsx';
import { useStore } from '../ui/useStore.ts';
import { Links } from './Links.tsx';
import { curlLine, embedSnippet, exportFormats, rowsAddress } from './rowsAddress.ts';
import styles from './UseDialog.module.css';
import { UsedBy } from './UsedBy.tsx';

interface UseProps {
  readonly saved: SavedQuery;
  readonly doc: QueryDocument;
  readonly isMine: boolean;
  readonly onClose: () => void;
}

export function UseDialog(props: UseProps) {
  return (
    <Dialog open title={`${t.library.use}: ${props.saved.title}`} size="large" onClose={props.onClose}>
      <UseOptions {...props} />
    </Dialog>
  );
}

const formats = ['', ...exportFormats] as const;

function UseOptions({ saved, doc, isMine }: UseProps) {
  const { session } = useStore(gate);
  const [link, setLink] = useState<string>();
  const [format, setFormat] = useState<(typeof formats)[number]>('');
  const file = format === '' ? undefined : format;
  const address = rowsAddress(saved.slug, doc, file);
  const curl = curlLine(saved.slug, address, file, session?.username ?? null);
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
          <Links
            shelf="queries"
            calls={savedQueries}
            slug={saved.slug}
            given={doc.arguments}
            made={link}
            onMade={setLink}
          />
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
      <section>
        <Heading title={t.library.usedBy} hint={t.library.usedByHint} />
        <UsedBy slug={saved.slug} />
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
