// What the author of a change set saw of its tables when it was made. A set holds whole rows, so that it can be taken back: what
// was hidden from its author then is no part of their history, whatever they may see by now.
import type { SeenEntity } from '../../model/database.ts';

/** By entity, the columns that they saw of every row that they saw; of entities that are not named, all. */
export type SeenThen = ReadonlyMap<string, ReadonlySet<string>>;

/** What is seen of these now. */
export function seenOf(entities: Iterable<SeenEntity>): SeenThen {
  const seen = new Map<string, ReadonlySet<string>>();
  for (const { name, columns, restriction } of entities) {
    if (restriction === null) continue;
    const { base, partial } = restriction;
    const names = columns.map((column) => column.name).filter((column) => !partial.has(column));
    if (names.length < base.columns.length) seen.set(name, new Set(names));
  }
  return seen;
}

/** What was seen both times. */
export function seenTwice(one: SeenThen, other: SeenThen): SeenThen {
  const both = new Map(one);
  for (const [entity, names] of other) both.set(entity, both.get(entity)?.intersection(names) ?? names);
  return both;
}

export function wasSeen(seen: SeenThen, entity: string, column: string): boolean {
  return seen.get(entity)?.has(column) ?? true;
}

/** Null where nothing was hidden. */
export function seenText(seen: SeenThen): string | null {
  return seen.size === 0 ? null : JSON.stringify([...seen].map(([entity, names]) => [entity, [...names]]));
}

/** Of a text that `seenText` has made; sets that were written down before it are told as they were then. */
export function seenIn(text: string | null): SeenThen {
  const entries = text === null ? [] : (JSON.parse(text) as [string, string[]][]);
  return new Map(entries.map(([entity, names]) => [entity, new Set(names)]));
}
