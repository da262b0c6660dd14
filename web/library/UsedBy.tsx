// The dashboards that show a saved query, as far as the user may see them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LayoutDashboard } from 'lucide-react';
import { type Dashboard, dashboards } from '../api/saved.ts';
import { t } from '../messages/index.ts';
import { hrefs } from '../state/addresses.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Failure, Loading } from '../ui/States.tsx';
import { MAX_ENTRIES } from './keeping.ts';
import styles from './UseDialog.module.css';

/** The dashboards with a tile of a query. This scans all of them, so it is fetched only on demand. */
function dashboardsWith(query: string) {
  return queryOptions({
    queryKey: ['dashboards', 'list', 'with', query],
    queryFn: async ({ signal }) => {
      const found: Dashboard[] = [];
      let after: string | undefined;
      do {
        const page = await dashboards.list({ after, limit: MAX_ENTRIES }, signal);
        found.push(...page.data.filter(({ tiles }) => tiles.some((tile) => tile.query === query)));
        after = page.next;
      } while (after !== undefined);
      return found;
    },
    staleTime: 0,
  });
}

export function UsedBy({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = useQuery(dashboardsWith(slug));
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={1} />;
  if (data.length === 0) return <p className={styles.quiet}>{t.library.usedByNone}</p>;
  return (
    <ul className={styles.links}>
      {data.map((dashboard) => (
        <li key={dashboard.slug}>
          <LayoutDashboard aria-hidden />
          <a href={hrefs.dashboard(dashboard.slug)}>{dashboard.title}</a>
          {dashboard.owner !== null && <span>{t.library.by(dashboard.owner)}</span>}
        </li>
      ))}
    </ul>
  );
}

export function UsedByDialog(props: {
  readonly slug: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open title={`${t.library.usedBy}: ${props.title}`} onClose={props.onClose}>
      <div className={styles.uses}>
        <UsedBy slug={props.slug} />
      </div>
    </Dialog>
  );
}
