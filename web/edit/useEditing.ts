// Whether the current user may change data, and which data.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ImportMode, importModes } from '../../src/contract/import-modes.ts';
import { useModelQuery } from '../answers/queries.ts';
import { changes } from '../api/changes.ts';
import { rights } from '../api/policy.ts';
import { viewedUser } from '../api/viewAs.ts';
import { meQuery } from '../library/keeping.ts';
import { late } from '../messages/late.ts';
import type { Entity } from '../model/model.ts';
import { isEditable } from './editable.ts';
import type { Targets } from './targets.ts';

const editingQuery = queryOptions({
  queryKey: ['editing'],
  queryFn: ({ signal }) => changes.areAllowed(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Always false while viewing as another user. */
export function useEditing(): boolean {
  // Waits for the catalog, so that the login is not requested twice.
  const { data: model } = useModelQuery();
  const { data } = useQuery({ ...editingQuery, enabled: model !== undefined && viewedUser() === null });
  return data === true;
}

/**
 * Whether the current user may do this with records of an entity, or with one of them. An undefined entity does not
 * exist.
 */
export function useIsAllowed(
  entity: Entity | undefined,
  action: 'insert' | 'update' | 'delete',
  key?: readonly string[],
): boolean {
  const isOn = useEditing() && entity !== undefined && isEditable(entity);
  const { data: me } = useQuery({ ...meQuery, enabled: isOn });
  // Without a policy nobody has roles, and everybody may.
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

/** The import modes that the current user may use for an entity. */
export function useImportModes(entity: Entity | undefined): readonly ImportMode[] {
  const may = { insert: useIsAllowed(entity, 'insert'), update: useIsAllowed(entity, 'update') };
  return importModes.filter((mode) => importRights[mode].every((action) => may[action]));
}

const importRights: Readonly<Record<ImportMode, readonly ('insert' | 'update')[]>> = {
  insert: ['insert'],
  update: ['update'],
  both: ['insert', 'update'],
};

/** Why the current user may not change a column's cells, by column id. */
export function useDenials(targets: Targets, isOn: boolean): ReadonlyMap<string, string> {
  const { data: me } = useQuery({ ...meQuery, enabled: isOn });
  const isLimited = isOn && me !== undefined && me.roles.length > 0;
  const asked = isLimited
    ? [...targets].flatMap(([id, target]) =>
        typeof target === 'object'
          ? [{ id, entity: target.source.entity.name, column: target.column.name }]
          : [],
      )
    : [];
  const answers = useQueries({
    queries: asked.map(({ entity, column }) => ({
      queryKey: ['may', entity, 'update', undefined, column],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        rights.why({ entity, action: 'update', column }, signal),
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers change when the questions do
  return useMemo(
    () =>
      new Map(
        asked.flatMap(({ id }, i): [string, string][] => {
          const answer = answers[i];
          return answer && !answer.allowed ? [[id, answer.reason || late.edit.denied]] : [];
        }),
      ),
    [answers],
  );
}
