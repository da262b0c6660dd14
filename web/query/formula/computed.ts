// Edits of computed fields: formulas over the fields of a root and of the records it references.
import { foldForSearch } from '../../model/matching.ts';
import type { Model } from '../../model/model.ts';
import { resultColumns } from '../columns.ts';
import { type AttributeNode, derivation, type Expr, emptyBeside, type QueryDocument } from '../document.ts';
import { dropAttribute, editAt, ensureAttribute } from '../edits.ts';
import { singleValuedFields } from '../find.ts';
import { attributesOf, type FieldPath } from '../paths.ts';
import { aliasesInUse, prune, pruneParameters, uniqueName } from '../references.ts';
import { aliasesInExpr, renameExpr } from './exprTypes.ts';
import { type HelperFields, isHelper } from './helperFields.ts';

/** The fields that a formula may use, by their names in it. */
export function formulaFields(doc: QueryDocument, model: Model): ReadonlyMap<string, FieldPath> {
  const fields = new Map<string, FieldPath>();
  for (const { words, path } of singleValuedFields(doc, model)) {
    const label = words.join(' › ');
    // If two have the same name, the nearer one is meant.
    if (!fields.has(label)) fields.set(label, path);
  }
  return fields;
}

/** The names for a formula of groups: measures, and group fields; values are column ids. */
function groupNames(doc: QueryDocument, model: Model, kinds: readonly string[]): ReadonlyMap<string, string> {
  if (!doc.grouped) return new Map();
  const columns = resultColumns(doc, model).filter(({ kind }) => kinds.includes(kind));
  return new Map(columns.map(({ label, id }) => [label, id]));
}

/** The names that a formula may use: measures of groups before fields of single rows. */
export function formulaNames(doc: QueryDocument, model: Model): readonly string[] {
  const measures = groupNames(doc, model, ['measure']).keys();
  return [...new Set([...measures, ...formulaFields(doc, model).keys()])];
}

/** The formula over groups, if it uses a measure; `rowFieldLabel` then names the fields of single rows that it also uses. */
export function asGroupFormula(
  doc: QueryDocument,
  model: Model,
  expr: Expr,
): { readonly perGroup: Expr; readonly rowFieldLabel: string | undefined } | undefined {
  const measures = groupNames(doc, model, ['measure']);
  const labels = aliasesInExpr(expr);
  if (!labels.some((label) => measures.has(label))) return undefined;
  const known = groupNames(doc, model, ['measure', 'field']);
  const perGroup = renameExpr(expr, (label) => known.get(label) ?? label);
  return { perGroup, rowFieldLabel: labels.find((label) => !known.has(label)) };
}

/** Letters and digits only, case-folded: a field may also be written with its database name. */
const normalizeLabel = (label: string): string => foldForSearch(label).replace(/[^\p{L}\p{N}]/gu, '');

/** Finds a field by the name in a formula; undefined if there is none, or several. */
export function fieldFinder(labels: Iterable<string>): (written: string) => string | undefined {
  const exact = new Set(labels);
  const byLetters = Map.groupBy(exact, normalizeLabel);
  return (written) => {
    if (exact.has(written)) return written;
    const [only, more] = byLetters.get(normalizeLabel(written)) ?? [];
    return more === undefined ? only : undefined;
  };
}

/** The names of all fields in a formula, including those in its conditions' computations. */
function namesIn(expr: Expr, asides: HelperFields): readonly string[] {
  return aliasesInExpr(expr).flatMap((name) => {
    const aside = asides.get(name);
    return aside ? namesIn(aside, asides) : [name];
  });
}

/** Whether conditions of a formula of groups contain computations, which no field of single rows can represent. */
export function usesGroups(doc: QueryDocument, model: Model, asides: HelperFields = new Map()): boolean {
  return [...asides.values()].some((aside) => asGroupFormula(doc, model, aside) !== undefined);
}

interface Fields {
  readonly root: string;
  readonly fields: ReadonlyMap<string, FieldPath>;
  readonly asides: HelperFields;
}

/** The hidden field for a condition's computation: an existing one, or a new one. */
function withHelper(
  doc: QueryDocument,
  model: Model,
  known: Fields,
  name: string,
  aside: Expr,
): { readonly doc: QueryDocument; readonly alias: string } {
  const made = withReferences(doc, model, known, aside);
  const written = JSON.stringify(made.expr);
  const present = attributesOf(made.doc, model).find(
    ({ attribute }) => isHelper(attribute.alias) && JSON.stringify(attribute.expr) === written,
  );
  if (present) return { doc: made.doc, alias: present.attribute.alias };
  const alias = uniqueName(name, aliasesInUse(made.doc));
  const node: AttributeNode = { id: alias, alias, selected: false, expr: made.expr };
  return {
    doc: editAt(made.doc, model, { root: known.root, steps: [] }, (items) => [...items, node]),
    alias,
  };
}

