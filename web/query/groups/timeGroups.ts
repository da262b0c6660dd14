// Groups by a part of a date, such as the day of the week: a computed field in place of the date itself.
import type { BucketName } from '../../../src/contract/buckets.ts';
import { t } from '../../messages/index.ts';
import type { Model } from '../../model/model.ts';
import type { TimePart } from '../../values/timeParts.ts';
import { fieldLabel } from '../columns.ts';
import type { AttributeNode, Expr, QueryDocument } from '../document.ts';
import { dropAttribute, editAt, ensureAttribute, mapAttribute } from '../edits.ts';
import { addRule } from '../filters/rules.ts';
import { datePartOf } from '../formula/exprTypes.ts';
import { attributesOf, type FieldPath, pathKey, type Visit, visitOf } from '../paths.ts';
import { aliasesInUse, prune, uniqueName } from '../references.ts';
import { groupBy, setBucket } from './grouping.ts';

/** How the values of a date are grouped: by consecutive periods, or by recurring parts. */
export type TimeGroup = { readonly bucket: BucketName | undefined } | { readonly part: TimePart };

/** The date behind a group field: the field itself, or the one that it is a part of. */
export function sourceMoment(doc: QueryDocument, model: Model, alias: string): Visit | undefined {
  const visit = visitOf(doc, model, alias);
  const part = datePartOf(visit?.attribute.expr);
  return part ? visitOf(doc, model, part.of) : visit;
}

/** Changes the period or part by which a date is grouped. */
export function setTimeGroup(
  doc: QueryDocument,
  model: Model,
  alias: string,
  group: TimeGroup,
): QueryDocument {
  const present = visitOf(doc, model, alias);
  const moment = sourceMoment(doc, model, alias);
  if (!present || !moment) return doc;
  const isPart = datePartOf(present.attribute.expr) !== undefined;
  if ('bucket' in group && !isPart) return setBucket(doc, alias, group.bucket);
  const bare = isPart ? dropAttribute(doc, alias) : mapAttribute(doc, alias, hidden);
  const changed =
    'part' in group
      ? withPart(bare, model, moment, group.part)
      : withMoment(bare, model, moment, group.bucket);
  return prune(changed, new Set(), new Set(), new Set([alias]));
}

function hidden({ bucket: _, ...node }: AttributeNode): AttributeNode {
  return { ...node, selected: false };
}

function withPart(
  doc: QueryDocument,
  model: Model,
  { attribute, path }: Visit,
  part: TimePart,
): QueryDocument {
  return addPart(doc, model, { path, of: attribute.alias, part, selected: true }).doc;
}

/** Adds the part as a computed field of the date's alias. */
function addPart(
  doc: QueryDocument,
  model: Model,
  field: {
    readonly path: FieldPath;
    readonly of: string;
    readonly part: TimePart;
    readonly selected: boolean;
  },
): { readonly doc: QueryDocument; readonly alias: string } {
  const { path, of, part, selected } = field;
  const alias = uniqueName(t.query.partOf(fieldLabel(doc, model, path), part), aliasesInUse(doc));
  const expr: Expr = { fn: 'PART', args: [{ alias: of }, { value: part }] };
  const node: AttributeNode = { id: alias, alias, selected, expr };
  return { doc: editAt(doc, model, { root: path.root, steps: [] }, (items) => [...items, node]), alias };
}

/** Only the rows of those days of the week, those months … */
export function narrowToPart(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  part: TimePart,
  values: readonly number[],
): QueryDocument {
  const moment = ensureAttribute(doc, model, path);
  const field = { path, of: moment.alias, part, selected: false };
  const { doc: added, alias } = addPart(moment.doc, model, field);
  const [value = '', ...others] = values.map(String);
  const rule =
    others.length > 0
      ? { name: 'IN', args: [{ alias }, { value: [value, ...others] }] }
      : { name: 'EQ', args: [{ alias }, { value }] };
  return addRule(added, [], { func: rule });
}

function withMoment(
  doc: QueryDocument,
  model: Model,
  { path }: Visit,
  bucket: BucketName | undefined,
): QueryDocument {
  const known = new Set(selectedAt(doc, model, pathKey(path)));
  const grouped = groupBy(doc, model, path);
  const added = selectedAt(grouped, model, pathKey(path)).find((alias) => !known.has(alias));
  return added === undefined ? grouped : setBucket(grouped, added, bucket);
}

function selectedAt(doc: QueryDocument, model: Model, key: string): readonly string[] {
  return attributesOf(doc, model)
    .filter(({ attribute, path }) => attribute.selected && pathKey(path) === key)
    .map(({ attribute }) => attribute.alias);
}
