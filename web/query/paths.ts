// Paths: from a root entity along relations to a field, independent of how the document nests them.
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import {
  type AttributeNode,
  type EntityNode,
  isNested,
  type NodeRelation,
  type QueryDocument,
  type Step,
} from './document.ts';
import { typeOfExpr } from './exprTypes.ts';

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

/** The step as a nested node writes it. */
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

/** The relation that a nested node of a document stands for. */
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

/** The entities along the path, the root's first; undefined where the schema has no such way. */
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

/** Whether following the path may give several records for one of the root. */
export function multiplies(model: Model, rootEntity: string, steps: readonly Step[]): boolean {
  let entity = model.entities.get(rootEntity);
  return steps.some((step) => {
    const relation = relationOf(entity, step);
    entity = model.entities.get(step.entity);
    return relation?.type === 'one2many';
  });
}

export interface Visit {
  readonly attribute: AttributeNode;
  readonly path: FieldPath;
  readonly entity: Entity;
  readonly column: Column;
  /** The relations followed to get here. */
  readonly relations: readonly Relation[];
}

/** A computed field as the column that it is to whoever looks at the result. */
function computedColumn({ alias, expr, over }: AttributeNode, known: readonly Visit[]): Column {
  const typeOf = (name: string) => known.find(({ attribute }) => attribute.alias === name)?.column.type;
  return {
    name: alias,
    label: alias,
    type: expr ? typeOfExpr(expr, typeOf) : over?.fn === 'rank' ? 'integer' : 'numeric',
    nativeType: '',
    nullable: true,
    comment: null,
    inKey: false,
    pointsTo: undefined,
  };
}

/** Every attribute of the document that the schema knows, in the order in which it stands there. */
export function attributesOf(doc: QueryDocument, model: Model): readonly Visit[] {
  const found: Visit[] = [];
  function walk(
    node: EntityNode,
    root: string,
    steps: readonly Step[],
    relations: readonly Relation[],
  ): void {
    const entity = model.entities.get(node.id);
    if (!entity) return;
    for (const item of node.attributes) {
      if (isNested(item)) {
        const relation = relationOfNode(entity, item.entity);
        if (relation) walk(item.entity, root, [...steps, stepOf(relation)], [...relations, relation]);
        continue;
      }
      const isComputed = item.expr !== undefined || item.over !== undefined;
      const column = isComputed ? computedColumn(item, found) : entity.column.get(item.id);
      if (!column) continue;
      found.push({ attribute: item, path: { root, steps, attribute: item.id }, entity, column, relations });
    }
  }
  for (const root of doc.entities) walk(root, root.alias, [], []);
  return found;
}

/** The computed fields of a root. */
export function computedColumns(doc: QueryDocument, model: Model, root: string): readonly Column[] {
  return attributesOf(doc, model)
    .filter(({ attribute, path }) => attribute.expr && path.root === root && path.steps.length === 0)
    .map(({ column }) => column);
}

/** The names in the document that this database does not have: a link may be older than the schema. */
export function unknownNames(doc: QueryDocument, model: Model): readonly string[] {
  const unknown: string[] = [];
  function walk(node: EntityNode): void {
    const entity = model.entities.get(node.id);
    if (!entity) {
      unknown.push(node.id);
      return;
    }
    for (const item of node.attributes) {
      if (!isNested(item)) {
        if (!item.expr && !item.over && !entity.column.has(item.id)) unknown.push(`${node.id}.${item.id}`);
      } else if (relationOfNode(entity, item.entity)) walk(item.entity);
      else unknown.push(`${node.id} → ${item.entity.id}`);
    }
  }
  doc.entities.forEach(walk);
  return unknown;
}

/** Human names of the way: Album › Artist. Empty for a field of the root itself. */
export function wayLabel(model: Model, rootEntity: string, steps: readonly Step[]): readonly string[] {
  let entity = model.entities.get(rootEntity);
  return steps.map((step) => {
    const label = relationOf(entity, step)?.label ?? step.entity;
    entity = model.entities.get(step.entity);
    return label;
  });
}
