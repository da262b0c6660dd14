// Queries to continue with: saved ones, and those that were last open in this browser.
import { useQuery } from '@tanstack/react-query';
import { BookmarkCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';

import { useStore } from '../ui/useStore.ts';
import { fewQuery } from './keeping.ts';
import styles from './RememberedQueries.module.css';
import { recentQueries } from './remembered.ts';

const SHOWN_PER_KIND = 5;

function Row(props: {
  readonly href: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly at: number;
  readonly now: number;
}) {
  return (
    <li className={styles.row}>
      <a href={props.href}>
        {props.icon}
        <span className={styles.title}>{props.title}</span>
        <time dateTime={new Date(props.at).toISOString()}>{ago(props.at, props.now)}</time>
      </a>
    </li>
  );
}

export function RememberedQueries() {
  const { data: saved = [] } = useQuery(fewQuery('queries', '', SHOWN_PER_KIND));
  const recent = useStore(recentQueries).slice(0, SHOWN_PER_KIND);
  const now = Date.now();
  if (saved.length + recent.length === 0) return null;
  return (
    <section aria-labelledby="remembered" className={styles.remembered}>
      <h2 id="remembered">{t.home.goOn}</h2>
      <ul>
        {saved.map(({ slug, title, updated }) => (
          <Row
            key={`saved ${slug}`}
            href={hrefs.saved(slug)}
            icon={<BookmarkCheck aria-hidden />}
            title={title}
            at={Date.parse(updated)}
            now={now}
          />
        ))}
        {recent.map(({ code, title, at }) => (
          <Row
            key={code}
            href={hrefs.query(code)}
            icon={<Clock aria-hidden />}
            title={title}
            at={at}
            now={now}
          />
        ))}
      </ul>
    </section>
  );
}
