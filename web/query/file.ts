// The content of a file export: the screen's columns, in their order and with their names.
import type { Model, Relation } from '../model/model.ts';
import { fieldLabel, type ResultColumn, resultColumns, shownColumns } from './columns.ts';
import {
  type AttributeNode,
  derivation,
  type EntityNode,
  followsGroups,
  type NodeRelation,
  type QueryDocument,
  type RootNode,
} from './document.ts';
import { renameNode, renameRules, renameTop } from './fileNames.ts';
import { aliasesInExpr } from './formula/exprTypes.ts';
import { fieldsFirst, withoutHiddenMeasures } from './groups/groupColumns.ts';
import { attributesOf, linkOf, type Visit } from './paths.ts';
import { aliasesInFilters, aliasesInUse, measureId, uniqueName } from './references.ts';
import { groupAliases, sentFor, toUniGrid, type UniGrid } from './request.ts';
import { MAX_LABELLED_COLUMNS, shownOrder, withNameOrder } from './rows.ts';
import { tiedOrder, tiedOver, tiedTop } from './ties.ts';

/** An attribute and its position. */
interface PlacedAttribute {
  readonly root: string;
  readonly relations: readonly Relation[];
  readonly node: AttributeNode;
}

interface NestedNode {
  readonly entity: EntityNode & { readonly attributes: Array<AttributeNode | NestedNode> };
}
type NestedNodes = Array<AttributeNode | NestedNode>;

/** The service limits the number of joins. Beyond that, fields are grouped by entity instead of keeping their order. */
const MAX_JOINS = 48;

function isSameLink(link: NodeRelation | null, relation: Relation): boolean {
  const own = linkOf(relation);
  return link?.attr_parent === own.attr_parent && link.attr_child === own.attr_child;
}

/**
 * The columns of an answer follow the request, which nests related fields in their entity. To keep a column between two
 * fields of a parent, the parent is joined twice, which is harmless; a one2many would multiply the rows.
 */
function nestAttributes(
  roots: readonly RootNode[],
  wanted: readonly PlacedAttribute[],
  /** The fields whose columns are in an order of their own. */
  isAnywhere: (alias: string) => boolean,
): readonly RootNode[] {
  const trees = new Map(roots.map(({ alias }): [string, NestedNodes] => [alias, []]));
  const many = new Map<string, NestedNodes>();
  let joins = 0;
  // Related records are joined where the first of their other columns is.
  const byPlace = Object.groupBy(wanted, ({ node }) => (isAnywhere(node.alias) ? 'later' : 'first'));
  for (const { root, relations, node } of [...(byPlace.first ?? []), ...(byPlace.later ?? [])]) {
    const key = (length: number) =>
      JSON.stringify([
        root,
        relations.slice(0, length).map(({ own, entity, other }) => [own, entity, other]),
      ]);
    let start = relations.length;
    while (start > 0 && !many.has(key(start))) start--;
    let here = many.get(key(start)) ?? trees.get(root) ?? [];
    for (let i = start; i < relations.length; i++) {
      const relation = relations[i];
      if (!relation) break;
      const fits = (item: AttributeNode | NestedNode | undefined): item is NestedNode =>
        item !== undefined &&
        'entity' in item &&
        item.entity.id === relation.entity &&
        isSameLink(item.entity.relation, relation);
      const isPlaced = (node.selected || node.summaries) && !isAnywhere(node.alias);
      let nest = (isPlaced && joins < MAX_JOINS ? [here.at(-1)] : here).find(fits);
      if (!nest) {
        joins++;
        nest = { entity: { id: relation.entity, relation: linkOf(relation), attributes: [] } };
        here.push(nest);
      }
      here = nest.entity.attributes;
      if (relation.type === 'one2many') many.set(key(i + 1), here);
    }
    here.push(node);
  }
  return roots.map((root) => ({ ...root, attributes: trees.get(root.alias) ?? [] }));
}

/** Makes names unique. */
function uniqueNamer(taken: Iterable<string>): (wanted: string) => string {
  const used = new Set(taken);
  return (wanted) => {
    const name = uniqueName(wanted, used);
    used.add(name);
    return name;
  };
}

