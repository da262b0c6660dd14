// The related records of a measure as a query of their own, with the same paths to its fields as in the outer query.
import { emptyDocument, isNested, type QueryDocument, type Rollup, type RootNode } from '../document.ts';

export function relatedQuery(
  root: RootNode,
  { entity, where, order = [] }: Pick<Rollup, 'entity' | 'where' | 'order'>,
): QueryDocument {
  return { ...emptyDocument, entities: [{ ...root, attributes: [{ entity }] }], where, order };
}

/** Writes that query back as the measure over the related records, or the condition on them. */
export function withRelated<T extends Pick<Rollup, 'entity' | 'where'>>(
  rollup: T,
  related: QueryDocument,
): T {
  const item = related.entities[0]?.attributes[0];
  return item && isNested(item) ? { ...rollup, entity: item.entity, where: related.where } : rollup;
}
