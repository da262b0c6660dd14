// The words of a question to search for in the texts of records, or to exclude.
import type { Model } from '../../model/model.ts';
import { isGroup, type QueryDocument, type Rule } from '../document.ts';
import { wrapRule } from '../filters/rules.ts';
import { addTextSearch, searchedPaths } from '../filters/textSearch.ts';
import type { Meant, SaidTime } from './meant.ts';

const canSearch = (doc: QueryDocument, model: Model, word: string) =>
  searchedPaths(doc, model, word).length > 0;

/** Without words that cannot be searched for because the records have no texts; these are not understood. */
export function searchable(whole: QueryDocument, model: Model, meant: Meant): Meant {
  const lost = [...meant.texts, ...meant.refusedTexts].filter((word) => !canSearch(whole, model, word));
  if (lost.length === 0) return meant;
  const isKept = (word: string) => !lost.includes(word);
  return {
    ...meant,
    texts: meant.texts.filter(isKept),
    alternatives: [],
    refusedTexts: meant.refusedTexts.filter(isKept),
    unknown: [...meant.unknown, ...lost],
  };
}

/** The words whose presence in the records decides how a question is understood. */
export function textsOf({ texts, refusedTexts, compared, called }: Meant): readonly string[] {
  const values = compared.flatMap((one) => (one.operator === 'ICONTAINS' ? one.values : []));
  return [...texts, ...refusedTexts, ...values, ...called.flatMap(({ words }) => words)];
}

/** Selects rows by the texts that they contain, all or alternatives, and by those that they do not. */
export function withTexts(
  root: QueryDocument,
  model: Model,
  { texts, alternatives, refusedTexts }: Meant,
): QueryDocument {
  const found = texts.reduce((doc, word, i) => {
    const searched = addTextSearch(doc, model, word);
    const [one, other] = searched.where.cond.entries.slice(-2);
    if (!alternatives.includes(i) || !one || !other) return searched;
    const before = isGroup(one) && one.cond.entries.some(isGroup) ? one.cond.entries : [one];
    const either: Rule = { cond: { with: 'OR', entries: [...before, other] } };
    const entries = [...searched.where.cond.entries.slice(0, -2), either];
    return { ...searched, where: { cond: { ...searched.where.cond, entries } } };
  }, root);
  return refusedTexts.reduce((doc, word) => {
    const searched = addTextSearch(doc, model, word);
    return wrapRule(searched, [searched.where.cond.entries.length - 1], 'NONE');
  }, found);
}

/** Without a date, four digits may still be a text; anything before or after them is undefined. */
export function asText(doc: QueryDocument, model: Model, time: SaidTime): QueryDocument | undefined {
  const isText = time.side === undefined && time.to === undefined && canSearch(doc, model, time.words);
  return isText ? addTextSearch(doc, model, time.words) : undefined;
}
