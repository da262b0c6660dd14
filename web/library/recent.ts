// The list of recent queries.

export interface Remembered {
  readonly code: string;
  readonly title: string;
  readonly at: number;
  /** The editing session that led to the query. Only the last query of each session is kept. */
  readonly work?: string;
}

const MAX_RECENT = 12;

/** Adds a query to the recent ones, replacing an earlier one of the same editing session. */
export function withRecent(
  recent: readonly Remembered[],
  latest: Required<Remembered>,
): readonly Remembered[] {
  const isSame = (one: Remembered) => one.code === latest.code || one.title === latest.title;
  const present = recent.find(isSame);
  const others = recent.filter((one) => !isSame(one) && one.work !== latest.work);
  // A query that is already listed keeps its editing session.
  const kept = present ? { ...present, code: latest.code, at: latest.at } : latest;
  return [kept, ...others].slice(0, MAX_RECENT);
}

/** Merges the lists of two browsers, newest first; for a query in both, the later visit counts. */
export function mergeRecent(
  mine: readonly Remembered[],
  theirs: readonly Remembered[],
): readonly Remembered[] {
  const newest = [...mine, ...theirs].sort((a, b) => b.at - a.at);
  const isFirst = (one: Remembered, i: number) => newest.findIndex(({ code }) => code === one.code) === i;
  const merged = newest.filter(isFirst).slice(0, MAX_RECENT);
  const isSame = JSON.stringify(merged) === JSON.stringify(mine);
  return isSame ? mine : merged;
}
