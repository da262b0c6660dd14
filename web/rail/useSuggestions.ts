// Values of a column that begin with or contain what was typed, the frequent ones first, with counts.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Cell } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import { foldForSearch } from '../model/matching.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import type { AttributeNode, Rule } from '../query/document.ts';
import { linkOf } from '../query/paths.ts';
import type { UniGrid } from '../query/request.ts';
import { plainText } from '../values/text.ts';

export interface Suggestion {
  readonly value: string;
  /** The name of the record behind a foreign key. */
  readonly name: string | undefined;
  readonly count: number;
}

const WAIT = 200;
const AT_MOST = 12;
const COUNT = 'n';

/** The columns that name the record behind a foreign key, which people know better than its key. */
function namesOf(model: Model, column: Column): readonly AttributeNode[] {
  const target = model.entities.get(column.pointsTo?.entity ?? '');
  return (target?.labelColumns ?? []).map((id, i) => ({ id, alias: `name ${i}`, selected: true }));
}

export function suggestionQuery(model: Model, entity: Entity, column: Column, typed: string): UniGrid {
  const key = entity.key[0] ?? column.name;
  const names = namesOf(model, column);
  const searched = ['v', ...names.map(({ alias }) => alias)];
  // "leo köh" finds Leonie Köhler: each word is somewhere.
  const entries = typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(
      (word): Rule => ({
        cond: {
          with: 'OR',
          entries: searched.map((alias) => ({
            func: { name: 'ICONTAINS', args: [{ alias }, { value: word }] },
          })),
        },
      }),
    );
  return {
    entities: [
      {
        id: entity.name,
        alias: entity.name,
        relation: null,
        attributes: [
          { id: column.name, alias: 'v', selected: true },
          ...(column.pointsTo && names.length > 0
            ? [
                {
                  entity: {
                    id: column.pointsTo.entity,
                    relation: linkOf(column.pointsTo),
                    attributes: names,
                  },
                },
              ]
            : []),
          { id: key, alias: COUNT, selected: false, summaries: ['count'] },
        ],
      },
    ],
    ...(entries.length > 0 ? { where: { cond: { with: 'AND', entries } } } : {}),
    group: searched,
    order: [{ alias: `count_${COUNT}`, asc: false }],
  };
}

function readSuggestion(row: readonly Cell[]): Suggestion[] {
  const [value = null, ...rest] = row;
  if (value === null) return [];
  const name = rest.slice(0, -1).map(plainText).join(' ').trim();
  return [
    {
      value: plainText(value),
      name: name === '' ? undefined : name,
      count: Number(plainText(rest.at(-1) ?? null)),
    },
  ];
}

/** Undefined: not known yet. */
export function useSuggestions(
  model: Model,
  entity: Entity | undefined,
  column: Column,
  typed: string,
): readonly Suggestion[] | undefined {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), WAIT);
    return () => clearTimeout(timer);
  }, [typed]);
  // What is computed or measured has no values that are stored.
  const isStored = entity?.column.get(column.name) === column;
  const usable = isStored && column.type !== 'binary' && column.type !== 'json';
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['suggestions', entity?.name, column.name, rested],
    queryFn: async ({ signal }) => {
      if (!entity) return [];
      const page = { offset: 0, limit: AT_MOST, count: 'none' } as const;
      const answer = await resources.query(suggestionQuery(model, entity, column, rested), page, signal);
      return answer.data.flatMap(readSuggestion);
    },
    enabled: usable,
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || rested !== typed;
  // Until the answer arrives, suggestions of the previous one that no longer fit are left out: Enter would take them.
  const wanted = foldForSearch(typed);
  return useMemo(() => {
    const words = wanted.split(/\s+/);
    const fitting = data?.filter(({ value, name }) => {
      const text = foldForSearch(`${value} ${name ?? ''}`);
      return words.every((word) => text.includes(word));
    });
    return fitting?.length === 0 && isOld ? undefined : fitting;
  }, [data, wanted, isOld]);
}
