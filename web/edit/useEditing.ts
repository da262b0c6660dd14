// Whether data can be changed here, and what of it.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useModelQuery } from '../answers/queries.ts';
import { changes } from '../api/changes.ts';
import { rights } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { meQuery } from '../library/keeping.ts';
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

/** Whether whoever looks may do this with records of an entity, or with one of them. Undefined: there is no such entity. */
export function useMay(
  entity: Entity | undefined,
  action: 'insert' | 'update' | 'delete',
  key?: readonly string[],
): boolean {
  const isOn = useEditing() && entity !== undefined && isEditable(entity);
  const { data: me } = useQuery({ ...meQuery, enabled: isOn });
  // Nobody has roles where there is no policy, and then everybody may.
  const isLimited = me !== undefined && me.roles.length > 0;
  const { data: why } = useQuery({
    queryKey: ['may', entity?.name, action, key],
    queryFn: ({ signal }) =>
      rights.why(
        { entity: entity?.name ?? '', action, key: key && `[${key.map(encodeURIComponent).join(',')}]` },
        signal,
      ),
    enabled: isOn && isLimited,
    retry: false,
  });
  return isOn && me !== undefined && (!isLimited || why?.allowed === true);
}
