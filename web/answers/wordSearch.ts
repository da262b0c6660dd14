// Whether the words of a question stand anywhere in the records that it is about, so that one which does not can be said.
import { useQuery } from '@tanstack/react-query';
import { resources } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import { emptyDocument } from '../query/document.ts';
import { addRoot } from '../query/edits.ts';
import { addTextSearch } from '../query/filters/textSearch.ts';
import { askedFor } from '../query/question/question.ts';
import { toUniGrid } from '../query/request.ts';
import { useRested } from '../ui/useRested.ts';
import { isSmallTable } from './recordSearch.ts';

const WORDS_AT_MOST = 5;
const none: readonly string[] = [];

async function isPresent(model: Model, name: string, word: string, signal: AbortSignal): Promise<boolean> {
  const searched = addTextSearch(addRoot(emptyDocument, model, name), model, word);
  const page = { offset: 0, limit: 1, count: 'none' } as const;
  const { data } = await resources.query(toUniGrid(searched, new Date()), page, signal);
  return data.length > 0;
}

/** The words that no record has, once that is known. A large table is not searched for them: its words may all be there. */
export function useAbsentWords(
  model: Model,
  text: string,
): { readonly absent: readonly string[]; readonly isKnown: boolean } {
  const rested = useRested(text.trim());
  const asked = askedFor(model, rested);
  const entity = model.entities.get(asked?.readings[0]?.entities[0]?.id ?? '');
  const words = asked?.texts ?? none;
  const { data: absent = none, isFetching } = useQuery({
    queryKey: ['absent words', entity?.name, rested],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const missed: string[] = [];
      const looked = new Set<string>();
      if (!entity) return missed;
      // A word that is no value leaves others behind, which may then be texts. One after the other: a search must not hold up
      // what others ask.
      for (let word = words[0]; word !== undefined && looked.size < WORDS_AT_MOST; ) {
        looked.add(word);
        if (!(await isPresent(model, entity.name, word, signal))) missed.push(word);
        const left = askedFor(model, rested, (one) => !missed.includes(one))?.texts ?? none;
        word = left.find((one) => !looked.has(one));
      }
      return missed;
    },
    enabled: entity !== undefined && isSmallTable(entity) && words.length > 0,
    retry: false,
  });
  return { absent, isKnown: rested === text.trim() && !isFetching };
}