interface NameField {
  readonly root: string;
  readonly relations: readonly Relation[];
  readonly id: string;
  readonly label: string;
  readonly keyLabel: string;
}

/** The name fields of the record behind a foreign key, which the screen shows instead. */
function nameFields(
  doc: QueryDocument,
  model: Model,
  column: ResultColumn,
  visit: Visit,
): readonly NameField[] {
  const relation = column.kind === 'field' && !column.bucket ? column.pointsTo : undefined;
  const target = model.entities.get(relation?.entity ?? '');
  if (!relation || !target) return [];
  const fields = target.labelColumns;
  return fields.map((id) => ({
    root: visit.path.root,
    relations: [...visit.relations, relation],
    id,
    label: fields.length > 1 ? `${column.label} › ${target.column.get(id)?.label ?? id}` : column.label,
    keyLabel: fieldLabel(doc, model, visit.path),
  }));
}

/**
 * Converts the start of a period of instants to the screen's time zone: in a spreadsheet, which ignores offsets,
 * January would otherwise begin in December. An hour remains an instant, since some hours occur twice.
 */
function periodOfInstants(
  { attribute, column }: Visit,
  alias: string,
  unique: (wanted: string) => string,
): readonly AttributeNode[] | undefined {
  const { id, bucket, summaries, selected } = attribute;
  if (!column.isInstant || bucket === undefined || bucket === 'hour' || summaries) return undefined;
  // Not an alias of the document, which would be renamed.
  const instant: AttributeNode = { id, alias: unique(`${alias}: ${id}`), selected: false };
  const args = [{ alias: instant.alias }, { value: bucket }];
  return [instant, { id: alias, alias, selected, expr: { fn: 'TRUNCATE', args } }];
}

/** What the service is going to call the measures of a grouped query. */
function measureNames(doc: QueryDocument, model: Model): readonly string[] {
  if (!doc.grouped) return [];
  return attributesOf(doc, model).flatMap(({ attribute, path }) =>
    (attribute.summaries ?? []).map((summary) => measureId(summary, fieldLabel(doc, model, path))),
  );
}

/** A query with the columns of a file. */
export interface FileQuery {
  readonly unigrid: UniGrid;
  /** The screen's names for columns that the service names itself: the measures. */
  readonly headings: Readonly<Record<string, string>>;
}

/** Lists are omitted, since a file's cell holds a single value. */
export function toFile(doc: QueryDocument, model: Model, now: Date): FileQuery {
  return fileOf(withoutHiddenMeasures(doc, model), model, now).file;
}

