// Finds records by name or key. The search is cheap: it covers few entities, and returns few rows of each.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { resources } from '../api/resources.ts';
import type { Entity, Model } from '../model/model.ts';
import type { Condition, Group, RootNode } from '../query/document.ts';
import { namedEntity, wordsOf } from '../query/question/question.ts';
import type { UniGrid } from '../query/request.ts';
import { useDebounced } from '../ui/useDebounced.ts';
import { joinName, keyTexts, type RecordCells } from '../values/records.ts';
import { isNumeric, isTextual } from '../values/types.ts';

export interface RecordHit {
  readonly entity: Entity;
  readonly key: readonly string[];
  readonly name: string;
  /** The requested columns of the record. */
  readonly cells: RecordCells;
}

const MAX_ENTITIES = 10;
const MAX_HITS_PER_ENTITY = 3;
export const MAX_CHOICES = 20;
/** A name search scans all rows, so it covers only tables that are read quickly. */
const MAX_ROWS = 300_000;
const MIN_SEARCH_LENGTH = 2;

/** Whether the table is small enough for a full scan. */
export const isSmallTable = ({ kind, rowEstimate }: Entity) =>
  kind === 'table' && (rowEstimate ?? 0) <= MAX_ROWS;

/** The single texts that identify a record besides its name, such as a key, a registration or an ISBN. */
function codesOf({ key, unique, column, labelColumns }: Entity): readonly string[] {
  return [...(key.length === 1 ? key : []), ...unique].filter(
    (name) => isTextual(column.get(name)?.type) && !labelColumns.includes(name),
  );
}

const isSearchable = (entity: Entity) =>
  isSmallTable(entity) &&
  entity.key.length > 0 &&
  (entity.labelColumns.length > 0 || codesOf(entity).length > 0);

/**
 * Each word must occur in the name, or in the texts that identify records without names; a single word may also be the
 * key, or another text that identifies the record.
 * Undefined if no record can match.
 */
export function conditionsFor(
  entity: Entity,
  words: readonly string[],
): readonly (Condition | Group)[] | undefined {
  const texts =
    entity.labelColumns.length > 0
      ? entity.labelColumns
      : [...entity.key, ...entity.unique].filter((one) => isTextual(entity.column.get(one)?.type));
  // An empty OR would be true for every record.
  const named = texts.length > 0 ? words : [];
  const byWord = named.map(
    (word): Group => ({
      cond: {
        with: 'OR',
        entries: texts.map(
          (alias): Condition => ({ func: { name: 'ICONTAINS', args: [{ alias }, { value: word }] } }),
        ),
      },
    }),
  );
  const [only, more] = words;
  const equals = only !== undefined && more === undefined ? identifiedBy(entity, only) : [];
  if (equals.length > 0) return [{ cond: { with: 'OR', entries: [...equals, ...byWord] } }];
  return byWord.length < words.length ? undefined : byWord;
}

/** The conditions of which each finds the record that the word identifies. */
function identifiedBy(entity: Entity, word: string): readonly Condition[] {
  const [key, another] = entity.key;
  const isNumber = isNumeric(entity.column.get(key ?? '')?.type) && /^\d{1,15}$/.test(word);
  const equal = (name: string, alias: string): Condition => ({
    func: { name, args: [{ alias }, { value: word }] },
  });
  return [
    ...(key !== undefined && another === undefined && isNumber ? [equal('EQ', key)] : []),
    ...codesOf(entity).map((alias) => equal('IEQ', alias)),
  ];
}

export function requestFor(
  entity: Entity,
  entries: readonly (Condition | Group)[],
  more: readonly string[],
): UniGrid {
  const shown = new Set([...entity.key, ...entity.labelColumns, ...more]);
  const names = [...new Set([...shown, ...codesOf(entity)])];
  const root: RootNode = {
    id: entity.name,
    alias: entity.name,
    relation: null,
    attributes: names.map((id) => ({ id, alias: id, selected: shown.has(id) })),
  };
  const where: Group = { cond: { with: 'AND', entries } };
  return {
    entities: [root],
    ...(entries.length > 0 && { where }),
    order: entity.key.map((alias) => ({ alias, asc: true })),
  };
}

