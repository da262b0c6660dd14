// Edits of computed fields: formulas over the fields of a root and of what it points to.
import { foldForSearch } from '../model/matching.ts';
import type { Model } from '../model/model.ts';
import { type AttributeNode, derivation, type Expr, emptyBeside, type QueryDocument } from './document.ts';
import { dropAttribute, editAt, referTo } from './edits.ts';
import { aliasesInExpr, renameExpr } from './exprTypes.ts';
import { fieldsOfOne } from './find.ts';
import { attributesOf, type FieldPath } from './paths.ts';
import { aliasesInUse, prune, pruneParameters, unused } from './references.ts';

/** The fields that a formula may name, by what they are called there. */
export function formulaFields(doc: QueryDocument, model: Model): ReadonlyMap<string, FieldPath> {
  const fields = new Map<string, FieldPath>();
  for (const { words, path } of fieldsOfOne(doc, model)) {
    const label = words.join(' › ');
    // Of two that are called the same the nearer one is meant.
    if (!fields.has(label)) fields.set(label, path);
  }
  return fields;
}

/** Letters and digits alone: a field may be written as the database calls it, and in any case. */
const bare = (label: string): string => foldForSearch(label).replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the field that a formula names, by what it is called there; undefined where none or several may be meant. */
export function fieldFinder(labels: Iterable<string>): (written: string) => string | undefined {
  const exact = new Set(labels);
  const byLetters = Map.groupBy(exact, bare);
  return (written) => {
    if (exact.has(written)) return written;
    const [only, more] = byLetters.get(bare(written)) ?? [];
    return more === undefined ? only : undefined;
  };
}

/** Gives every field that the expression names an alias in the document. */
function referring(
  doc: QueryDocument,
  model: Model,
  fields: ReadonlyMap<string, FieldPath>,
  expr: Expr,
): { readonly doc: QueryDocument; readonly expr: Expr } {
  const aliases = new Map<string, string>();
  let next = doc;
  for (const label of aliasesInExpr(expr)) {
    const path = fields.get(label);
    if (!path) continue;
    const reference = referTo(next, model, path);
    next = reference.doc;
    aliases.set(label, reference.alias);
  }
  return { doc: next, expr: renameExpr(expr, (label) => aliases.get(label) ?? label) };
}

/** Adds a field, or gives one another formula. `expr` names fields by their labels. */
export function setComputed(
  doc: QueryDocument,
  model: Model,
  root: string,
  field: { readonly name: string; readonly expr: Expr; readonly replaces?: string | undefined },
  fields = formulaFields(doc, model),
): QueryDocument {
  const made = referring(doc, model, fields, field.expr);
  if (field.replaces !== undefined) {
    const change = (item: AttributeNode): AttributeNode =>
      item.alias === field.replaces ? { ...item, expr: made.expr } : item;
    return prune(
      editAt(made.doc, model, { root, steps: [] }, (items) =>
        items.map((item) => ('entity' in item ? item : change(item))),
      ),
    );
  }
  const alias = unused(field.name, aliasesInUse(made.doc));
  // A group that gets another field would be other groups, so there it waits to be measured.
  const node: AttributeNode = { id: alias, alias, selected: !doc.grouped, expr: made.expr };
  return editAt(made.doc, model, { root, steps: [] }, (items) => [...items, node]);
}

export function deleteComputed(doc: QueryDocument, alias: string): QueryDocument {
  return prune(dropAttribute(doc, alias), new Set([alias]));
}

/** The formula's first values, without anything else of the query. */
export function previewOf(doc: QueryDocument, model: Model, root: string, expr: Expr): QueryDocument {
  // Called as in the whole query, where fields of several roots are told apart.
  const fields = formulaFields(doc, model);
  const named = new Set([root, ...aliasesInExpr(expr).flatMap((label) => fields.get(label)?.root ?? [])]);
  const bare: QueryDocument = {
    ...emptyBeside(doc),
    entities: doc.entities.flatMap((node) =>
      named.has(node.alias) ? [{ ...node, attributes: computedOf(node.attributes) }] : [],
    ),
  };
  const ready = attributesOf(doc, model)
    .filter(({ path, attribute }) => named.has(path.root) && !attribute.bucket && !derivation(attribute))
    .reduce((next, { path }) => referTo(next, model, path).doc, bare);
  return pruneParameters(setComputed(ready, model, root, { name: 'preview', expr }, fields));
}

/** Other computed fields and measures, which a formula may name too. */
function computedOf(items: QueryDocument['entities'][number]['attributes']): readonly AttributeNode[] {
  return items.flatMap((item): AttributeNode[] => {
    const derived = 'entity' in item ? undefined : derivation(item);
    return derived && !('entity' in item)
      ? [{ id: item.id, alias: item.alias, selected: false, ...derived }]
      : [];
  });
}
