// Paths: from a root entity along relations to a field, independent of how the document nests them.
import type { ModeType } from '../../src/contract/mode.ts';
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import {
  type AttributeNode,
  derivation,
  type EntityNode,
  followsGroups,
  isNested,
  type NodeRelation,
  type QueryDocument,
  type Rollup,
  type RootNode,
  rootOf,
  type Step,
} from './document.ts';
import { summaryTypes, typeOfExpr } from './formula/exprTypes.ts';
import { isHelper } from './formula/helperFields.ts';
import { differenceOf, filterSummary } from './groups/measureNames.ts';
import { relatedQuery } from './groups/related.ts';
import { measureId } from './references.ts';

export interface NodePath {
  /** The alias of the root entity. */
  readonly root: string;
  readonly steps: readonly Step[];
}

export interface FieldPath extends NodePath {
  readonly attribute: string;
}

export function stepOf(relation: Relation): Step {
  return { own: relation.own[0] ?? '', entity: relation.entity, other: relation.other[0] ?? '' };
}

/** The step in the form of a nested node. */
export function linkOf(relation: Relation): NodeRelation {
  const { own, other } = stepOf(relation);
  return relation.ambiguous ? { attr_parent: own, attr_child: other } : { attr_parent: own };
}

export function sameStep(a: Step, b: Step): boolean {
  return a.own === b.own && a.entity === b.entity && a.other === b.other;
}

export function pathKey(path: NodePath | FieldPath): string {
  const steps = path.steps.map(({ own, entity, other }) => [own, entity, other]);
  return JSON.stringify([path.root, steps, 'attribute' in path ? path.attribute : null]);
}

export function relationOf(entity: Entity | undefined, step: Step): Relation | undefined {
  return entity?.relations.find(
    ({ own, other, entity: target }) =>
      own[0] === step.own && target === step.entity && other[0] === step.other,
  );
}

/** The relation of a nested node. */
export function relationOfNode(parent: Entity | undefined, node: EntityNode): Relation | undefined {
  const link = node.relation;
  if (!link) return undefined;
  return parent?.relations.find(
    ({ own, other, entity }) =>
      entity === node.id &&
      own[0] === link.attr_parent &&
      (link.attr_child === undefined || other[0] === link.attr_child),
  );
}

/** The entities along the path, the root's first; undefined if the schema has no such path. */
export function entitiesAlong(
  model: Model,
  rootEntity: string,
  steps: readonly Step[],
): Entity[] | undefined {
  let entity = model.entities.get(rootEntity);
  if (!entity) return undefined;
  const along = [entity];
  for (const step of steps) {
    if (!relationOf(entity, step)) return undefined;
    entity = model.entities.get(step.entity);
    if (!entity) return undefined;
    along.push(entity);
  }
  return along;
}

/** The relations along the path; undefined if the schema has no such path. */
export function relationsAlong(
  model: Model,
  rootEntity: string,
  steps: readonly Step[],
): readonly Relation[] | undefined {
  let entity = model.entities.get(rootEntity);
  const along: Relation[] = [];
  for (const step of steps) {
    const relation = relationOf(entity, step);
    if (!relation) return undefined;
    along.push(relation);
    entity = model.entities.get(step.entity);
  }
  return along;
}

/** Whether the path may lead to several records per root record. */
export function multiplies(model: Model, rootEntity: string, steps: readonly Step[]): boolean {
  let entity = model.entities.get(rootEntity);
  return steps.some((step) => {
    const relation = relationOf(entity, step);
    entity = model.entities.get(step.entity);
    return relation?.type === 'one2many';
  });
}

/**
 * The entity on the path whose records may share a record at the end, as lines share their invoice; undefined if each
 * record is reached once.
 */
export function reachedFromSeveral(
  model: Model,
  rootEntity: string,
  steps: readonly Step[],
): Entity | undefined {
  let entity = model.entities.get(rootEntity);
  for (const step of steps) {
    const relation = relationOf(entity, step);
    // If the foreign key is the whole primary key, each record has its own.
    const isOneEach =
      entity && entity.key.length > 0 && entity.key.every((one) => relation?.own.includes(one));
    if (relation?.type === 'many2one' && !isOneEach) return entity;
    entity = model.entities.get(step.entity);
  }
  return undefined;
}

/** How to count the records at the path by their key: each once, even if several others lead to it. */
export function countingAt(doc: QueryDocument, model: Model, path: FieldPath): 'count' | 'count_distinct' {
  const root = rootOf(doc, path.root)?.id ?? '';
  const [key, more] = model.entities.get(path.steps.at(-1)?.entity ?? '')?.key ?? [];
  const isKey = key === path.attribute && more === undefined;
  return isKey && reachedFromSeveral(model, root, path.steps) ? 'count_distinct' : 'count';
}

export interface Visit {
  readonly attribute: AttributeNode;
  readonly path: FieldPath;
  readonly entity: Entity;
  readonly column: Column;
  /** The relations followed to get here. */
  readonly relations: readonly Relation[];
  /** The related records' field that the attribute measures, with its path from the root. */
  readonly measured?: Visit;
}

/** The field that a measure uses. */
function measuredBy(root: RootNode, rollup: Rollup, model: Model): Visit | undefined {
  return visitOf(relatedQuery(root, rollup), model, rollup.of);
}

