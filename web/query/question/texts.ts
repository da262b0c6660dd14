// The words of a question to search for in the texts of records, or to exclude.
import type { Model } from '../../model/model.ts';
import { isTextual } from '../../values/types.ts';
import type { Group, QueryDocument, Rule } from '../document.ts';
import { addRule } from '../filters/rules.ts';
import { addTextSearch, type Search, searchedPaths, searchIn } from '../filters/textSearch.ts';
import { type FieldPath, pathKey } from '../paths.ts';
import type { Meaning, WordedTime } from './meaning.ts';
import { IS_WHOLE, pathOfValue, type WholePaths } from './wholeValues.ts';

const canSearch = (doc: QueryDocument, model: Model, word: string) =>
  searchedPaths(doc, model, word).length > 0;

/** Without words that cannot be searched for because the records have no texts; these are not understood. */
export function withoutUnsearchable(whole: QueryDocument, model: Model, meaning: Meaning): Meaning {
  const unsearchable = [...meaning.texts, ...meaning.excludedTexts].filter(
    (word) => !canSearch(whole, model, word),
  );
  if (unsearchable.length === 0) return meaning;
  const isKept = (word: string) => !unsearchable.includes(word);
  return {
    ...meaning,
    texts: meaning.texts.filter(isKept),
    alternatives: [],
    followers: [],
    names: [],
    excludedTexts: meaning.excludedTexts.filter(isKept),
    unknown: [...meaning.unknown, ...unsearchable],
  };
}

/** The words whose presence among the records decides how a question is understood. */
export function searchedWords({
  texts,
  excludedTexts,
  comparisons,
  textSearches,
  alternativeSearches,
}: Meaning): readonly string[] {
  const values = comparisons.flatMap((one) =>
    one.operator.endsWith('ICONTAINS') ? one.values.flatMap((value) => value.split(' ')) : [],
  );
  return [
    ...texts,
    ...excludedTexts.flatMap((name) => name.split(' ')),
    ...values,
    ...textSearches.flatMap(({ words }) => words),
    ...alternativeSearches.flatMap(({ alternatives }) => alternatives.flat()),
  ];
}

/** The search for a name of one or several words, each in its fields. */
function searchAllWords(
  doc: QueryDocument,
  model: Model,
  words: readonly string[],
  wholePathsOf: WholePaths,
  pathsOf: (word: string) => readonly FieldPath[],
): Search {
  const [word = '', more] = words;
  const whole = more === undefined ? pathOfValue(model, wholePathsOf, pathsOf(word), word) : undefined;
  if (whole) return searchIn(doc, model, [whole], word, IS_WHOLE);
  let next = doc;
  const rules = words.map((word) => {
    const search = searchIn(next, model, pathsOf(word), word);
    next = search.doc;
    return search.rule;
  });
  const [only, another] = rules;
  return { doc: next, rule: only && !another ? only : { cond: { with: 'AND', entries: rules } } };
}

/** Combines rules of which any one is sufficient. */
function anyOf(rules: readonly Group[]): Group {
  const [only, another] = rules;
  if (only && !another) return only;
  const entries = rules.flatMap(({ cond }): readonly Rule[] =>
    cond.with === 'OR' && cond.entries.length === 1 ? cond.entries : [{ cond }],
  );
  return { cond: { with: 'OR', entries } };
}

const PERSON = 'person';

/** The kind of record at the end of a path. Whatever is called by several texts is a person, such as patient and doctor. */
function kindAt(doc: QueryDocument, model: Model, steps: FieldPath['steps']): string | undefined {
  const name = steps.at(-1)?.entity;
  const entity = model.entities.get(name ?? doc.entities[0]?.id ?? '');
  const texts = entity?.labelColumns.filter((column) => isTextual(entity.column.get(column)?.type)) ?? [];
  return texts.length > 1 ? PERSON : name;
}

/**
 * All words of a name must be found in the same record: if a row has several of a kind, such as buyer and seller, the
 * first word must not match one of them and the second another.
 */