/** Gives every field in the expression an alias in the document. */
function withReferences(
  doc: QueryDocument,
  model: Model,
  known: Fields,
  expr: Expr,
): { readonly doc: QueryDocument; readonly expr: Expr } {
  const aliases = new Map<string, string>();
  let next = doc;
  for (const label of aliasesInExpr(expr)) {
    const aside = known.asides.get(label);
    if (aside) {
      const made = withHelper(next, model, known, label, aside);
      next = made.doc;
      aliases.set(label, made.alias);
      continue;
    }
    const path = known.fields.get(label);
    if (!path) continue;
    const reference = ensureAttribute(next, model, path);
    next = reference.doc;
    aliases.set(label, reference.alias);
  }
  return { doc: next, expr: renameExpr(expr, (label) => aliases.get(label) ?? label) };
}

/** Adds a computed field, or changes its formula. `expr` refers to fields by their labels. */
export function setComputed(
  doc: QueryDocument,
  model: Model,
  root: string,
  field: {
    readonly name: string;
    readonly expr: Expr;
    readonly asides?: HelperFields | undefined;
    readonly replaces?: string | undefined;
  },
  fields = formulaFields(doc, model),
): QueryDocument {
  const group = asGroupFormula(doc, model, field.expr);
  const known = { root, fields, asides: field.asides ?? new Map() };
  const made = group ? { doc, expr: group.perGroup } : withReferences(doc, model, known, field.expr);
  if (field.replaces !== undefined) {
    const change = (item: AttributeNode): AttributeNode => {
      if (item.alias !== field.replaces) return item;
      const { expr: _, perGroup: __, summaries, ...rest } = item;
      if (group) return { ...rest, selected: true, perGroup: made.expr };
      return {
        ...rest,
        ...(summaries ? { summaries } : {}),
        expr: made.expr,
        selected: item.perGroup ? false : item.selected,
      };
    };
    return prune(
      editAt(made.doc, model, { root, steps: [] }, (items) =>
        items.map((item) => ('entity' in item ? item : change(item))),
      ),
    );
  }
  const columns = resultColumns(made.doc, model).map(({ id }) => id);
  const alias = uniqueName(field.name, new Set([...aliasesInUse(made.doc), ...columns]));
  const node: AttributeNode = group
    ? { id: alias, alias, selected: true, perGroup: made.expr }
    : // Another group field would change the groups, so in a grouped query the field stays hidden until it is measured.
      { id: alias, alias, selected: !doc.grouped, expr: made.expr };
  return editAt(made.doc, model, { root, steps: [] }, (items) => [...items, node]);
}

export function deleteComputed(doc: QueryDocument, alias: string): QueryDocument {
  return prune(dropAttribute(doc, alias), new Set([alias]));
}

/** A query for the formula's first values, independent of the rest of the query. */
export function previewOf(
  doc: QueryDocument,
  model: Model,
  root: string,
  expr: Expr,
  asides: HelperFields = new Map(),
): QueryDocument {
  if (asGroupFormula(doc, model, expr)) return setComputed(doc, model, root, { name: 'preview', expr });
  // Named as in the whole query, where the fields of several roots have distinct names.
  const fields = formulaFields(doc, model);
  const named = new Set([root, ...namesIn(expr, asides).flatMap((label) => fields.get(label)?.root ?? [])]);
  const bare: QueryDocument = {
    ...emptyBeside(doc),
    entities: doc.entities.flatMap((node) =>
      named.has(node.alias) ? [{ ...node, attributes: computedOf(node.attributes) }] : [],
    ),
  };
  const ready = attributesOf(doc, model)
    .filter(({ path, attribute }) => named.has(path.root) && !attribute.bucket && !derivation(attribute))
    .reduce((next, { path }) => ensureAttribute(next, model, path).doc, bare);
  return pruneParameters(setComputed(ready, model, root, { name: 'preview', expr, asides }, fields));
}

/** Other computed fields and measures, which a formula may use, too. */
function computedOf(items: QueryDocument['entities'][number]['attributes']): readonly AttributeNode[] {
  return items.flatMap((item): AttributeNode[] => {
    const derived = 'entity' in item ? undefined : derivation(item);
    return derived && !('entity' in item)
      ? [{ id: item.id, alias: item.alias, selected: false, ...derived }]
      : [];
  });
}