/** The file's query, and the names of the screen's columns in it. */
export function fileOf(
  doc: QueryDocument,
  model: Model,
  now: Date,
  /** A column to be left as the service returns it: without record names, and with periods as instants. */
  unnamed?: string,
): { readonly file: FileQuery; readonly nameOf: (id: string) => string } {
  const visits = new Map(attributesOf(doc, model).map((visit) => [visit.attribute.alias, visit]));
  // Hidden columns of a group are kept, because without them the groups would change.
  const all = resultColumns(doc, model);
  const columns = doc.grouped ? fieldsFirst(all) : shownColumns(doc, model);
  // Aliases inside filters on related records are not renamed.
  const unique = uniqueNamer([...aliasesInUse({ ...doc, entities: [] }), ...measureNames(doc, model)]);
  const names = new Map<string, string>();
  const recordNames = new Map<string, string[]>();
  const wanted: PlacedAttribute[] = [];
  const group: string[] = [];
  let named = 0;

  /** Adds the names of the records behind a foreign key. */
  function addNames(alias: string, fields: readonly NameField[], selected: boolean): readonly string[] {
    const added = fields.map(({ root, relations, id, label }) => {
      const own = unique(label);
      wanted.push({ root, relations, node: { id, alias: own, selected } });
      return own;
    });
    if (added.length > 0) recordNames.set(alias, added);
    return added;
  }

  for (const column of columns) {
    const visit = column.kind === 'list' ? undefined : visits.get(column.alias);
    if (!visit || names.has(visit.attribute.alias)) continue;
    const { attribute, path, relations } = visit;
    const isNamed = named < MAX_LABELLED_COLUMNS && column.id !== unnamed;
    const labels = isNamed ? nameFields(doc, model, column, visit) : [];
    if (labels.length > 0) named++;
    group.push(...addNames(attribute.alias, labels, true));
    const own = column.kind === 'measure' ? fieldLabel(doc, model, path) : column.label;
    const alias = unique(labels[0]?.keyLabel ?? own);
    names.set(attribute.alias, alias);
    const { summaries: _, ...bare } = attribute;
    const kept = doc.grouped ? attribute : bare;
    const isDerived = derivation(attribute) || followsGroups(attribute);
    const place = { root: path.root, relations };
    const isWritten = doc.grouped && !isDerived && column.id !== unnamed;
    const period = isWritten ? periodOfInstants(visit, alias, unique) : undefined;
    const nodes = period ?? [{ ...kept, ...(isDerived ? { id: alias } : {}), alias }];
    wanted.push(...nodes.map((node) => ({ ...place, node })));
    if (column.kind === 'field') group.push(alias);
  }

  const formulas = [...visits.values()].flatMap(({ attribute: { expr } }) =>
    expr ? aliasesInExpr(expr) : [],
  );
  const needed = new Set([
    ...aliasesInFilters(doc.where),
    ...doc.order.map(({ alias }) => alias),
    ...formulas,
  ]);
  for (const [alias, visit] of visits) {
    const { attribute, path, relations } = visit;
    if (names.has(alias)) continue;
    // Rows that repeat on the screen repeat in the file, even if the column that causes it is hidden.
    const repeats = attribute.selected && relations.some(({ type }) => type === 'one2many');
    if (!needed.has(alias) && !repeats) continue;
    // A hidden foreign key still sorts by what it would show.
    const hidden = doc.order.some((key) => key.alias === alias)
      ? all.find((column) => column.id === alias)
      : undefined;
    if (hidden && named < MAX_LABELLED_COLUMNS) addNames(alias, nameFields(doc, model, hidden, visit), false);
    const name = unique(alias);
    names.set(alias, name);
    wanted.push({
      root: path.root,
      relations,
      node: {
        id: attribute.id,
        alias: name,
        selected: false,
        ...derivation(attribute),
      },
    });
  }

  for (const { attribute } of visits.values()) {
    const name = names.get(attribute.alias);
    if (name === undefined) continue;
    for (const summary of attribute.summaries ?? []) {
      names.set(measureId(summary, attribute.alias), measureId(summary, name));
    }
  }
  const { entities: _, group: __, order: ___, where, having, top, ...rest } = toUniGrid(doc, now);
  const groupFields = doc.grouped ? groupAliases(doc) : [];
  const tiesOf = (aliases: readonly string[]) => aliases.map((alias) => names.get(alias) ?? alias);
  const ties = tiesOf(groupFields);
  const order = withNameOrder(shownOrder(doc, model), (alias) => recordNames.get(alias));
  const measures = columns.filter(({ kind }) => kind === 'measure');
  const file: FileQuery = {
    unigrid: {
      ...rest,
      entities: nestAttributes(
        doc.entities,
        wanted.map(({ node, ...place }) => ({ ...place, node: tiedOver(renameNode(node, names), ties) })),
        (alias) => doc.grouped && group.includes(alias),
      ).map((root) => sentFor(doc, root, now)),
      ...(where ? { where: renameRules(where, names) } : {}),
      order: tiedOrder(
        order.map((key) => ({ ...key, alias: names.get(key.alias) ?? key.alias })),
        // The values across a pivot are no rows.
        tiesOf(groupFields.filter((alias) => alias !== unnamed)),
      ),
      ...(doc.grouped ? { group } : {}),
      ...(having ? { having: renameRules(having, names) } : {}),
      ...(top ? { top: tiedTop(renameTop(top, names), ties) } : {}),
    },
    headings: Object.fromEntries(measures.map(({ id, label }) => [names.get(id) ?? id, label])),
  };
  return { file, nameOf: (id) => names.get(id) ?? id };
}