async function findIn(
  entity: Entity,
  words: readonly string[],
  signal: AbortSignal,
  {
    most = MAX_HITS_PER_ENTITY,
    columns = [],
  }: { readonly most?: number; readonly columns?: readonly string[] } = {},
): Promise<readonly RecordHit[]> {
  const conditions = conditionsFor(entity, words);
  return conditions ? hitsOf(entity, requestFor(entity, conditions, columns), most, signal) : [];
}

export async function hitsOf(
  entity: Entity,
  request: UniGrid,
  most: number,
  signal?: AbortSignal,
): Promise<readonly RecordHit[]> {
  const page = { offset: 0, limit: most, count: 'none' } as const;
  const { cols, data } = await resources.query(request, page, signal);
  return data.flatMap((row): RecordHit[] => {
    const cells = (names: readonly string[]) => names.map((name) => row[cols.indexOf(name)] ?? null);
    const key = keyTexts(cells(entity.key));
    if (!key) return [];
    const name = joinName(cells(entity.labelColumns)) ?? key.join(', ');
    return [{ entity, key, name, cells: Object.fromEntries(cols.map((one, i) => [one, row[i] ?? null])) }];
  });
}

/** The entities to search: the one that the words name, or else the smallest ones. */
export function searchedEntities(model: Model, words: readonly string[]) {
  const named = namedEntity(model, words);
  if (named && named.remaining.length > 0 && isSearchable(named.entity)) {
    return { entities: [named.entity], words: named.remaining };
  }
  const size = ({ rowEstimate }: Entity) => rowEstimate ?? 0;
  const entities = [...model.entities.values()]
    .filter(isSearchable)
    .sort((a, b) => size(a) - size(b))
    .slice(0, MAX_ENTITIES);
  return { entities, words };
}

function recordSearch(model: Model | undefined, text: string) {
  return queryOptions({
    queryKey: ['records', text],
    queryFn: async ({ signal }): Promise<readonly RecordHit[]> => {
      if (!model) return [];
      const { entities, words } = searchedEntities(model, wordsOf(text));
      const found: RecordHit[] = [];
      // Sequentially, so that a search does not delay other people's queries.
      for (const entity of entities) found.push(...(await findIn(entity, words, signal)));
      return found;
    },
    enabled: model !== undefined && text.trim().length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The records that match the text, debounced. */
export function useRecordSearch(
  model: Model | undefined,
  text: string,
): { readonly records: readonly RecordHit[]; readonly isKnown: boolean } {
  const rested = useDebounced(text.trim());
  const { data, isFetching } = useQuery(recordSearch(model, rested));
  const isLongEnough = text.trim().length >= MIN_SEARCH_LENGTH && rested.length >= MIN_SEARCH_LENGTH;
  return {
    records: isLongEnough ? (data ?? []) : [],
    isKnown: rested === text.trim() && !isFetching,
  };
}

/**
 * Records of one entity to choose from, or its first records while nothing is typed; with the values of some columns.
 */
export function useRecordChoices(
  entity: Entity | undefined,
  columns: readonly string[],
  text: string,
): {
  readonly hits: readonly RecordHit[];
  readonly isLoading: boolean;
  /** The hits belong to the previous text. */
  readonly isBehind: boolean;
} {
  const rested = useDebounced(text.trim());
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ['choices', entity?.name, columns, rested],
    queryFn: ({ signal }) =>
      entity ? findIn(entity, wordsOf(rested), signal, { most: MAX_CHOICES, columns }) : [],
    placeholderData: keepPreviousData,
  });
  const isBehind = rested !== text.trim() || isPlaceholderData;
  return { hits: data ?? [], isLoading: isPending, isBehind };
}
