// Rows that contain a text in any field: for each word a group of conditions on all texts of a record.

import type { Entity, Model } from '../../model/model.ts';
import { isNumeric, isSearchable } from '../../values/types.ts';
import {
  type Condition,
  type Group,
  isAlias,
  isGroup,
  isValue,
  type QueryDocument,
  type Rule,
} from '../document.ts';
import { ensureAttribute } from '../edits.ts';
import { attributesOf, type FieldPath, pathKey, stepOf } from '../paths.ts';
import { addRule, conditionPlaces, type RulePlace } from './rules.ts';

const OPERATOR = 'ICONTAINS';
/** Each field is one more comparison per row. */
const MAX_FIELDS = 16;

function pathsOf(model: Model, root: string, entity: Entity, word: string): readonly FieldPath[] {
  return entity.columns.flatMap(({ name, type, inKey, pointsTo }): readonly FieldPath[] => {
    const own = { root, steps: [], attribute: name };
    const target = model.entities.get(pointsTo?.entity ?? '');
    if (pointsTo && target && target.labelColumns.length > 0) {
      // A foreign key is shown as the name of its record.
      return target.labelColumns
        .filter((column) => isSearchable(target.column.get(column)?.type))
        .map((attribute) => ({ root, steps: [stepOf(pointsTo)], attribute }));
    }
    return isSearchable(type) || (inKey && isNumeric(type) && /^\d+$/.test(word)) ? [own] : [];
  });
}

/** The fields in which to search for a word. */
export function searchedPaths(doc: QueryDocument, model: Model, word: string): readonly FieldPath[] {
  return doc.entities
    .flatMap(({ id, alias }) => {
      const entity = model.entities.get(id);
      return entity ? pathsOf(model, alias, entity, word) : [];
    })
    .slice(0, MAX_FIELDS);
}

export interface Search {
  readonly doc: QueryDocument;
  readonly rule: Group;
}

/** The rule that finds a word in any of the fields, or as their whole value if the operator says so, and the document with the fields that the rule needs. */
export function searchIn(
  doc: QueryDocument,
  model: Model,
  paths: readonly FieldPath[],
  word: string,
  operator: string = OPERATOR,
): Search {
  let next = doc;
  const entries = paths.map((path): Condition => {
    const { doc: referring, alias } = ensureAttribute(next, model, path);
    next = referring;
    return { func: { name: operator, args: [{ alias }, { value: word }] } };
  });
  return { doc: next, rule: { cond: { with: 'OR', entries } } };
}

/** Keeps the rows in which a word occurs in any of the fields. */
export function addSearchIn(
  doc: QueryDocument,
  model: Model,
  paths: readonly FieldPath[],
  word: string,
): QueryDocument {
  if (paths.length === 0) return doc;
  const search = searchIn(doc, model, paths, word);
  return addRule(search.doc, [], search.rule);
}

/** Keeps the rows in which each word occurs in some field: "ute köh" finds Ute Köhler. */
export function addTextSearch(doc: QueryDocument, model: Model, text: string): QueryDocument {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.reduce((next, word) => addSearchIn(next, model, searchedPaths(next, model, word), word), doc);
}

/** The word of a text search, if the rule is one; otherwise undefined. */
export function searchedWord(doc: QueryDocument, model: Model, rule: Rule): string | undefined {
  if (!isGroup(rule) || rule.cond.with !== 'OR') return undefined;
  const words = new Set<string>();
  const aliases = new Set<string>();
  for (const entry of rule.cond.entries) {
    if (isGroup(entry) || entry.func.name !== OPERATOR) return undefined;
    const [subject, value] = entry.func.args;
    if (!isAlias(subject) || !isValue(value) || typeof value.value !== 'string') return undefined;
    words.add(value.value);
    aliases.add(subject.alias);
  }
  const [word] = words;
  if (word === undefined || words.size > 1) return undefined;
  const wanted = new Set(searchedPaths(doc, model, word).map(pathKey));
  const found = attributesOf(doc, model).filter(({ attribute }) => aliases.has(attribute.alias));
  const isWhole = found.length === wanted.size && found.every(({ path }) => wanted.has(pathKey(path)));
  return isWhole ? word : undefined;
}

/** The filters as a person counts them: a text search is one, however many fields it covers. */
export function filterPlaces(doc: QueryDocument, model: Model): readonly RulePlace[] {
  return conditionPlaces(doc.where, (group) => searchedWord(doc, model, group) !== undefined);
}
