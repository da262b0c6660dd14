// The one cache of the service: what was made from a text, kept within bounds of number and size.

interface Bounds {
  readonly entries: number;
  /** Characters of all keys, and what the cache weighs of its values. */
  readonly letters: number;
}

/** Every cache there is, with what it may hold; those of a connection hold it once for each. */
export const cacheBounds = {
  /** Bodies of queries as they came, and the requests that they are. */
  requests: { entries: 200, letters: 2_000_000 },
  /** What assistants ask, and what it means. */
  'asked documents': { entries: 200, letters: 2_000_000 },
  /** Query documents without their values, as far as they were found to be right. */
  shapes: { entries: 500, letters: 2_000_000 },
  /** Plans of queries. */
  plans: { entries: 500, letters: 5_000_000 },
  /** Statements of record lists. */
  lists: { entries: 500, letters: 10_000_000 },
  /** Statements of single records, by their entity and the columns of a key. */
  'look-ups': { entries: 500, letters: 1_000_000 },
  /** Statements of queries, with places for their values. */
  statements: { entries: 1_000, letters: 10_000_000 },
  /** Those that count and summarise. */
  totals: { entries: 1_000, letters: 5_000_000 },
  /** Queries whose pages are long answers. */
  'long pages': { entries: 1_000, letters: 1_000_000 },
  /** Schema, entity map and catalog as texts. */
  documents: { entries: 32, letters: 64_000_000 },
  /** Formats that tell the time in a zone, by its name; a name may be written in many ways. */
  'clock formats': { entries: 100, letters: 10_000 },
  /** MySQL and MariaDB: when the clocks of a zone change, by its name. */
  'mysql clocks': { entries: 100, letters: 10_000 },
  /** SQLite, per connection: prepared statements. */
  'sqlite statements': { entries: 200, letters: 2_000_000 },
  /** SQLite, per connection: prepared statements whose rows have several values. */
  'sqlite row statements': { entries: 200, letters: 2_000_000 },
  /** SQLite, per reader: the steps of the engine's plans. */
  'sqlite plans': { entries: 200, letters: 2_000_000 },
  /** PostgreSQL, per session: prepared statements. */
  'postgres statements': { entries: 100, letters: 2_000_000 },
  /** MySQL and MariaDB, per session: prepared statements. */
  'mysql statements': { entries: 100, letters: 2_000_000 },
} as const satisfies Readonly<Record<string, Bounds>>;

export type CacheName = keyof typeof cacheBounds;

declare const cacheKey: unique symbol;
/** What an answer depends on besides the question: those whose keys are equal may see the same. */
export type CacheKey = string & { readonly [cacheKey]: true };

/** What a kept value was made from, and for whom. A value is never given to another scope. */
export interface CacheScope {
  /** The open database. */
  readonly source: object;
  /** The reading of its schema; a later one has a greater number. */
  readonly generation: number;
  /** Who asks. */
  readonly principal: CacheKey;
}

export interface CacheOptions<Value> {
  /** How many characters a value holds beside its key. */
  readonly weigh?: (value: Value) => number;
  /** Told about each value that is no longer kept. */
  readonly onLeave?: (value: Value) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly letters: number;
  isUsed: boolean;
}

/** One value may take this part of a cache at most; a heavier one is not kept. */
const largestPart = 1 / 4;

/**
 * A scope of `null` means that the value depends on nothing but its text. When there are too many, the oldest leaves
 * that was not used since it was last looked at.
 */
export class Cache<Value> {
  readonly #bounds: Bounds;
  readonly #options: CacheOptions<Value>;
  readonly #shared: Shelf<Value> = { generation: 0, entries: new Map(), letters: 0 };
  readonly #shelves = new WeakMap<object, Shelf<Value>>();

  constructor(name: CacheName, options: CacheOptions<Value> = {}) {
    this.#bounds = cacheBounds[name];
    this.#options = options;
  }

  get(scope: CacheScope | null, document: string, make: () => Value): Value {
    const known = this.find(scope, document);
    if (known !== undefined) return known;
    const value = make();
    this.keep(scope, document, value);
    return value;
  }

  find(scope: CacheScope | null, document: string): Value | undefined {
    const entry = this.#shelf(scope)?.entries.get(keyOf(scope, document));
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** In the place of what was kept for the same key. */
  keep(scope: CacheScope | null, document: string, value: Value): void {
    const shelf = this.#shelf(scope);
    if (shelf === null) return;
    const key = keyOf(scope, document);
    const letters = key.length + (this.#options.weigh?.(value) ?? 0);
    this.#remove(shelf, key);
    if (letters > this.#bounds.letters * largestPart) {
      this.#options.onLeave?.(value);
      return;
    }
    this.#makeRoom(shelf, letters);
    shelf.entries.set(key, { value, letters, isUsed: false });
    shelf.letters += letters;
  }

  forget(scope: CacheScope | null, document: string): void {
    const shelf = this.#shelf(scope);
    if (shelf !== null) this.#remove(shelf, keyOf(scope, document));
  }

  /** All that depends on no scope. */
  clear(): void {
    for (const key of this.#shared.entries.keys()) this.#remove(this.#shared, key);
  }

  /** How much is kept for one database, or for none. */
  sizeOf(source: CacheScope['source'] | null): { readonly entries: number; readonly letters: number } {
    const shelf = source === null ? this.#shared : this.#shelves.get(source);
    return { entries: shelf?.entries.size ?? 0, letters: shelf?.letters ?? 0 };
  }

  /** A newer reading of the schema empties the shelf; null for an older one, which is on its last requests. */
  #shelf(scope: CacheScope | null): Shelf<Value> | null {
    if (scope === null) return this.#shared;
    const known = this.#shelves.get(scope.source);
    if (known !== undefined && known.generation === scope.generation) return known;
    if (known !== undefined && known.generation > scope.generation) return null;
    const fresh = { generation: scope.generation, entries: new Map<string, Entry<Value>>(), letters: 0 };
    this.#shelves.set(scope.source, fresh);
    return fresh;
  }

  /** For one more entry of so many characters. */
  #makeRoom(shelf: Shelf<Value>, letters: number): void {
    for (const [key, entry] of shelf.entries) {
      const { entries: most, letters: mostLetters } = this.#bounds;
      if (shelf.entries.size < most && shelf.letters + letters <= mostLetters) return;
      if (!entry.isUsed) {
        this.#remove(shelf, key);
        continue;
      }
      entry.isUsed = false;
      // Behind the others: it is met again only after all of them.
      shelf.entries.delete(key);
      shelf.entries.set(key, entry);
    }
  }

  #remove(shelf: Shelf<Value>, key: string): void {
    const entry = shelf.entries.get(key);
    if (entry === undefined) return;
    shelf.entries.delete(key);
    shelf.letters -= entry.letters;
    this.#options.onLeave?.(entry.value);
  }
}

interface Shelf<Value> {
  readonly generation: number;
  /** The oldest first. */
  readonly entries: Map<string, Entry<Value>>;
  letters: number;
}

/** The length tells where a name ends, whatever it holds. */
function keyOf(scope: CacheScope | null, document: string): string {
  return scope === null ? document : `${scope.principal.length} ${scope.principal} ${document}`;
}
