// Which queries are kept as recent ones.

export interface Remembered {
  readonly code: string;
  readonly title: string;
  readonly at: number;
  /** The piece of work that led to the query. Of each piece of work only the last query is kept. */
  readonly work?: string;
}

const RECENT = 12;

/** Adds a query to the recent ones and removes the earlier one of the same piece of work. */
export function withRecent(
  recent: readonly Remembered[],
  latest: Required<Remembered>,
): readonly Remembered[] {
  const isSame = (one: Remembered) => one.code === latest.code || one.title === latest.title;
  const present = recent.find(isSame);
  const others = recent.filter((one) => !isSame(one) && one.work !== latest.work);
  // A query that is in the list already keeps the piece of work that it came from.
  const kept = present ? { ...present, code: latest.code, at: latest.at } : latest;
  return [kept, ...others].slice(0, RECENT);
}

/** What two browsers remember, the newest first; of a query that both have, the later look counts. */
export function mergeRecent(
  mine: readonly Remembered[],
  theirs: readonly Remembered[],
): readonly Remembered[] {
  const newest = [...mine, ...theirs].sort((a, b) => b.at - a.at);
  const isFirst = (one: Remembered, i: number) => newest.findIndex(({ code }) => code === one.code) === i;
  const merged = newest.filter(isFirst).slice(0, RECENT);
  const isSame = JSON.stringify(merged) === JSON.stringify(mine);
  return isSame ? mine : merged;
}
