// Lists of related values: one request per list and page of rows, never one per row.
import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Cell } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import type { RowRange } from '../grid/scroll.ts';
import { PAGE, type Rows } from '../grid/useRows.ts';
import { plainText } from '../grid/values.ts';
import type { Model } from '../model/model.ts';
import { emptyDocument, type ListColumn, type QueryDocument, type RootNode } from '../query/document.ts';
import { addField } from '../query/edits.ts';
import { type Extras, toUniGrid, type UniGrid } from '../query/request.ts';

export interface Listed {
  readonly values: readonly Cell[];
}

const VALUES_AT_MOST = 5000;
const none: Listed = { values: [] };

/** Asks for pairs: what the rows are looked up by, and the value. */
function listQuery(model: Model, rootEntity: string, list: ListColumn, keys: readonly string[]): UniGrid {
  const own = list.steps[0]?.own ?? '';
  const root: RootNode = {
    id: rootEntity,
    alias: list.root,
    relation: null,
    attributes: [{ id: own, alias: 'own', selected: true }],
  };
  const doc = addField({ ...emptyDocument, entities: [root] }, model, list);
  return {
    ...toUniGrid(doc, new Date()),
    where: {
      cond: { with: 'AND', entries: [{ func: { name: 'IN', args: [{ alias: 'own' }, { value: keys }] } }] },
    },
  };
}

export function useLists(doc: QueryDocument, model: Model, extras: Extras, rows: Rows, range: RowRange) {
  const from = Math.floor(range.first / PAGE) * PAGE;
  const to = Math.min(rows.rowCount, (Math.floor(Math.max(range.first, range.end - 1) / PAGE) + 1) * PAGE);
  const wanted = doc.view.lists.flatMap((list) => {
    const root = doc.entities.find(({ alias }) => alias === list.root);
    const place = rows.cols.indexOf(extras.lists.get(list.id) ?? '');
    if (!root || place < 0) return [];
    const keys = new Set<string>();
    for (let index = from; index < to; index++) {
      const value = rows.row(index)?.[place];
      if (value !== undefined && value !== null) keys.add(plainText(value));
    }
    return keys.size > 0 ? [{ list, query: listQuery(model, root.id, list, [...keys]) }] : [];
  });
  const answers = useQueries({
    queries: wanted.map(({ query }) => ({
      queryKey: ['list', query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        resources.query(query, { offset: 0, limit: VALUES_AT_MOST, count: 'none' }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30_000,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const found = new Map<string, Map<string, Cell[]>>();
  wanted.forEach(({ list }, i) => {
    const byKey = new Map<string, Cell[]>();
    for (const [own, value] of answers[i]?.data ?? []) {
      if (own === undefined || own === null || value === undefined || value === null) continue;
      const key = plainText(own);
      const values = byKey.get(key);
      if (values) values.push(value);
      else byKey.set(key, [value]);
    }
    found.set(list.id, byKey);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` is made of the answers and nothing else
  return useCallback(
    (id: string, own: Cell): Listed => {
      const values = found.get(id)?.get(plainText(own));
      return values ? { values } : none;
    },
    [answers],
  );
}
