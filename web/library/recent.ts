// Which queries are kept as recent ones.

export interface Remembered {
  readonly code: string;
  readonly title: string;
  readonly at: number;
  /** The piece of work that led there: of the queries on one way only the last is kept. */
  readonly work?: string;
}

const RECENT = 12;

/** Adds a query to the recent ones. What the same piece of work has left there before gives way to it. */
export function withRecent(
  recent: readonly Remembered[],
  latest: Required<Remembered>,
): readonly Remembered[] {
  const isSame = (one: Remembered) => one.code === latest.code || one.title === latest.title;
  const present = recent.find(isSame);
  const others = recent.filter((one) => !isSame(one) && one.work !== latest.work);
  // A query that was there already belongs to the work that has found it.
  const kept = present ? { ...present, code: latest.code, at: latest.at } : latest;
  return [kept, ...others].slice(0, RECENT);
}
