// Finds the entity and the relation that a node's names refer to.
import type { EntityNode } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Entity, Relation, VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { invalid } from './problems.ts';

export function findEntity(database: VisibleDatabase, id: string, pointer: string): VisibleEntity {
  const entity = database.entities.get(id);
  if (entity) return entity;
  const allowed = [...database.entities.keys()];
  throw invalid(`There is no entity called "${id}".${didYouMean(id, allowed)}`, {
    pointer,
    allowed,
    unknownName: true,
  });
}

export function resolveRelation(
  database: VisibleDatabase,
  parent: Entity,
  node: EntityNode,
  pointer: string,
): { entity: VisibleEntity; relation: Relation } {
  const entity = findEntity(database, node.id, pointerTo(pointer, 'id'));
  const between = parent.relations.filter((relation) => relation.entity === entity.name);
  const parents = [...new Set(between.flatMap(({ ownColumns }) => ownColumns.map(({ name }) => name)))];
  const at = pointerTo(pointer, 'relation');
  const attrParent = node.relation?.attr_parent;
  if (attrParent === undefined) {
    throw invalid(
      `A related entity needs relation.attr_parent, the attribute of ${parent.name} that leads to ${entity.name}.`,
      { pointer: at, allowed: parents },
    );
  }
  const throughParent = through(between, attrParent);
  if (throughParent.length === 0) {
    throw noRelation(parent, entity, attrParent, parents, pointerTo(at, 'attr_parent'));
  }
  const attrChild = node.relation?.attr_child;
  const fitting =
    attrChild === undefined ? distinct(throughParent) : byChild(throughParent, attrParent, attrChild);
  const [relation] = fitting;
  if (relation === undefined) {
    const children = otherNames(throughParent);
    throw invalid(
      `No relation leads from ${parent.name}.${attrParent} to ${entity.name}.${attrChild}.${didYouMean(attrChild ?? '', children)}`,
      { pointer: pointerTo(at, 'attr_child'), allowed: children, unknownName: true },
    );
  }
  if (fitting.length > 1) {
    const telling = otherNames(fitting).filter((name) => byChild(fitting, attrParent, name).length === 1);
    // Keys that share columns on both sides are told apart by another column of the parent.
    const others = parents.filter((name) => distinct(through(between, name)).length === 1);
    const [remedy, allowed] =
      telling.length > 0
        ? ['tell them apart by relation.attr_child', telling]
        : ['name another relation.attr_parent', others];
    throw new Problem(
      'ambiguous-relation',
      `Several relations lead from ${parent.name}.${attrParent} to ${entity.name}: ${remedy}.`,
      { pointer: at, allowed },
    );
  }
  return { entity, relation };
}

function through(relations: readonly Relation[], attrParent: string): Relation[] {
  return relations.filter(({ ownColumns }) => ownColumns.some(({ name }) => name === attrParent));
}

/** The relations that pair the two attributes; if there are none, those that use the child's attribute elsewhere. */
function byChild(relations: readonly Relation[], attrParent: string, attrChild: string): Relation[] {
  const paired = relations.filter(
    ({ ownColumns, otherColumns }) =>
      otherColumns[ownColumns.findIndex(({ name }) => name === attrParent)]?.name === attrChild,
  );
  if (paired.length > 0) return distinct(paired);
  return distinct(
    relations.filter(({ otherColumns }) => otherColumns.some(({ name }) => name === attrChild)),
  );
}

function otherNames(relations: readonly Relation[]): string[] {
  return [...new Set(relations.flatMap(({ otherColumns }) => otherColumns.map(({ name }) => name)))];
}

/** A key declared twice is one relation. */
function distinct(relations: readonly Relation[]): Relation[] {
  const names = (columns: Relation['ownColumns']) => columns.map(({ name }) => name);
  return [
    ...new Map(
      relations.map((relation) => [
        JSON.stringify([relation.kind, names(relation.ownColumns), names(relation.otherColumns)]),
        relation,
      ]),
    ).values(),
  ];
}

function noRelation(
  parent: Entity,
  entity: Entity,
  attribute: string,
  allowed: readonly string[],
  pointer: string,
): Problem {
  const hint = didYouMean(attribute, allowed);
  const reason = allowed.length === 0 ? ' The two are not related.' : hint;
  return invalid(`${parent.name}.${attribute} does not lead to ${entity.name}.${reason}`, {
    pointer,
    allowed,
    unknownName: true,
  });
}
