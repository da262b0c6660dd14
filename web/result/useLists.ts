// The lists of related values for the rows in view.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PAGE_SIZE } from '../answers/queries.ts';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import type { Extras } from '../query/rows.ts';
import type { RowRange } from './grid/scroll.ts';
import { type ListLookup, listOptions, listRequests, lookUp } from './lists.ts';
import type { Row, Rows } from './useRows.ts';

export function useLists(
  doc: QueryDocument,
  model: Model,
  extras: Extras,
  rows: Rows,
  range: RowRange,
): ListLookup {
  const from = Math.floor(range.first / PAGE_SIZE) * PAGE_SIZE;
  const to = Math.min(
    rows.rowCount,
    (Math.floor(Math.max(range.first, range.end - 1) / PAGE_SIZE) + 1) * PAGE_SIZE,
  );
  const inView: Row[] = [];
  if (doc.view.lists.length > 0) {
    for (let index = from; index < to; index++) {
      const row = rows.row(index);
      if (row) inView.push(row);
    }
  }
  const requests = listRequests(doc, model, extras, rows.cols, inView);
  const answers = useQueries({
    queries: requests.map(listOptions),
    combine: (results) => results.map(({ data }) => data),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers change when the requests do
  return useMemo(() => lookUp(requests, answers), [answers]);
}
