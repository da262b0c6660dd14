// Lists of related values: one request per list and page of rows, never one per row.

import type { Cell } from '../api/exact.ts';
import { type GridAnswer, resources } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import {
  emptyDocument,
  type ListColumn,
  type QueryDocument,
  type RootNode,
  rootOf,
} from '../query/document.ts';
import { addField } from '../query/edits.ts';
import { toUniGrid, type UniGrid } from '../query/request.ts';
import type { Extras } from '../query/rows.ts';
import { plainText } from '../values/text.ts';
import type { Row } from './useRows.ts';

export interface Listed {
  readonly values: readonly Cell[];
  /** There are more values; their number is unknown. */
  readonly cut: boolean;
}

interface ListRequest {
  readonly list: ListColumn;
  readonly query: UniGrid;
}

/** Keyed by the list's id and the value that its records are looked up by. */
export type ListLookup = (id: string, own: Cell) => Listed;

const MAX_VALUES = 5000;
const noValues: Listed = { values: [], cut: false };
const unknown: Listed = { values: [], cut: true };

/** Queries pairs of the lookup value and the list's value. */
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
    // Ordered by row, so that if the answer is cut off, only the last row's list is incomplete.
    order: [{ alias: 'own', asc: true }],
  };
}

/** The requests for the lists of these rows. */
export function listRequests(
  doc: QueryDocument,
  model: Model,
  extras: Extras,
  cols: readonly string[],
  rows: readonly Row[],
): readonly ListRequest[] {
  return doc.view.lists.flatMap((list): ListRequest[] => {
    const root = rootOf(doc, list.root);
    const place = cols.indexOf(extras.lists.get(list.id) ?? '');
    if (!root || place < 0) return [];
    const values = rows.map((row) => row[place]).filter((value) => value !== undefined && value !== null);
    const keys = [...new Set(values.map(plainText))];
    return keys.length > 0 ? [{ list, query: listQuery(model, root.id, list, keys) }] : [];
  });
}

export function listOptions({ query }: ListRequest) {
  return {
    queryKey: ['list', query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      resources.query(query, { offset: 0, limit: MAX_VALUES, count: 'none' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  };
}

export function lookUp(
  requests: readonly ListRequest[],
  answers: readonly (Pick<GridAnswer, 'data'> | undefined)[],
  atMost = MAX_VALUES,
): ListLookup {
  const found = new Map<string, (key: string) => Listed>();
  requests.forEach(({ list }, i) => {
    const data = answers[i]?.data ?? [];
    const byKey = new Map<string, Cell[]>();
    for (const [own = null, value = null] of data) {
      const key = plainText(own);
      const values = byKey.get(key) ?? [];
      byKey.set(key, values);
      if (value !== null) values.push(value);
    }
    const full = data.length >= atMost;
    const last = full ? plainText(data.at(-1)?.[0] ?? null) : undefined;
    found.set(list.id, (key) => {
      const values = byKey.get(key);
      if (values) return { values, cut: key === last };
      return full ? unknown : noValues;
    });
  });
  return (id, own) => (own === null ? noValues : (found.get(id)?.(plainText(own)) ?? noValues));
}
