// Checks whether the words of a question occur in the records it is about, so that absent words can be reported.
import { useQuery } from '@tanstack/react-query';
import { resources } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { addTextSearch } from '../query/filters/textSearch.ts';
import { interpretQuestion } from '../query/question/question.ts';
import { toUniGrid } from '../query/request.ts';
import { useDebounced } from '../ui/useDebounced.ts';
import { isSmallTable } from './recordSearch.ts';

const MAX_WORDS = 5;
const none: readonly string[] = [];

async function isPresent(model: Model, name: string, word: string, signal: AbortSignal): Promise<boolean> {
  const searched = addTextSearch(addRoot(emptyDocument, model, name), model, word);
  const page = { offset: 0, limit: 1, count: 'none' } as const;
  const { data } = await resources.query(toUniGrid(searched, new Date()), page, signal);
  return data.length > 0;
}

/**
 * The words that no record contains, once that is known. Large tables are not searched; there every word counts as
 * possibly present.
 */
export function useAbsentWords(
  model: Model,
  text: string,
): { readonly absent: readonly string[]; readonly isKnown: boolean } {
  const rested = useDebounced(text.trim());
  const asked = interpretQuestion(model, rested);
  const entity = model.entities.get(asked?.readings[0]?.entities[0]?.id ?? '');
  const words = asked?.texts ?? none;
  const { data: absent = none, isFetching } = useQuery({
    queryKey: ['absent words', entity?.name, rested],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const missed: string[] = [];
      const searched = new Set<string>();
      if (!entity) return missed;
      // Removing an absent word may turn the remaining words into values, so the question is parsed again.
      // Sequentially, so that a search does not delay other people's queries.
      for (let word = words[0]; word !== undefined && searched.size < MAX_WORDS; ) {
        searched.add(word);
        if (!(await isPresent(model, entity.name, word, signal))) missed.push(word);
        const left = interpretQuestion(model, rested, (one) => !missed.includes(one))?.texts ?? none;
        word = left.find((one) => !searched.has(one));
      }
      return missed;
    },
    enabled: entity !== undefined && isSmallTable(entity) && words.length > 0,
    retry: false,
  });
  return { absent, isKnown: rested === text.trim() && !isFetching };
}
