// The row count of an entity.
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '../model/model.ts';
import { countQuery, isSmall } from './queries.ts';

export interface Size {
  readonly rows: number;
  /** If false, it is the engine's estimate, which may include deleted rows. */
  readonly isCounted: boolean;
}

/** Exact if counting is cheap. Undefined if there is not even an estimate. */
export function useSize(entity: Entity): Size | undefined {
  const { data } = useQuery({ ...countQuery(entity), enabled: entity.kind === 'table' && isSmall(entity) });
  if (data !== undefined) return { rows: data, isCounted: true };
  return entity.rowEstimate === null ? undefined : { rows: entity.rowEstimate, isCounted: false };
}
