// Edits that say which groups are shown: those that fit conditions on their measures, or the first of them.
import type { Condition, QueryDocument, Top } from '../document.ts';

/** Keeps the groups whose measure fits: by one more condition, or by another one in the place of one. */
export function setHaving(doc: QueryDocument, rule: Condition, place?: number): QueryDocument {
  const { entries } = doc.having.cond;
  const changed = place === undefined ? [...entries, rule] : entries.with(place, rule);
  return { ...doc, having: { cond: { with: 'AND', entries: changed } } };
}

export function removeHaving(doc: QueryDocument, place: number): QueryDocument {
  return { ...doc, having: { cond: { with: 'AND', entries: doc.having.cond.entries.toSpliced(place, 1) } } };
}

/** A condition on groups, or the top of them, leaves groups out that their rows know nothing of. */
export function hasAllGroups({ top, having }: QueryDocument): boolean {
  return top === undefined && having.cond.entries.length === 0;
}

/** Undefined shows all again. */
export function setTop(doc: QueryDocument, top: Top | undefined): QueryDocument {
  const { top: _, ...rest } = doc;
  if (!top) return rest;
  const nulls = top.nulls && { nulls: top.nulls };
  return { ...rest, top, order: [{ alias: top.by, asc: top.asc, ...nulls }] };
}
