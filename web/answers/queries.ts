// How answers are cached, retried and shared between components.

import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isTransient } from '../api/errors.ts';
import { resources } from '../api/resources.ts';
import { distinctiveTexts } from '../model/labels.ts';
import { buildModel, type Entity, type Model } from '../model/model.ts';
import { type Operators, toOperators } from '../query/filters/operators.ts';
import type { UniGrid } from '../query/request.ts';
import { plainText } from '../values/text.ts';
import { configureZones } from '../values/zones.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // The page detects by itself that it is offline; requests that wait for a login must not be paused.
      networkMode: 'always',
      // Requests that failed without a connection are retried when it is back.
      refetchOnReconnect: ({ state }) => (state.error === null ? false : 'always'),
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
  },
});

export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: async ({ signal }): Promise<Model> => {
    const model = buildModel(await resources.catalog(signal));
    configureZones(model.engine.name);
    return model;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useModelQuery() {
  return useQuery(modelQuery);
}

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async ({ signal }): Promise<Operators> => toOperators(await resources.operators(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The functions of computed fields. */
export const functionsQuery = queryOptions({
  queryKey: ['functions'],
  queryFn: ({ signal }) => resources.functions(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The number of rows per request. */
export const PAGE_SIZE = 100;
const PAGE_CACHE_MS = 30_000;

export function rowsQuery(query: UniGrid, page: number) {
  return queryOptions({
    queryKey: ['rows', query, page],
    queryFn: ({ signal }) =>
      resources.query(query, { offset: page * PAGE_SIZE, limit: PAGE_SIZE, count: 'none' }, signal),
    gcTime: PAGE_CACHE_MS,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function sampleQuery(entity: string, limit: number) {
  return queryOptions({
    queryKey: ['sample', entity, limit],
    queryFn: ({ signal }) => resources.list(entity, { limit }, signal),
  });
}

const SAMPLE_COUNT = 3;
const SAMPLE_LENGTH = 60;

/** Below this, counting costs no more than reading the first rows, and estimates may be far off. */
const MAX_ROWS_TO_COUNT = 100_000;

export function isSmall({ rowEstimate }: Entity): boolean {
  return rowEstimate !== null && rowEstimate < MAX_ROWS_TO_COUNT;
}

/** The names of the first records, as a sample of the entity, and the row count of a small one. */
export function samplesQuery(entity: Entity) {
  const named = entity.labelColumns.length > 0 ? entity.labelColumns : distinctiveTexts(entity.columns);
  return queryOptions({
    queryKey: ['samples', entity.name],
    queryFn: async ({ signal }) => {
      if (named.length === 0 && !isSmall(entity)) return { names: [], total: undefined };
      const { data, size } = await resources.query(
        fieldsOf(entity, named.length > 0 ? named : anyField(entity)),
        { offset: 0, limit: named.length > 0 ? SAMPLE_COUNT : 0, count: isSmall(entity) ? 'exact' : 'none' },
        signal,
      );
      const names = data
        .map((row) => row.map(plainText).join(' ').trim().slice(0, SAMPLE_LENGTH))
        .filter((name) => name !== '');
      return { names, total: size.total === null ? undefined : Number(size.total.value) };
    },
  });
}

function anyField({ key, columns }: Entity): readonly string[] {
  return [key[0] ?? columns[0]?.name ?? ''];
}

function fieldsOf(entity: Entity, fields: readonly string[]): UniGrid {
  const attributes = fields.map((id) => ({ id, alias: id, selected: true }));
  return { entities: [{ id: entity.name, alias: entity.name, relation: null, attributes }], order: [] };
}

/** The exact row count of an entity. */
export function countQuery(entity: Entity) {
  return queryOptions({
    queryKey: ['size', entity.name],
    queryFn: async ({ signal }) => {
      const { size } = await resources.query(
        fieldsOf(entity, anyField(entity)),
        { offset: 0, limit: 0, count: 'exact' },
        signal,
      );
      return Number(size.total?.value ?? 0);
    },
  });
}