function searchName(
  doc: QueryDocument,
  model: Model,
  words: readonly string[],
  wholePathsOf: WholePaths,
): Search {
  const all = (word: string) => searchedPaths(doc, model, word);
  const places = new Map(words.flatMap(all).map(({ steps }) => [JSON.stringify(steps), steps]));
  const kindOf = (steps: FieldPath['steps']) => kindAt(doc, model, steps);
  const isOneOfSeveralPaths = (steps: FieldPath['steps']) =>
    kindOf(steps) !== undefined &&
    [...places.values()].filter((one) => kindOf(one) === kindOf(steps)).length > 1;
  const several = [...places].filter(([, steps]) => isOneOfSeveralPaths(steps));
  if (words.length < 2 || several.length === 0) return searchAllWords(doc, model, words, wholePathsOf, all);
  let next = doc;
  const rules = several.map(([place]) => {
    const ofOne = (word: string) =>
      all(word).filter(({ steps }) => JSON.stringify(steps) === place || !isOneOfSeveralPaths(steps));
    const search = searchAllWords(next, model, words, wholePathsOf, ofOne);
    next = search.doc;
    return search.rule;
  });
  return { doc: next, rule: anyOf(rules) };
}

/** The names among the texts: the words of each, and the index of the first one. */
function namesOf({ texts, names }: Meaning): readonly (readonly [at: number, words: readonly string[]])[] {
  const starts = texts.flatMap((_, i) => (names.includes(i) ? [] : [i]));
  return starts.map((at, i) => [at, texts.slice(at, starts[i + 1])]);
}

/** “partly paid”: a word is no value of its own beside others that are none. */
function wholeAt(doc: QueryDocument, model: Model, meaning: Meaning, at: number): WholePaths {
  const { texts, followers, wholePathsOf } = meaning;
  const neighbours = [
    ...(followers.includes(at) ? [texts[at - 1] ?? ''] : []),
    ...(followers.includes(at + 1) ? [texts[at + 1] ?? ''] : []),
  ];
  const isValue = (word: string) =>
    pathOfValue(model, wholePathsOf, searchedPaths(doc, model, word), word) !== undefined;
  // “state partly paid”: the field has another text already.
  const isTaken = (path: FieldPath) =>
    meaning.comparisons.some(
      (one) => one.operator === 'ICONTAINS' && one.path && pathKey(one.path) === pathKey(path),
    );
  return neighbours.every(isValue) ? (word) => wholePathsOf(word).filter((path) => !isTaken(path)) : () => [];
}

/** Adds the texts that the rows must contain, all of them or one of several, and those that they must not. */
export function withTextFilters(root: QueryDocument, model: Model, meaning: Meaning): QueryDocument {
  let doc = root;
  const rules: Group[][] = [];
  const searched = ({ doc: next, rule }: Search) => {
    doc = next;
    return rule;
  };
  for (const [at, words] of namesOf(meaning)) {
    const rule = searched(searchName(doc, model, words, wholeAt(doc, model, meaning, at)));
    const before = meaning.alternatives.includes(at) ? rules.at(-1) : undefined;
    if (before) before.push(rule);
    else rules.push([rule]);
  }
  for (const name of meaning.excludedTexts) {
    const rule = searched(searchName(doc, model, name.split(' '), meaning.wholePathsOf));
    rules.push([{ cond: { with: 'NONE', entries: [rule] } }]);
  }
  for (const { paths, alternatives } of meaning.alternativeSearches)
    rules.push(
      alternatives.map((words) =>
        searched(searchAllWords(doc, model, words, meaning.wholePathsOf, () => paths)),
      ),
    );
  // Words that must all occur become separate conditions.
  const entries = rules
    .map(anyOf)
    .flatMap((rule): readonly Rule[] => (rule.cond.with === 'AND' ? rule.cond.entries : [rule]));
  return entries.reduce((next, rule) => addRule(next, [], rule), doc);
}

/** Without a date, four digits may still be a text; anything before or after them is undefined. */
export function asTextSearch(doc: QueryDocument, model: Model, time: WordedTime): QueryDocument | undefined {
  const { side, to, list, words } = time;
  const isText = side === undefined && to === undefined && !list && canSearch(doc, model, words);
  return isText ? addTextSearch(doc, model, time.words) : undefined;
}
