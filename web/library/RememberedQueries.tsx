// Queries to go on with: saved by name, or simply the last ones.

import { Bookmark, Clock, X } from 'lucide-react';
import { ago } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';

import { IconButton } from '../ui/Button.tsx';
import { useStore } from '../ui/useStore.ts';
import styles from './RememberedQueries.module.css';
import type { Remembered } from './recent.ts';
import { forgetQuery, recentQueries, savedQueries } from './remembered.ts';

const RECENT_SHOWN = 5;

function Row(props: { readonly query: Remembered; readonly saved: boolean; readonly now: number }) {
  const { query, saved, now } = props;
  return (
    <li className={styles.row}>
      <a href={hrefs.query(query.code)}>
        {saved ? <Bookmark aria-hidden /> : <Clock aria-hidden />}
        <span className={styles.title}>{query.title}</span>
        <time dateTime={new Date(query.at).toISOString()}>{ago(query.at, now)}</time>
      </a>
      {saved && (
        <IconButton small label={t.home.forget(query.title)} onClick={() => forgetQuery(query.code)}>
          <X aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

export function RememberedQueries() {
  const saved = useStore(savedQueries);
  const recent = useStore(recentQueries)
    .filter(({ code }) => !saved.some((one) => one.code === code))
    .slice(0, RECENT_SHOWN);
  const now = Date.now();
  if (saved.length + recent.length === 0) return null;
  return (
    <section aria-labelledby="remembered" className={styles.remembered}>
      <h2 id="remembered">{t.home.goOn}</h2>
      <ul>
        {saved.map((query) => (
          <Row key={query.code} query={query} saved now={now} />
        ))}
        {recent.map((query) => (
          <Row key={query.code} query={query} saved={false} now={now} />
        ))}
      </ul>
    </section>
  );
}
