// How answers are cached, repeated and shared between components.
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { buildModel, type Model } from '../model/model.ts';
import { isTransient } from './errors.ts';
import { resources } from './resources.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // A request that waits at the login is not offline, and an offline page says so itself.
      networkMode: 'always',
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

export function sampleQuery(entity: string, limit: number) {
  return queryOptions({
    queryKey: ['sample', entity, limit],
    queryFn: ({ signal }) => resources.list(entity, { limit }, signal),
  });
}
