// Whether data can be changed here, and what of it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useModelQuery } from '../answers/queries.ts';
import { changes } from '../api/changes.ts';
import { viewedUser } from '../api/viewAs.ts';
import type { Entity } from '../model/model.ts';

const editingQuery = queryOptions({
  queryKey: ['editing'],
  queryFn: ({ signal }) => changes.areAllowed(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whoever looks as somebody else changes nothing. */
export function useEditing(): boolean {
  // Nobody is asked for a login twice: the catalog comes first.
  const { data: model } = useModelQuery();
  const { data } = useQuery({ ...editingQuery, enabled: model !== undefined && viewedUser() === null });
  return data === true;
}

/** Views and tables whose records have no address are only read. */
export function isEditable({ kind, key }: Entity): boolean {
  return kind === 'table' && key.length > 0;
}
