// The entries of a shelf: only visible ones are rendered, and scrolling fetches more.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  BookmarkCheck,
  ChartColumn,
  ChartColumnBig,
  ChartLine,
  ChartScatter,
  Copy,
  Ellipsis,
  LayoutDashboard,
  LibraryBig,
  Lock,
  type LucideIcon,
  Pencil,
  SearchX,
  Trash2,
  Users,
} from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { SavedQuery } from '../../api/saved.ts';
import { effectiveUser } from '../../api/viewAs.ts';
import { ago } from '../../messages/format.ts';
import { t } from '../../messages/index.ts';
import { fromSaved } from '../../query/saved.ts';
import { hrefs, type Shelf } from '../../state/addresses.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { lazyRoom } from '../../ui/lazyRoom.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { Empty, Failure, Loading } from '../../ui/States.tsx';
import { showToast } from '../../ui/toast.ts';
import { AboutDialog } from '../AboutForm.tsx';
import {
  type Entry,
  isMine,
  MAX_ENTRIES,
  PAGE_SIZE,
  shelfActions,
  shelfQuery,
  showFailure,
  visibilityText,
} from '../keeping.ts';
import { UsedByDialog } from '../UsedBy.tsx';
import { savedTab } from '../useSaved.ts';
import styles from './ShelfList.module.css';

export type Whose = keyof typeof t.library.whoseNames;
export type ShelfOrder = keyof typeof t.library.sortNames;

const Thumbnail = lazyRoom(() => import('../../charts/Thumbnail.tsx'));

const ROW_HEIGHT = 60;

const isShown: Record<Whose, (entry: Entry) => boolean> = {
  all: () => true,
  mine: ({ owner }) => owner === effectiveUser(),
  others: ({ owner }) => owner !== effectiveUser(),
};

function addressOf(shelf: Shelf, slug: string): string {
  return shelf === 'queries' ? hrefs.saved(slug) : hrefs.dashboard(slug);
}

