// How many rows an entity has.
import { useQuery } from '@tanstack/react-query';
import type { Entity } from '../model/model.ts';
import { countQuery, isSmall } from './queries.ts';

export interface Size {
  readonly rows: number;
  /** Otherwise it is the engine's guess, which deleted rows may be part of. */
  readonly isCounted: boolean;
}

/** Counted where that costs next to nothing. Undefined where nobody has an idea. */
export function useSize(entity: Entity): Size | undefined {
  const { data } = useQuery({ ...countQuery(entity), enabled: entity.kind === 'table' && isSmall(entity) });
  if (data !== undefined) return { rows: data, isCounted: true };
  return entity.rowEstimate === null ? undefined : { rows: entity.rowEstimate, isCounted: false };
}
