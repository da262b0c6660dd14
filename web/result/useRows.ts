// The rows of a query, page by page: fetches visible pages and cancels requests for pages that left the view.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PAGE_SIZE, rowsQuery } from '../answers/queries.ts';
import type { Cell } from '../api/exact.ts';
import { type GridAnswer, resources } from '../api/resources.ts';
import type { UniGrid } from '../query/request.ts';
import type { RowRange } from './grid/scroll.ts';

/** Nothing is fetched until scrolling pauses for this long. */
const DEBOUNCE_MS = 90;

export type Row = readonly Cell[];
/** Returns the cell of a row by the name of its column. */
export type CellOf = (row: Row, name: string) => Cell;

function pagesOf({ first, end }: RowRange): readonly number[] {
  const from = Math.floor(first / PAGE_SIZE);
  const to = Math.floor(Math.max(first, end - 1) / PAGE_SIZE);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The visible range, updated when scrolling pauses. */
export function useDebouncedRange(): readonly [RowRange, (range: RowRange) => void] {
  const [range, setRange] = useState<RowRange>({ first: 0, end: PAGE_SIZE });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const setDebounced = useCallback((next: RowRange) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const pages = pagesOf(next);
      const first = (pages[0] ?? 0) * PAGE_SIZE;
      const end = first + pages.length * PAGE_SIZE;
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
    }, DEBOUNCE_MS);
  }, []);
  return [range, setDebounced];
}

export interface Rows {
  /** The columns of the answer, in the order of a row's values. */
  readonly cols: readonly string[];
  readonly row: (index: number) => Row | undefined;
  /** All loaded rows. */
  readonly loaded: readonly Row[];
  /** The number of rows: exact once they are counted; before that, the rows seen so far plus one page. */
  readonly rowCount: number;
  readonly total: number | undefined;
  readonly totals: GridAnswer['summaries'];
  readonly countFailed: boolean;
  /** The rows are from the previous query; the new ones are loading. */
  readonly stale: boolean;
  readonly loading: boolean;
  readonly error: unknown;
  /** The person cancelled the request; nothing is loading. */
  readonly stopped: boolean;
  readonly retry: () => void;
}

interface LoadedPages {
  readonly key: string;
  readonly cols: readonly string[];
  readonly pages: ReadonlyMap<number, GridAnswer['data']>;
  readonly rowCount: number;
}

const noPages: LoadedPages = { key: '', cols: [], pages: new Map(), rowCount: 0 };

/** `counted` is the same query without the columns that only the screen needs; counts and totals use it. */
export function useRows(query: UniGrid, counted: UniGrid, withTotals: boolean, range: RowRange): Rows {
  const key = useMemo(() => JSON.stringify(query), [query]);
  const pages = [...new Set([0, ...pagesOf(range)])];
  const answers = useQueries({ queries: pages.map((page) => rowsQuery(query, page)) });

  const firstPage = answers[0]?.data;
  // A first page that is not full is the whole result, so it needs no count, though it may need totals.
  const whole = firstPage && firstPage.data.length < PAGE_SIZE ? firstPage.data.length : undefined;
  const count = useQuery({
    queryKey: ['count', counted],
    queryFn: ({ signal }) => resources.query(counted, { offset: 0, limit: 0, count: 'exact' }, signal),
    enabled: firstPage !== undefined && (whole === undefined || withTotals),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const countIsCurrent = count.data !== undefined && !count.isPlaceholderData;
  const total = whole ?? (countIsCurrent ? Number(count.data.size.total?.value ?? 0) : undefined);

  const loaded = new Map<number, GridAnswer['data']>();
  let seen = 0;
  pages.forEach((page, i) => {
    const data = answers[i]?.data?.data;
    if (!data) return;
    loaded.set(page, data);
    // After a full page there may be another one.
    seen = Math.max(seen, page * PAGE_SIZE + data.length + (data.length === PAGE_SIZE ? PAGE_SIZE : 0));
  });
  const before = useRef(noPages);
  const stale = firstPage === undefined && before.current.key !== '';
  const now: LoadedPages = firstPage
    ? {
        key,
        cols: firstPage.cols,
        pages: loaded,
        rowCount: total ?? Math.max(seen, before.current.key === key ? before.current.rowCount : 0),
      }
    : before.current;
  useEffect(() => {
    before.current = now;
  });

  const failed = answers.find((answer) => answer.error && !answer.data);
  const isStopped = (answer: (typeof answers)[number]) => answer.isPending && answer.fetchStatus === 'idle';
  return {
    cols: now.cols,
    row: (index) => now.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    loaded: [...now.pages.values()].flat(),
    rowCount: now.rowCount,
    total,
    totals: countIsCurrent ? count.data.summaries : undefined,
    countFailed: count.isError,
    stale,
    loading: firstPage === undefined,
    error: failed?.error,
    stopped: answers.some(isStopped),
    retry: () => {
      for (const answer of answers) if (answer.error || isStopped(answer)) void answer.refetch();
      if (count.isError) void count.refetch();
    },
  };
}
