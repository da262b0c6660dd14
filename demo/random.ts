/** A small seeded random generator, so that every build of the demo has the same data on every machine. */

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** An item of a list by index, for indexes that are known to exist. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return item;
}

/**
 * Each part of the demo has a stream of its own, named by its seed, so that a change in one part does not affect the
 * others. Everything built on it uses only + − × ÷, which round identically everywhere (Math.pow and Math.sin do not).
 */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);

  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (bound: number) => Math.floor(next() * bound);

  return {
    next,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, below(items.length)),
    shuffle: (items) => {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const moved = at(shuffled, i);
        shuffled[i] = at(shuffled, j);
        shuffled[j] = moved;
      }
      return shuffled;
    },
  };
}

/** Draws items in proportion to their weights; `among` limits the draw to this many leading items. */
export interface Lottery<T> {
  draw(random: Random, among?: number): T;
}

export function createLottery<T>(items: readonly T[], weight: (item: T) => number): Lottery<T> {
  const sums: number[] = [];
  let sum = 0;
  for (const item of items) {
    sum += weight(item);
    sums.push(sum);
  }
  return {
    draw(random, among = items.length) {
      const ticket = random.next() * at(sums, among - 1);
      let low = 0;
      let high = among - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(sums, middle) > ticket) high = middle;
        else low = middle + 1;
      }
      return at(items, low);
    },
  };
}
