// What the author of a change set could see of its tables. A set stores whole rows for undo; what was hidden from its
// author then is not part of their history, whatever they may see now.
import type { VisibleEntity } from '../../model/database.ts';

/** By entity, the columns visible in every visible row; entities that are not listed were fully visible. */
export type PastVisibility = ReadonlyMap<string, ReadonlySet<string>>;

/** What is visible of these now. */
export function currentVisibility(entities: Iterable<VisibleEntity>): PastVisibility {
  const seen = new Map<string, ReadonlySet<string>>();
  for (const { name, columns, restriction } of entities) {
    if (restriction === null) continue;
    const { base, partial } = restriction;
    const names = columns.map((column) => column.name).filter((column) => !partial.has(column));
    if (names.length < base.columns.length) seen.set(name, new Set(names));
  }
  return seen;
}

/** What was visible both times. */
export function intersectVisibility(one: PastVisibility, other: PastVisibility): PastVisibility {
  const both = new Map(one);
  for (const [entity, names] of other) both.set(entity, both.get(entity)?.intersection(names) ?? names);
  return both;
}

export function wasVisible(seen: PastVisibility, entity: string, column: string): boolean {
  return seen.get(entity)?.has(column) ?? true;
}

/** Null if nothing was hidden. */
export function visibilityText(seen: PastVisibility): string | null {
  return seen.size === 0 ? null : JSON.stringify([...seen].map(([entity, names]) => [entity, [...names]]));
}

/** Parses `visibilityText`; older sets have none and are shown as before. */
export function parseVisibility(text: string | null): PastVisibility {
  const entries = text === null ? [] : (JSON.parse(text) as [string, string[]][]);
  return new Map(entries.map(([entity, names]) => [entity, new Set(names)]));
}
