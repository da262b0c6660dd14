// Values of a column that start with or contain the typed text, the most frequent first, with counts.

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../answers/queries.ts';
import { type Cell, isExact } from '../api/exact.ts';
import { resources } from '../api/resources.ts';
import { foldForSearch } from '../model/matching.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import type { AttributeNode, Rule } from '../query/document.ts';
import { isUntyped } from '../query/filters/notation.ts';
import { countedColumn } from '../query/groups/rowCount.ts';
import { linkOf } from '../query/paths.ts';
import type { UniGrid } from '../query/request.ts';
import { plainText } from '../values/text.ts';

export interface Suggestion {
  readonly value: string;
  /** The name of the record behind a foreign key. */
  readonly name: string | undefined;
  readonly count: number;
}

const DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 12;
const COUNT = 'n';

/** The name columns of the record behind a foreign key; people know names better than keys. */
function namesOf(model: Model, column: Column): readonly AttributeNode[] {
  const target = model.entities.get(column.pointsTo?.entity ?? '');
  return (target?.labelColumns ?? []).map((id, i) => ({ id, alias: `name ${i}`, selected: true }));
}

export function suggestionQuery(model: Model, entity: Entity, column: Column, typed: string): UniGrid {
  // Every suggested row has a value there.
  const key = countedColumn(entity) ?? column.name;
  const names = namesOf(model, column);
  const searched = ['v', ...names.map(({ alias }) => alias)];
  // "leo köh" finds Leonie Köhler: each word must occur somewhere.
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

function suggestions(model: Model, entity: Entity | undefined, column: Column, typed: string) {
  return queryOptions({
    queryKey: ['suggestions', entity?.name, column.name, typed],
    queryFn: async ({ signal }) => {
      if (!entity) return [];
      const page = { offset: 0, limit: MAX_SUGGESTIONS, count: 'none' } as const;
      const answer = await resources.query(suggestionQuery(model, entity, column, typed), page, signal);
      return answer.data.flatMap(readSuggestion);
    },
  });
}

/** Whether people know the column's values by the names of the records behind them. */
export function hasNames(model: Model, column: Column): boolean {
  return namesOf(model, column).length > 0;
}

/** The key of the one record with this name, or else the keys of all candidates. */
export async function keysNamed(
  model: Model,
  entity: Entity | undefined,
  column: Column,
  name: string,
): Promise<readonly string[]> {
  // A failed lookup counts as not found: the form then says what is missing.
  const found = await queryClient
    .fetchQuery(suggestions(model, entity, column, name.trim()))
    .catch((): readonly Suggestion[] => []);
  const exact = found.filter((one) => foldForSearch(one.name ?? '') === foldForSearch(name.trim()));
  return (exact.length === 1 ? exact : found).map(({ value }) => value);
}

/** A few values tell what a column without a declared type holds. */
const SAMPLE = 20;

/** Whether numbers occur among the first values of a column without a declared type. */
export async function holdsNumbers(entity: Entity | undefined, column: Column): Promise<boolean> {
  if (!entity || !isUntyped(column) || !hasSuggestions(entity, column)) return false;
  const query: UniGrid = {
    entities: [
      {
        id: entity.name,
        alias: entity.name,
        relation: null,
        attributes: [{ id: column.name, alias: 'v', selected: true }],
      },
    ],
    where: { cond: { with: 'AND', entries: [{ func: { name: 'NOT_IS_NULL', args: [{ alias: 'v' }] } }] } },
    order: [],
  };
  const asked = queryOptions({
    queryKey: ['sample', entity.name, column.name],
    queryFn: ({ signal }) => resources.query(query, { offset: 0, limit: SAMPLE, count: 'none' }, signal),
  });
  // After a failed lookup the filter compares texts; what is wrong with the database shows when it runs.
  const answer = await queryClient.fetchQuery(asked).catch(() => undefined);
  return answer?.data.some(([value]) => isExact(value)) === true;
}

/** Computed fields and measures have no stored values. */
export function hasSuggestions(entity: Entity | undefined, column: Column): boolean {
  const isStored = entity?.column.get(column.name) === column;
  return isStored && column.type !== 'binary' && column.type !== 'json';
}

/** Undefined while loading. */
export function useSuggestions(
  model: Model,
  entity: Entity | undefined,
  column: Column,
  typed: string,
): readonly Suggestion[] | undefined {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useQuery({
    ...suggestions(model, entity, column, rested),
    enabled: hasSuggestions(entity, column),
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || rested !== typed;
  // Until the answer arrives, outdated suggestions that no longer match are hidden, since Enter would accept them.
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
