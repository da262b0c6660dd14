// Edits of which groups are shown: those whose measures match conditions, or the top N.
import type { Condition, QueryDocument, Top } from '../document.ts';

/** Adds a condition on a measure of the groups, or replaces an existing one. */
export function setHaving(doc: QueryDocument, rule: Condition, place?: number): QueryDocument {
  const { entries } = doc.having.cond;
  const changed = place === undefined ? [...entries, rule] : entries.with(place, rule);
  return { ...doc, having: { cond: { with: 'AND', entries: changed } } };
}

export function removeHaving(doc: QueryDocument, place: number): QueryDocument {
  return { ...doc, having: { cond: { with: 'AND', entries: doc.having.cond.entries.toSpliced(place, 1) } } };
}

/** Conditions on groups and the top N exclude groups that still have rows. */
export function hasAllGroups({ top, having }: QueryDocument): boolean {
  return top === undefined && having.cond.entries.length === 0;
}

/** Undefined shows all groups again. */
export function setTop(doc: QueryDocument, top: Top | undefined): QueryDocument {
  const { top: _, ...rest } = doc;
  if (!top) return rest;
  const nulls = top.nulls && { nulls: top.nulls };
  return { ...rest, top, order: [{ alias: top.by, asc: top.asc, ...nulls }] };
}