export function ShelfList(props: {
  readonly shelf: Shelf;
  readonly search: string;
  readonly whose: Whose;
  readonly order: ShelfOrder;
}) {
  const { shelf, search, whose, order } = props;
  const byName = order === 'name';
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    shelfQuery(shelf, search, byName ? MAX_ENTRIES : PAGE_SIZE),
  );
  const all = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const entries = useMemo(() => {
    const wanted = all.filter(isShown[whose]);
    const names = new Intl.Collator();
    return byName ? wanted.toSorted((a, b) => names.compare(a.title, b.title)) : wanted;
  }, [all, whose, byName]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 800, height: 800 },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  // Sorting by name needs all entries; otherwise the next page is fetched near the end of the list.
  const needsMore = hasNextPage && (byName || last >= entries.length - 1);
  useEffect(() => {
    if (needsMore && !isFetchingNextPage) void fetchNextPage();
  }, [needsMore, isFetchingNextPage, fetchNextPage]);
  const [described, setDescribed] = useState<Entry>();
  const [traced, setTraced] = useState<Entry>();

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={8} />;
  if (entries.length === 0 && !hasNextPage)
    return <EmptyShelf shelf={shelf} search={search} isFiltered={all.length > 0} />;
  return (
    <>
      <p role="status" className={styles.count}>
        {byName && hasNextPage
          ? t.library.gathering(all.length)
          : t.library.counted(shelf, entries.length, hasNextPage)}
      </p>
      <div ref={scroller} className={styles.scroller}>
        <ul
          className={styles.list}
          style={{ blockSize: virtual.getTotalSize() }}
          aria-label={t.library.shelves[shelf]}
        >
          {rows.map(({ index, start, key }) => {
            const entry = entries[index];
            return (
              entry && (
                <li
                  key={key}
                  className={styles.row}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={hasNextPage ? -1 : entries.length}
                  aria-posinset={index + 1}
                >
                  <EntryRow
                    shelf={shelf}
                    entry={entry}
                    onDescribe={() => setDescribed(entry)}
                    onTrace={() => setTraced(entry)}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
      {described && (
        <AboutDialog
          open
          title={t.library.rename}
          start={described}
          submit={t.library.save}
          onSubmit={({ title, description, visibility }) =>
            shelfActions[shelf].describe(described.slug, { title, description, visibility })
          }
          onClose={() => setDescribed(undefined)}
        />
      )}
      {traced && (
        <UsedByDialog slug={traced.slug} title={traced.title} onClose={() => setTraced(undefined)} />
      )}
    </>
  );
}

function EmptyShelf(props: { readonly shelf: Shelf; readonly search: string; readonly isFiltered: boolean }) {
  if (props.search !== '') {
    return (
      <Empty icon={<SearchX aria-hidden />} title={t.library.noMatch(props.search)}>
        {t.library.noMatchHint}
      </Empty>
    );
  }
  if (props.isFiltered) return <Empty icon={<SearchX aria-hidden />} title={t.library.noneOfThese} />;
  return (
    <Empty icon={<LibraryBig aria-hidden />} title={t.library.empty[props.shelf]}>
      {t.library.emptyHint[props.shelf]}
    </Empty>
  );
}

/** The icons of chart kinds. */
const chartIcons: Readonly<Record<string, LucideIcon>> = {
  line: ChartLine,
  bars: ChartColumn,
  scatter: ChartScatter,
  histogram: ChartColumnBig,
};

/** A thumbnail of the entry: the chart of a query that was saved with one. */
function EntryPicture({ shelf, entry }: { readonly shelf: Shelf; readonly entry: Entry }) {
  const chart = shelf === 'queries' ? savedChart(entry) : undefined;
  const Icon = shelf === 'dashboards' ? LayoutDashboard : chart ? chartIconOf(chart) : BookmarkCheck;
  const icon = <Icon aria-hidden />;
  return (
    <span className={styles.picture}>
      {chart ? (
        // A failing thumbnail must not break the list.
        <Boundary resetKey={chart.slug} fallback={icon}>
          <Suspense fallback={icon}>
            <Thumbnail saved={chart} fallback={icon} />
          </Suspense>
        </Boundary>
      ) : (
        icon
      )}
    </span>
  );
}

/** The list holds complete queries, although its type promises only the fields shared with dashboards. */
function savedChart(entry: Entry): SavedQuery | undefined {
  const saved = entry as SavedQuery;
  return savedTab(saved) === 'chart' ? saved : undefined;
}

function chartIconOf({ unigrid, view }: SavedQuery): LucideIcon {
  return chartIcons[fromSaved(unigrid, view)?.view.chart?.kind ?? ''] ?? ChartColumn;
}

function EntryRow(props: {
  readonly shelf: Shelf;
  readonly entry: Entry;
  readonly onDescribe: () => void;
  readonly onTrace: () => void;
}) {
  const { shelf, entry } = props;
  const { slug, title, description, owner, visibility, updated } = entry;
  const acts = shelfActions[shelf];
  const isShared = visibility !== 'private';

  async function copy(): Promise<void> {
    try {
      showToast(t.library.saved((await acts.copy(slug)).title));
    } catch (error) {
      showFailure(error);
    }
  }
  return (
    <>
      <a href={addressOf(shelf, slug)} className={styles.entry}>
        <EntryPicture shelf={shelf} entry={entry} />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {description && <small>{description}</small>}
        </span>
        <span className={styles.facts}>
          {owner !== null && <span>{owner === effectiveUser() ? t.library.byMe : t.library.by(owner)}</span>}
          {owner !== null && (
            <span>
              {isShared ? <Users aria-hidden /> : <Lock aria-hidden />}
              {visibilityText(visibility)}
            </span>
          )}
          <time dateTime={updated}>{ago(Date.parse(updated), Date.now())}</time>
        </span>
      </a>
      <Menu
        trigger={
          <IconButton label={t.library.more(title)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
          {t.library.copy}
        </MenuItem>
        {shelf === 'queries' && (
          <MenuItem icon={<LayoutDashboard aria-hidden />} onSelect={props.onTrace}>
            {t.library.usedBy}
          </MenuItem>
        )}
        {isMine(entry) && (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={props.onDescribe}>
              {t.library.rename}
            </MenuItem>
            <MenuLine />
            <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => void acts.remove(slug)}>
              {t.library.remove}
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}