function derivedType(
  { expr, rollup, over, perGroup }: AttributeNode,
  known: readonly Visit[],
  measured: Visit | undefined,
): ModeType {
  const typeOf = (name: string) => known.find(({ attribute }) => attribute.alias === name)?.column.type;
  if (expr) return typeOfExpr(expr, typeOf);
  if (perGroup) return typeOfExpr(perGroup, (name) => typeOf(name) ?? measureType(known, name));
  if (rollup) return measured ? summaryTypes[rollup.summary](measured.column.type) : 'other';
  return over?.fn === 'rank' ? 'integer' : 'numeric';
}

/** The type of a group's measure, by its name. */
function measureType(known: readonly Visit[], name: string): ModeType | undefined {
  for (const { attribute, column } of known) {
    const summary = attribute.summaries?.find((one) => measureId(one, attribute.alias) === name);
    if (summary) return summaryTypes[summary](column.type);
  }
  return undefined;
}

/** A column object for a field that the database does not have. */
function derivedColumn({ alias, expr }: AttributeNode, type: ModeType, measured: Visit | undefined): Column {
  return {
    name: alias,
    label: alias,
    type,
    nativeType: '',
    choices: undefined,
    // Computations with dates give wall clock times; the latest of several instants is an instant.
    isInstant: type === 'datetime' && measured?.column.isInstant === true,
    nullable: !expr || !('value' in expr) || expr.value === null,
    default: null,
    generated: true,
    comment: null,
    inKey: false,
    isRowId: false,
    pointsTo: undefined,
    inReference: false,
  };
}

/** Every attribute of the document that the schema knows, in document order. */
export function attributesOf(doc: QueryDocument, model: Model): readonly Visit[] {
  const found: Visit[] = [];
  function walk(
    node: EntityNode,
    top: RootNode,
    steps: readonly Step[],
    relations: readonly Relation[],
  ): void {
    const root = top.alias;
    const entity = model.entities.get(node.id);
    if (!entity) return;
    for (const item of node.attributes) {
      if (isNested(item)) {
        const relation = relationOfNode(entity, item.entity);
        if (relation) walk(item.entity, top, [...steps, stepOf(relation)], [...relations, relation]);
        continue;
      }
      const isDerived = derivation(item) !== undefined || followsGroups(item);
      const measured = item.rollup && measuredBy(top, item.rollup, model);
      const column = isDerived
        ? derivedColumn(item, derivedType(item, found, measured), measured)
        : entity.column.get(item.id);
      if (!column) continue;
      found.push({
        attribute: item,
        path: { root, steps, attribute: item.id },
        entity,
        column,
        relations,
        ...(measured ? { measured } : {}),
      });
    }
  }
  for (const root of doc.entities) walk(root, root, [], []);
  return disambiguated(found);
}

/** The attribute with an alias, and its path. */
export function visitOf(doc: QueryDocument, model: Model, alias: string): Visit | undefined {
  return attributesOf(doc, model).find(({ attribute }) => attribute.alias === alias);
}

const relabelled = (visit: Visit, label: string): Visit => ({
  ...visit,
  column: { ...visit.column, label },
});

/**
 * Measures of the same field are named by what they cover, if that distinguishes them, and so are their differences.
 */
function disambiguated(found: readonly Visit[]): readonly Visit[] {
  const alike = Map.groupBy(found, ({ attribute: { rollup }, measured }) =>
    rollup && measured ? `${rollup.summary} ${pathKey(measured.path)}` : '',
  );
  const named = new Map<string, { readonly base: string; readonly words: string }>();
  for (const [key, twins] of alike) {
    const words = twins.map(({ attribute }) => attribute.rollup && filterSummary(attribute.rollup.where));
    if (key === '' || twins.length < 2 || new Set(words).size < twins.length) continue;
    const base = twins
      .map(({ attribute }) => attribute.alias)
      .reduce((a, b) => (b.length < a.length ? b : a));
    for (const [i, { attribute }] of twins.entries())
      named.set(attribute.alias, { base, words: words[i] ?? '' });
  }
  if (named.size === 0) return found;
  return found.map((visit) => {
    const own = named.get(visit.attribute.alias);
    if (own) return relabelled(visit, `${own.base} (${own.words})`);
    const [of, from] = differenceOf(visit.attribute.expr)?.map((alias) => named.get(alias)) ?? [];
    const isSameBase = of !== undefined && of.base === from?.base;
    return isSameBase ? relabelled(visit, `${of.base} (${of.words} − ${from.words})`) : visit;
  });
}

/** The computed fields of a root, and its measures of related records. */
export function derivedColumns(doc: QueryDocument, model: Model, root: string): readonly Column[] {
  return attributesOf(doc, model)
    .filter(({ attribute, path }) => derivation(attribute) && path.root === root && path.steps.length === 0)
    .filter(({ attribute }) => !isHelper(attribute.alias))
    .map(({ column }) => column);
}

/** Human names of the path: Album › Artist. Empty for a field of the root itself. */
export function pathLabels(model: Model, rootEntity: string, steps: readonly Step[]): readonly string[] {
  let entity = model.entities.get(rootEntity);
  return steps.map((step) => {
    const label = relationOf(entity, step)?.label ?? step.entity;
    entity = model.entities.get(step.entity);
    return label;
  });
}
