// Groups by a part of a moment, such as the day of the week: a computed field in the place of the moment itself.
import type { BucketName } from '../../src/contract/buckets.ts';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import type { TimePart } from '../values/timeParts.ts';
import { fieldLabel } from './columns.ts';
import type { AttributeNode, Expr, QueryDocument } from './document.ts';
import { dropAttribute, editAt, mapAttribute } from './edits.ts';
import { partOf } from './exprTypes.ts';
import { groupBy, setBucket } from './grouping.ts';
import { attributesOf, pathKey, type Visit } from './paths.ts';
import { aliasesInUse, prune, unused } from './references.ts';

/** What the values of a moment are put together by: periods one after the other, or parts that come round again. */
export type TimeGroup = { readonly bucket: BucketName | undefined } | { readonly part: TimePart };

function visitOf(doc: QueryDocument, model: Model, alias: string): Visit | undefined {
  return attributesOf(doc, model).find(({ attribute }) => attribute.alias === alias);
}

/** The moment behind a field of the group: the field itself, or the one that it is a part of. */
export function momentBehind(doc: QueryDocument, model: Model, alias: string): Visit | undefined {
  const visit = visitOf(doc, model, alias);
  const part = partOf(visit?.attribute.expr);
  return part ? visitOf(doc, model, part.of) : visit;
}

/** Puts the moment of a group together by other periods or parts. */
export function setTimeGroup(
  doc: QueryDocument,
  model: Model,
  alias: string,
  group: TimeGroup,
): QueryDocument {
  const present = visitOf(doc, model, alias);
  const moment = momentBehind(doc, model, alias);
  if (!present || !moment) return doc;
  const isPart = partOf(present.attribute.expr) !== undefined;
  if ('bucket' in group && !isPart) return setBucket(doc, alias, group.bucket);
  const bare = isPart ? dropAttribute(doc, alias) : mapAttribute(doc, alias, unseen);
  const changed =
    'part' in group
      ? withPart(bare, model, moment, group.part)
      : withMoment(bare, model, moment, group.bucket);
  return prune(changed, new Set(), new Set(), new Set([alias]));
}

function unseen({ bucket: _, ...node }: AttributeNode): AttributeNode {
  return { ...node, selected: false };
}

function withPart(
  doc: QueryDocument,
  model: Model,
  { attribute, path }: Visit,
  part: TimePart,
): QueryDocument {
  const wanted = t.query.partOf(fieldLabel(doc, model, path), part);
  const alias = unused(wanted, aliasesInUse(doc));
  const expr: Expr = { fn: 'PART', args: [{ alias: attribute.alias }, { value: part }] };
  const node: AttributeNode = { id: alias, alias, selected: true, expr };
  return editAt(doc, model, { root: path.root, steps: [] }, (items) => [...items, node]);
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
