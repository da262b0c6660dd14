// Finds the fields that have a word as their whole value, which tells “active” from “inactive”.
import type { Entity, Model } from '../model/model.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addField, addRoot, findAttribute } from '../query/edits.ts';
import { addRule } from '../query/filters/rules.ts';
import { searchedPaths, searchIn } from '../query/filters/textSearch.ts';
import type { FieldPath } from '../query/paths.ts';
import { IS_WHOLE } from '../query/question/wholeValues.ts';
import { toUniGrid, type UniGrid } from '../query/request.ts';

/** Answers the first row of a query. */
export type Ask = (request: UniGrid) => Promise<{
  readonly cols: readonly string[];
  readonly data: ReadonlyArray<readonly unknown[]>;
}>;

/** Each finds further fields, or that there are none. */
const MAX_REQUESTS = 3;

/** The fields; none if there are so many that it would take more requests to know them all. */
export async function findWholePaths(
  model: Model,
  entity: Entity,
  word: string,
  ask: Ask,
): Promise<readonly FieldPath[]> {
  const root = addRoot(emptyDocument, model, entity.name);
  const found: FieldPath[] = [];
  let left = /^\d+$/.test(word) ? [] : searchedPaths(root, model, word);
  for (let requests = 0; requests < MAX_REQUESTS && left.length > 0; requests++) {
    const having = await pathsInOneRecord(root, model, left, word, ask);
    if (having.length === 0) return found;
    found.push(...having);
    left = left.filter((path) => !having.includes(path));
  }
  return left.length === 0 ? found : [];
}

/** Those of the fields that have the word as their value in the first record of which any has. */
async function pathsInOneRecord(
  root: QueryDocument,
  model: Model,
  paths: readonly FieldPath[],
  word: string,
  ask: Ask,
): Promise<readonly FieldPath[]> {
  const bare: QueryDocument = {
    ...root,
    entities: root.entities.map((one) => ({ ...one, attributes: [] })),
  };
  const shown = paths.reduce((doc, path) => addField(doc, model, path), bare);
  const search = searchIn(shown, model, paths, word, IS_WHOLE);
  const doc = addRule(search.doc, [], search.rule);
  const {
    cols,
    data: [row],
  } = await ask(toUniGrid(doc, new Date()));
  const cellOf = (path: FieldPath) => row?.[cols.indexOf(findAttribute(doc, model, path)?.alias ?? '')];
  return paths.filter((path) => String(cellOf(path) ?? '').toLowerCase() === word.toLowerCase());
}
