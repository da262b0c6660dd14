// The names of records, by their keys, and records by their names: each of many in few requests.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Cell, exactJson } from '../api/exact.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import type { Condition } from '../query/document.ts';
import type { NamesOf, Part, Speaker } from '../query/filters/ruleWords.ts';
import { wordsOf } from '../query/question/question.ts';
import { sentence } from '../query/sentence.ts';
import { ownValue } from '../state/ownValue.ts';
import { conditionsFor, hitsOf, MAX_CHOICES, type RecordHit, requestFor } from './recordSearch.ts';

/** The number of records found by one request. */
const MAX_BATCH = 500;
/** Names need not be unique: with more records than this, those of a batch are found one name at a time. */
const MAX_NAMED = 1_000;
/** The number of concurrent requests. */
const MAX_CONCURRENT = 4;

const among = (alias: string, value: readonly string[]): Condition => ({
  func: { name: 'IN', args: [{ alias }, { value }] },
});

/** Runs the work on all items, a few at a time. */
async function onEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  async function next(): Promise<void> {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, next));
}

function batchesOf(all: Iterable<string>): readonly (readonly string[])[] {
  const items = [...all];
  return Array.from({ length: Math.ceil(items.length / MAX_BATCH) }, (_, i) =>
    items.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH),
  );
}

/** The records with exactly these names, with the values of some columns. Of a common name, as many as show that. */
export async function recordsByName(
  entity: Entity,
  names: ReadonlySet<string>,
  columns: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordHit[]>> {
  const found = new Map<string, readonly RecordHit[]>();
  const [label, another] = entity.labelColumns;
  if (label === undefined) return found;
  const keep = (hits: readonly RecordHit[]) => {
    for (const [name, alike] of Map.groupBy(hits, (hit) => hit.name)) {
      if (names.has(name)) found.set(name, alike);
    }
  };
  const findOne = async (name: string) => {
    const equals: Condition = { func: { name: 'EQ', args: [{ alias: label }, { value: name }] } };
    const conditions = another === undefined ? [equals] : (conditionsFor(entity, wordsOf(name)) ?? []);
    const hits = await hitsOf(entity, requestFor(entity, conditions, columns), MAX_CHOICES);
    keep(hits.filter((hit) => hit.name === name));
  };
  // A name of several columns is not a value that could be compared.
  if (another !== undefined) {
    await onEach([...names], findOne);
    return found;
  }
  await onEach(batchesOf(names), async (batch) => {
    const hits = await hitsOf(entity, requestFor(entity, [among(label, batch)], columns), MAX_NAMED);
    if (hits.length < MAX_NAMED) keep(hits);
    else await onEach(batch, findOne);
  });
  return found;
}

/** The names of the records that a column references by these values, by the value as JSON. */
export async function namesByValue(
  model: Model,
  { pointsTo }: Reference,
  values: readonly Cell[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const entity = model.entities.get(pointsTo?.entity ?? '');
  const [column, another] = pointsTo?.other ?? [];
  if (!entity || column === undefined || another !== undefined || entity.labelColumns.length === 0)
    return found;
  const texts = new Set(values.map((value) => (typeof value === 'string' ? value : exactJson(value))));
  await onEach(batchesOf(texts), async (batch) => {
    const hits = await hitsOf(entity, requestFor(entity, [among(column, batch)], [column]), batch.length);
    for (const { cells, name } of hits) found.set(exactJson(ownValue(cells, column) ?? null), name);
  });
  return found;
}

type Reference = Pick<Column, 'pointsTo'>;

/** Queries the names of the records that a column references by these keys. */
function namesQuery(model: Model, column: Reference | undefined, keys: readonly string[]) {
  const target = model.entities.get(column?.pointsTo?.entity ?? '');
  const entity = column?.pointsTo?.other[0] === target?.key[0] ? target : undefined;
  const [key, another] = entity?.key ?? [];
  const isNamed = entity !== undefined && another === undefined && entity.labelColumns.length > 0;
  return queryOptions({
    queryKey: ['names', entity?.name, keys],
    queryFn: async ({ signal }) => {
      if (!entity || key === undefined) return [];
      const hits = await hitsOf(entity, requestFor(entity, [among(key, keys)], []), keys.length, signal);
      return keys.map((one) => hits.find((hit) => hit.key[0] === one)?.name);
    },
    enabled: isNamed && keys.length > 0 && keys.length <= MAX_CHOICES,
    retry: false,
  });
}

/**
 * The names of the records that a column references by these keys, in the order of the keys; empty if it references
 * none, or if the records have no names.
 */
export function useNamesOf(
  model: Model,
  column: Reference | undefined,
  keys: readonly string[],
): readonly string[] {
  const { data } = useQuery(namesQuery(model, column, keys));
  return data?.filter((name) => name !== undefined) ?? [];
}

/** The query in words, with the names of the records that its filters reference by key. */
export function useSentence(speaker: Speaker): readonly Part[] {
  const { doc, model, operators } = speaker;
  const asked = useMemo(() => {
    const found: { readonly column: Reference; readonly keys: readonly string[] }[] = [];
    const namesOf: NamesOf = (column, keys) => {
      found.push({ column, keys });
      return [];
    };
    sentence({ doc, model, operators, namesOf });
    return found;
  }, [doc, model, operators]);
  const names = useQueries({
    queries: asked.map(({ column, keys }) => namesQuery(model, column, keys)),
    combine: answersOf,
  });
  return useMemo(() => {
    // The lookups are in the order in which the sentence uses them.
    let next = 0;
    return sentence({ doc, model, operators, namesOf: () => names[next++] ?? [] });
  }, [doc, model, operators, names]);
}

type Names = readonly (string | undefined)[];

const answersOf = (answers: readonly { readonly data: Names | undefined }[]): readonly Names[] =>
  answers.map(({ data }) => data ?? []);
