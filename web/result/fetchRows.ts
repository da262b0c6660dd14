// Rows of the result by index, including rows that were never in view.
import type { QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE, rowsQuery } from '../answers/queries.ts';
import type { UniGrid } from '../query/request.ts';
import type { Block } from './grid/selection.ts';
import type { Row } from './useRows.ts';

export async function fetchRows(
  client: QueryClient,
  query: UniGrid,
  { top, bottom }: Pick<Block, 'top' | 'bottom'>,
): Promise<{ readonly cols: readonly string[]; readonly rows: readonly Row[] }> {
  const pages: Row[][] = [];
  let cols: readonly string[] = [];
  for (let page = Math.floor(top / PAGE_SIZE); page <= Math.floor(bottom / PAGE_SIZE); page++) {
    const answer = await client.ensureQueryData(rowsQuery(query, page));
    cols = answer.cols;
    const first = page * PAGE_SIZE;
    pages.push(answer.data.slice(Math.max(0, top - first), bottom + 1 - first));
  }
  return { cols, rows: pages.flat() };
}
