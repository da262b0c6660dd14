// Names in a document that this database does not have: a link may be older than the schema.
import type { Entity, Model } from '../model/model.ts';
import { type EntityNode, followsGroups, isNested, type QueryDocument } from './document.ts';
import { relationOfNode } from './paths.ts';

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
        if (item.rollup) step(entity, item.rollup.entity);
        else if (!item.expr && !followsGroups(item) && !entity.column.has(item.id))
          unknown.push(`${node.id}.${item.id}`);
      } else step(entity, item.entity);
    }
  }
  function step(from: Entity, node: EntityNode): void {
    if (relationOfNode(from, node)) walk(node);
    else unknown.push(`${from.name} → ${node.id}`);
  }
  doc.entities.forEach(walk);
  return unknown;
}
