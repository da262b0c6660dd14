// Checks how the words of a question occur in the records it is about: absent words are reported, and whole values of a
// field mean that field.
import { useQuery } from '@tanstack/react-query';
import { resources } from '../api/resources.ts';
import type { Entity, Model } from '../model/model.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { addTextSearch } from '../query/filters/textSearch.ts';
import type { FieldPath } from '../query/paths.ts';
import { interpretQuestion } from '../query/question/question.ts';
import { toUniGrid } from '../query/request.ts';
import { useDebounced } from '../ui/useDebounced.ts';
import { isSmallTable } from './recordSearch.ts';
import { type Ask, findWholePaths } from './wholeValues.ts';

const MAX_WORDS = 5;
const none: readonly string[] = [];

const firstRow = { offset: 0, limit: 1, count: 'none' } as const;

async function isPresent(model: Model, name: string, word: string, ask: Ask): Promise<boolean> {
  const searched = addTextSearch(addRoot(emptyDocument, model, name), model, word);
  const { data } = await ask(toUniGrid(searched, new Date()));
  return data.length > 0;
}

interface Occurrence {
  /** The words that no record contains. */
  readonly absent: readonly string[];
  /** The fields of which a word is the whole value. */
  readonly whole: ReadonlyMap<string, readonly FieldPath[]>;
}

const nothingKnown: Occurrence = { absent: [], whole: new Map() };

async function occurrenceOf(
  model: Model,
  entity: Entity,
  text: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<Occurrence> {
  const ask: Ask = (request) => resources.query(request, firstRow, signal);
  const absent: string[] = [];
  const whole = new Map<string, readonly FieldPath[]>();
  // Removing an absent word may turn the remaining words into values, so the question is parsed again.
  // Sequentially, so that a search does not delay other people's queries.
  for (let word = words[0]; word !== undefined && whole.size < MAX_WORDS; ) {
    const paths = await findWholePaths(model, entity, word, ask);
    whole.set(word, paths);
    if (paths.length === 0 && !(await isPresent(model, entity.name, word, ask))) absent.push(word);
    const left = interpretQuestion(model, text, (one) => !absent.includes(one))?.texts ?? none;
    word = left.find((one) => !whole.has(one));
  }
  return { absent, whole };
}

/**
 * How the words occur in the records, once that is known. Large tables are not searched; there every word counts as
 * possibly present, and no one as a whole value.
 */
export function useOccurrence(model: Model, text: string): Occurrence & { readonly isKnown: boolean } {
  const rested = useDebounced(text.trim());
  const asked = interpretQuestion(model, rested);
  const entity = model.entities.get(asked?.readings[0]?.entities[0]?.id ?? '');
  const words = asked?.texts ?? none;
  const { data = nothingKnown, isFetching } = useQuery({
    queryKey: ['occurrence of words', entity?.name, rested],
    queryFn: ({ signal }) => (entity ? occurrenceOf(model, entity, rested, words, signal) : nothingKnown),
    enabled: entity !== undefined && isSmallTable(entity) && words.length > 0,
    retry: false,
  });
  return { ...data, isKnown: rested === text.trim() && !isFetching };
}
