// How answers are cached, repeated and shared between components.

import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ModeType } from '../../src/contract/mode.ts';
import { isTransient } from '../api/errors.ts';
import { resources } from '../api/resources.ts';
import { buildModel, type Entity, type Model } from '../model/model.ts';
import { type Operators, toOperators } from '../query/operators.ts';
import type { UniGrid } from '../query/request.ts';
import { plainText } from '../values/text.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A request that waits at the login is not offline, and an offline page says so itself.
      networkMode: 'always',
      // What failed for want of a connection is asked for again once there is one.
      refetchOnReconnect: ({ state }) => (state.error === null ? false : 'always'),
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
  },
});

export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: async ({ signal }): Promise<Model> => buildModel(await resources.catalog(signal)),
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

/** Rows are asked for in pages of so many. */
export const PAGE = 100;
const KEEP_PAGES = 30_000;

export function rowsQuery(query: UniGrid, page: number) {
  return queryOptions({
    queryKey: ['rows', query, page],
    queryFn: ({ signal }) =>
      resources.query(query, { offset: page * PAGE, limit: PAGE, count: 'none' }, signal),
    gcTime: KEEP_PAGES,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function sampleQuery(entity: string, limit: number) {
  return queryOptions({
    queryKey: ['sample', entity, limit],
    queryFn: ({ signal }) => resources.list(entity, { limit }, signal),
  });
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/** Counting fewer rows than this costs no more than reading the first of them. */
const COUNTED_BELOW = 10_000;

/** What the first records of an entity are called, for a first idea of what it holds, and how many a small one has. */
export function samplesQuery(entity: Entity) {
  const named = entity.labelColumns.length > 0 ? entity.labelColumns : readableColumns(entity);
  return queryOptions({
    queryKey: ['samples', entity.name],
    queryFn: async ({ signal }) => {
      if (named.length === 0) return { names: [], total: undefined };
      const attributes = named.map((id) => ({ id, alias: id, selected: true }));
      const root = { id: entity.name, alias: entity.name, relation: null, attributes };
      const isSmall = entity.rowEstimate !== null && entity.rowEstimate < COUNTED_BELOW;
      const { data, size } = await resources.query(
        { entities: [root], order: [] },
        { offset: 0, limit: SAMPLES, count: isSmall ? 'exact' : 'none' },
        signal,
      );
      const names = data
        .map((row) => row.map(plainText).join(' ').trim().slice(0, SAMPLE_LENGTH))
        .filter((name) => name !== '');
      return { names, total: size.total === null ? undefined : Number(size.total.value) };
    },
  });
}

/** An entity whose records have no name is told by its first texts and days; bare numbers tell nothing. */
function readableColumns({ columns }: Entity): readonly string[] {
  return columns
    .filter(({ type, pointsTo }) => readable.has(type) && !pointsTo)
    .slice(0, 2)
    .map(({ name }) => name);
}

const readable = new Set<ModeType>(['string', 'text', 'date', 'datetime', 'selection']);

/** How many rows an entity has, exactly. */
export function countQuery(entity: Entity) {
  return queryOptions({
    queryKey: ['size', entity.name],
    queryFn: async ({ signal }) => {
      const id = entity.key[0] ?? entity.columns[0]?.name ?? '';
      const attributes = [{ id, alias: id, selected: true }];
      const root = { id: entity.name, alias: entity.name, relation: null, attributes };
      const { size } = await resources.query(
        { entities: [root], order: [] },
        { offset: 0, limit: 0, count: 'exact' },
        signal,
      );
      return Number(size.total?.value ?? 0);
    },
  });
}
