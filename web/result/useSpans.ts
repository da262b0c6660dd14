// The minimum and maximum of columns that are coloured by size, over all rows, not just the visible ones.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toNumber } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import type { ResultColumn } from '../query/columns.ts';
import type { UniGrid } from '../query/request.ts';
import { ownValue } from '../state/ownValue.ts';
import type { Span } from '../values/cellStyle.ts';
import type { ColumnFormat } from '../values/columnFormat.ts';

/** The first number in the column's order; nulls sort last in both directions. */
async function first(query: UniGrid, id: string, asc: boolean, signal: AbortSignal): Promise<number> {
  const sorted = { ...query, order: [{ alias: id, asc }] };
  const { cols, data } = await resources.query(sorted, { offset: 0, limit: 1, count: 'none' }, signal);
  return toNumber(data[0]?.[cols.indexOf(id)] ?? null) ?? Number.NaN;
}

export function useSpans(
  query: UniGrid,
  columns: readonly ResultColumn[],
  formats: Readonly<Record<string, ColumnFormat>>,
): ReadonlyMap<string, Span> {
  const coloured = columns.filter(({ id, kind }) => kind !== 'list' && ownValue(formats, id)?.scale);
  const found = useQueries({
    queries: coloured.map(({ id }) => ({
      queryKey: ['span', query, id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly [string, Span]> => {
        const [least, greatest] = await Promise.all([
          first(query, id, true, signal),
          first(query, id, false, signal),
        ]);
        return [id, { least, greatest }];
      },
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  return useMemo(() => new Map(found), [found]);
}
