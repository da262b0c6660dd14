// A question in a few words, as far as names, years and values go: "invoices Germany 2024" becomes a query.
import { foldForSearch } from '../model/matching.ts';
import type { Entity, Model } from '../model/model.ts';
import { isMoment } from '../values/types.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { writeFilter } from './filters.ts';
import { periodToken } from './relative.ts';
import { addRule } from './rules.ts';
import { addTextSearch } from './textSearch.ts';

/** "invoices" and "Invoice" are the same thing to a person. */
function stem(word: string): string {
  return foldForSearch(word)
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');
}

export interface Named {
  readonly entity: Entity;
  readonly rest: readonly string[];
}

/** The entity that the words name, wherever they do, and the words that are left. Longer names win. */
export function namedEntity(model: Model, words: readonly string[]): Named | undefined {
  let best: Named | undefined;
  for (const entity of model.entities.values()) {
    const name = entity.label.split(' ').map(stem);
    for (let at = 0; at + name.length <= words.length; at++) {
      const fits = name.every((part, i) => part === stem(words[at + i] ?? ''));
      if (!fits || (best && words.length - best.rest.length >= name.length)) continue;
      best = { entity, rest: words.toSpliced(at, name.length) };
    }
  }
  return best;
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;?]+/).filter((word) => word !== '');
}

const YEAR = /^(19|20)\d\d$/;

function inYear(doc: QueryDocument, model: Model, entity: Entity, year: string): QueryDocument | undefined {
  const dated = entity.columns.find(({ type }) => isMoment(type));
  if (!dated) return undefined;
  const path = { root: entity.name, steps: [], attribute: dated.name };
  const value = periodToken({ kind: 'fixed', unit: 'year', start: `${year}-01-01` });
  const end = { kind: 'literal', value } as const;
  const written = writeFilter(doc, model, {
    path,
    operator: 'BETWEEN_INC',
    values: [end, end],
    quantity: undefined,
  });
  return written && addRule(written.doc, [], written.rule);
}

/** The query that the words ask for; undefined where they name no entity, or nothing but one. */
export function askedFor(model: Model, text: string): QueryDocument | undefined {
  const named = namedEntity(model, wordsOf(text));
  if (!named || named.rest.length === 0) return undefined;
  let doc = addRoot(emptyDocument, model, named.entity.name);
  for (const word of named.rest) {
    const narrowed = YEAR.test(word) ? inYear(doc, model, named.entity, word) : undefined;
    doc = narrowed ?? addTextSearch(doc, model, word);
  }
  return doc;
}
