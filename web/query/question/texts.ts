// The words of a question to search for in the texts of records, or to exclude.
import type { Model } from '../../model/model.ts';
import { isTextual } from '../../values/types.ts';
import type { Group, QueryDocument, Rule } from '../document.ts';
import { addRule } from '../filters/rules.ts';
import { addTextSearch, type Search, searchedPaths, searchIn } from '../filters/textSearch.ts';
import type { FieldPath } from '../paths.ts';
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
    names: [],
    refusedTexts: meant.refusedTexts.filter(isKept),
    unknown: [...meant.unknown, ...lost],
  };
}

/** The words whose presence among the records decides how a question is understood. */
export function textsOf({
  texts,
  refusedTexts,
  compared,
  called,
  either: several,
}: Meant): readonly string[] {
  const values = compared.flatMap((one) => (one.operator === 'ICONTAINS' ? one.values : []));
  return [
    ...texts,
    ...refusedTexts.flatMap((name) => name.split(' ')),
    ...values,
    ...called.flatMap(({ words }) => words),
    ...several.flatMap(({ alternatives }) => alternatives.flat()),
  ];
}

/** The search for a name of one or several words, each in its fields. */
function named(
  doc: QueryDocument,
  model: Model,
  words: readonly string[],
  pathsOf: (word: string) => readonly FieldPath[],
): Search {
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
function either(rules: readonly Group[]): Group {
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
function nameAnywhere(doc: QueryDocument, model: Model, words: readonly string[]): Search {
  const all = (word: string) => searchedPaths(doc, model, word);
  const places = new Map(words.flatMap(all).map(({ steps }) => [JSON.stringify(steps), steps]));
  const kindOf = (steps: FieldPath['steps']) => kindAt(doc, model, steps);
  const isOneOfSeveral = (steps: FieldPath['steps']) =>
    kindOf(steps) !== undefined &&
    [...places.values()].filter((one) => kindOf(one) === kindOf(steps)).length > 1;
  const several = [...places].filter(([, steps]) => isOneOfSeveral(steps));
  if (words.length < 2 || several.length === 0) return named(doc, model, words, all);
  let next = doc;
  const rules = several.map(([place]) => {
    const ofOne = (word: string) =>
      all(word).filter(({ steps }) => JSON.stringify(steps) === place || !isOneOfSeveral(steps));
    const search = named(next, model, words, ofOne);
    next = search.doc;
    return search.rule;
  });
  return { doc: next, rule: either(rules) };
}

/** The names among the texts: the words of each, and the index of the first one. */
function namesOf({ texts, names }: Meant): readonly (readonly [at: number, words: readonly string[]])[] {
  const starts = texts.flatMap((_, i) => (names.includes(i) ? [] : [i]));
  return starts.map((at, i) => [at, texts.slice(at, starts[i + 1])]);
}

/** Adds the texts that the rows must contain, all of them or one of several, and those that they must not. */
export function withTexts(root: QueryDocument, model: Model, meant: Meant): QueryDocument {
  let doc = root;
  const rules: Group[][] = [];
  const searched = ({ doc: next, rule }: Search) => {
    doc = next;
    return rule;
  };
  for (const [at, words] of namesOf(meant)) {
    const rule = searched(nameAnywhere(doc, model, words));
    const before = meant.alternatives.includes(at) ? rules.at(-1) : undefined;
    if (before) before.push(rule);
    else rules.push([rule]);
  }
  for (const name of meant.refusedTexts) {
    const rule = searched(nameAnywhere(doc, model, name.split(' ')));
    rules.push([{ cond: { with: 'NONE', entries: [rule] } }]);
  }
  for (const { paths, alternatives } of meant.either)
    rules.push(alternatives.map((words) => searched(named(doc, model, words, () => paths))));
  // Words that must all occur become separate conditions.
  const entries = rules
    .map(either)
    .flatMap((rule): readonly Rule[] => (rule.cond.with === 'AND' ? rule.cond.entries : [rule]));
  return entries.reduce((next, rule) => addRule(next, [], rule), doc);
}

/** Without a date, four digits may still be a text; anything before or after them is undefined. */
export function asText(doc: QueryDocument, model: Model, time: SaidTime): QueryDocument | undefined {
  const isText = time.side === undefined && time.to === undefined && canSearch(doc, model, time.words);
  return isText ? addTextSearch(doc, model, time.words) : undefined;
}
