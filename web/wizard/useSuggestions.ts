// Values of a column that begin with or contain what was typed, the frequent ones first, with counts.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { resources } from '../api/resources.ts';
import { plainText } from '../grid/values.ts';
import type { Column, Entity } from '../model/model.ts';
import { fold } from '../model/search.ts';
import type { UniGrid } from '../query/request.ts';

export interface Suggestion {
  readonly value: string;
  readonly count: number;
}

const WAIT = 200;
const AT_MOST = 12;
const COUNT = 'n';

function suggestionQuery(entity: Entity, column: Column, typed: string): UniGrid {
  const key = entity.key[0] ?? column.name;
  return {
    entities: [
      {
        id: entity.name,
        alias: entity.name,
        relation: null,
        attributes: [
          { id: column.name, alias: 'v', selected: true },
          { id: key, alias: COUNT, selected: false, summaries: ['count'] },
        ],
      },
    ],
    ...(typed === ''
      ? {}
      : {
          where: {
            cond: {
              with: 'AND',
              entries: [{ func: { name: 'ICONTAINS', args: [{ alias: 'v' }, { value: typed }] } }],
            },
          },
        }),
    group: ['v'],
    order: [{ alias: `count_${COUNT}`, asc: false }],
  };
}

export function useSuggestions(
  entity: Entity | undefined,
  column: Column,
  typed: string,
): readonly Suggestion[] | undefined {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), WAIT);
    return () => clearTimeout(timer);
  }, [typed]);
  const usable = column.type !== 'binary' && column.type !== 'json';
  const { data } = useQuery({
    queryKey: ['suggestions', entity?.name, column.name, rested],
    queryFn: async ({ signal }) => {
      if (!entity) return [];
      const page = { offset: 0, limit: AT_MOST, count: 'none' } as const;
      const answer = await resources.query(suggestionQuery(entity, column, rested), page, signal);
      return answer.data.flatMap(([value, count]) =>
        value === null || value === undefined
          ? []
          : [{ value: plainText(value), count: Number(plainText(count ?? null)) }],
      );
    },
    enabled: entity !== undefined && usable,
    placeholderData: keepPreviousData,
  });
  // Until the answer is there, the one before must not offer what no longer fits: Enter would take it.
  const wanted = fold(typed);
  return useMemo(() => data?.filter(({ value }) => fold(value).includes(wanted)), [data, wanted]);
}
