// Edits of the order of rows.
import type { QueryDocument, SortKey } from './document.ts';

export function sortKey(doc: QueryDocument, alias: string): SortKey | undefined {
  return doc.order.find((key) => key.alias === alias);
}

/** Sorts by one column; `add` keeps the other keys before it. */
export function setSort(doc: QueryDocument, alias: string, asc: boolean, add = false): QueryDocument {
  const present = sortKey(doc, alias);
  if (add && present) {
    return { ...doc, order: doc.order.map((key) => (key === present ? { ...key, asc } : key)) };
  }
  return { ...doc, order: [...(add ? doc.order : []), { alias, asc }] };
}

export function clearSort(doc: QueryDocument, alias: string): QueryDocument {
  return { ...doc, order: doc.order.filter((key) => key.alias !== alias) };
}

/** A click on a header cycles: ascending, descending, unsorted. */
export function cycleSort(doc: QueryDocument, alias: string, add = false): QueryDocument {
  const present = sortKey(doc, alias);
  if (!present) return setSort(doc, alias, true, add);
  return present.asc ? setSort(doc, alias, false, add) : clearSort(doc, alias);
}

export function moveSort(doc: QueryDocument, alias: string, by: -1 | 1): QueryDocument {
  const from = doc.order.findIndex((key) => key.alias === alias);
  const to = from + by;
  const key = doc.order[from];
  if (!key || to < 0 || to >= doc.order.length) return doc;
  return { ...doc, order: doc.order.toSpliced(from, 1).toSpliced(to, 0, key) };
}
