// Undeclared relations between files: what was inferred, and decisions about it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { modelQuery, queryClient } from '../answers/queries.ts';
import { type InferredRelation, inferredCalls } from '../api/inferred.ts';
import type { Model } from '../model/model.ts';
import type { MapEdge, MapGraph } from './graph.ts';

const inferredQuery = queryOptions({
  queryKey: ['inferred'],
  queryFn: ({ signal }) => inferredCalls.all(signal),
});

const none: readonly InferredRelation[] = [];

/** Only file sources have any; limited to those whose ends are both in the model. */
export function useInferred(model: Model): readonly InferredRelation[] {
  const { data } = useQuery({ ...inferredQuery, enabled: model.engine.name === 'duckdb' });
  return useMemo(
    () =>
      data?.relations.filter(
        ({ entity, references }) => model.entities.has(entity) && model.entities.has(references.entity),
      ) ?? none,
    [data, model],
  );
}

/** Afterwards the map shows a confirmed relation. */
export async function decide(id: string, state: 'confirmed' | 'rejected'): Promise<void> {
  await inferredCalls.decide(id, state);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: inferredQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: modelQuery.queryKey }),
  ]);
}

/** Adds the relations that are still to be confirmed. */
export function withOffers(graph: MapGraph, relations: readonly InferredRelation[]): MapGraph {
  const shown = new Set(graph.entities.map(({ name }) => name));
  const offers = relations.flatMap(({ id, entity, columns, references, state }): MapEdge[] =>
    state === 'proposed' && shown.has(entity) && shown.has(references.entity)
      ? [{ id, owner: entity, target: references.entity, own: columns, isOffer: true }]
      : [],
  );
  return offers.length === 0 ? graph : { ...graph, edges: [...graph.edges, ...offers] };
}
