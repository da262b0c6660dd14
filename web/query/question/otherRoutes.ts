// If several relations lead from one entity to another, and the words name none of them, each may be meant.
import type { Entity, Model, Relation } from '../../model/model.ts';
import type { EntityNode, QueryDocument } from '../document.ts';
import { junctionEnds } from '../find.ts';
import { attributesOf } from '../paths.ts';
import { nameParts, stem } from './vocabulary.ts';

/**
 * The models in which another relation takes the place of one that the query follows although the words do not name
 * it: a question asked of them gives the other readings.
 */
export function modelsOfOtherRoutes(
  model: Model,
  doc: QueryDocument,
  words: readonly string[],
): readonly Model[] {
  const followed = nodesIn(doc);
  const selected = attributesOf(doc, model).filter(({ attribute }) => attribute.selected);
  const shown = new Set(selected.map(({ entity, column }) => columnKey(entity, column.name)));
  const isUsed = (entity: Entity, relation: Relation) =>
    followed.some((node) => isFollowed(relation, node)) ||
    (relation.type === 'many2one' && shown.has(columnKey(entity, relation.own[0] ?? '')));
  const stems = new Set(words.map(stem));
  return [...model.entities.values()].flatMap((entity) => {
    const used = entity.relations.filter((relation) => isUsed(entity, relation));
    const byOthers = used.flatMap((relation) => {
      const others = entity.relations.filter((other) => isAlternative(relation, other));
      // A search for a text looks along all of them.
      if (isNamed(relation, stems) || others.some((other) => isUsed(entity, other))) return [];
      return others.map((kept) => withOnly(model, entity, [relation, ...others], kept));
    });
    const byLinks = used
      .filter((relation) => isLinkedToo(model, entity, relation) && !isRoleNamed(model, relation, stems))
      .map((relation) => withOnly(model, entity, [relation], undefined));
    return [...byOthers, ...byLinks];
  });
}

/** Whether junction records connect both, too: an employee leads some projects, and is assigned to others. */
function isLinkedToo(model: Model, { relations }: Entity, { type, entity }: Relation): boolean {
  const links = relations.flatMap((link) =>
    link.type === 'one2many' ? (model.entities.get(link.entity) ?? []) : [],
  );
  return (
    type === 'one2many' &&
    links.some((link) => junctionEnds(link).some((end) => end.entity === entity && link.name !== entity))
  );
}

/** Whether the words say what the related records call the record itself. */
function isRoleNamed(model: Model, { entity, other }: Relation, stems: ReadonlySet<string>): boolean {
  const back = model.entities.get(entity)?.relations;
  return (
    back?.some((one) => one.type === 'many2one' && one.own.join() === other.join() && isNamed(one, stems)) ??
    false
  );
}

const columnKey = (entity: Entity, column: string) => JSON.stringify([entity.name, column]);

/** The related entities anywhere in the query, including those of measures and filters. */
function nodesIn(part: unknown): readonly EntityNode[] {
  if (typeof part !== 'object' || part === null) return [];
  return [...(isEntityNode(part) ? [part] : []), ...Object.values(part).flatMap(nodesIn)];
}

function isEntityNode(part: object): part is EntityNode {
  return 'attributes' in part && 'relation' in part && part.relation !== null;
}

function isFollowed({ own, entity, other }: Relation, { id, relation: link }: EntityNode): boolean {
  if (link === null || entity !== id || own[0] !== link.attr_parent) return false;
  return link.attr_child === undefined || other[0] === link.attr_child;
}

function isNamed({ label }: Relation, stems: ReadonlySet<string>): boolean {
  return nameParts(label).every((part) => stems.has(stem(part)));
}

function isAlternative(relation: Relation, other: Relation): boolean {
  return other !== relation && other.type === relation.type && other.entity === relation.entity;
}

function withOnly(
  model: Model,
  entity: Entity,
  among: readonly Relation[],
  kept: Relation | undefined,
): Model {
  const isHidden = (relation: Relation) => relation !== kept && among.includes(relation);
  const relations = entity.relations.filter((relation) => !isHidden(relation));
  // Words find a column by its label; the query that shows it anyway remains the same.
  const columns = entity.columns.map((column) =>
    column.pointsTo && isHidden(column.pointsTo) ? { ...column, label: '', pointsTo: undefined } : column,
  );
  const column = new Map(columns.map((one) => [one.name, one]));
  const limited = { ...entity, relations, columns, column };
  return { ...model, entities: new Map(model.entities).set(entity.name, limited) };
}
