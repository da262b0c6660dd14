// The service's only cache: values made from texts, bounded in number and size.

interface Bounds {
  readonly entries: number;
  /** Characters of all keys plus the weights of all values. */
  readonly letters: number;
}

/** All caches and their bounds; for caches of a connection, the bounds hold per connection. */
export const cacheBounds = {
  /** Raw query bodies and the requests parsed from them. */
  requests: { entries: 200, letters: 2_000_000 },
  /** Raw query bodies without their values, and where the values belong. */
  'similar bodies': { entries: 200, letters: 2_000_000 },
  /** Query documents sent by assistants: the parsed request, and the sentence that describes it. */
  'asked documents': { entries: 200, letters: 2_000_000 },
  /** Query documents without their values, after validation. */
  shapes: { entries: 500, letters: 2_000_000 },
  /** Plans of queries. */
  plans: { entries: 500, letters: 5_000_000 },
  /** Statements of record lists. */
  lists: { entries: 500, letters: 10_000_000 },
  /** Statements of single records, by their entity and the columns of a key. */
  'look-ups': { entries: 500, letters: 1_000_000 },
  /** Statements of queries, with places for their values. */
  statements: { entries: 1_000, letters: 10_000_000 },
  /** Statements for counts and summaries. */
  totals: { entries: 1_000, letters: 5_000_000 },
  /** Queries whose pages are long. */
  'long pages': { entries: 1_000, letters: 1_000_000 },
  /** Schema, entity map and catalog, serialized. */
  documents: { entries: 32, letters: 64_000_000 },
  /** Time formats by zone name; a zone can be spelled in many ways. */
  'clock formats': { entries: 100, letters: 10_000 },
  /** Offsets of days from UTC, by zone name and day. */
  'day offsets': { entries: 2_000, letters: 100_000 },
  /** All but SQLite: the clock changes of a zone, by zone name. */
  'clock changes': { entries: 100, letters: 10_000 },
  /** SQLite, per connection: prepared statements. */
  'sqlite statements': { entries: 200, letters: 2_000_000 },
  /** SQLite, per connection: prepared statements that return several columns. */
  'sqlite row statements': { entries: 200, letters: 2_000_000 },
  /** SQLite, per connection: prepared statements that return all rows of a page as one value. */
  'sqlite whole statements': { entries: 200, letters: 2_000_000 },
  /** SQLite, per reader: the steps of query plans. */
  'sqlite plans': { entries: 200, letters: 2_000_000 },
  /** PostgreSQL, per session: prepared statements. */
  'postgres statements': { entries: 100, letters: 2_000_000 },
  /** MySQL and MariaDB, per session: prepared statements. */
  'mysql statements': { entries: 100, letters: 2_000_000 },
} as const satisfies Readonly<Record<string, Bounds>>;

export type CacheName = keyof typeof cacheBounds;

declare const cacheKey: unique symbol;
/** What an answer depends on besides the question: principals with equal keys may see the same data. */
export type CacheKey = string & { readonly [cacheKey]: true };

/** What a cached value was made from, and for whom. It is never served to another scope. */
export interface CacheScope {
  /** The open database. */
  readonly source: object;
  /** The generation of its schema; each reload has a greater number. */
  readonly generation: number;
  /** The principal of the request. */
  readonly principal: CacheKey;
}

export interface CacheOptions<Value> {
  /** The characters that a value holds, not counting its key. */
  readonly weigh?: (value: Value) => number;
  /** Called for each value that leaves the cache. */
  readonly onLeave?: (value: Value) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly letters: number;
  isUsed: boolean;
}

/** The largest share of a cache that one value may take; heavier values are not cached. */
const maxShare = 1 / 4;

/**
 * A scope of `null` means that the value depends on its text alone. A full cache evicts the oldest entry that was not
 * used since it was last considered for eviction.
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

  /** Replaces any value cached under the same key. */
  keep(scope: CacheScope | null, document: string, value: Value): void {
    const shelf = this.#shelf(scope);
    if (shelf === null) return;
    const key = keyOf(scope, document);
    const letters = key.length + (this.#options.weigh?.(value) ?? 0);
    this.#remove(shelf, key);
    if (letters > this.#bounds.letters * maxShare) {
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

  /** Removes all entries that have no scope. */
  clear(): void {
    for (const key of this.#shared.entries.keys()) this.#remove(this.#shared, key);
  }

  /** The entries cached for one database, or for no database. */
  sizeOf(source: CacheScope['source'] | null): { readonly entries: number; readonly letters: number } {
    const shelf = source === null ? this.#shared : this.#shelves.get(source);
    return { entries: shelf?.entries.size ?? 0, letters: shelf?.letters ?? 0 };
  }

  /** A newer schema empties the shelf; null for an older schema, which only the last running requests still use. */
  #shelf(scope: CacheScope | null): Shelf<Value> | null {
    if (scope === null) return this.#shared;
    const known = this.#shelves.get(scope.source);
    if (known !== undefined && known.generation === scope.generation) return known;
    if (known !== undefined && known.generation > scope.generation) return null;
    const fresh = { generation: scope.generation, entries: new Map<string, Entry<Value>>(), letters: 0 };
    this.#shelves.set(scope.source, fresh);
    return fresh;
  }

  /** Makes room for one more entry of this size. */
  #makeRoom(shelf: Shelf<Value>, letters: number): void {
    for (const [key, entry] of shelf.entries) {
      const { entries: most, letters: mostLetters } = this.#bounds;
      if (shelf.entries.size < most && shelf.letters + letters <= mostLetters) return;
      if (!entry.isUsed) {
        this.#remove(shelf, key);
        continue;
      }
      entry.isUsed = false;
      // Moves it to the end: it is checked again only after all other entries.
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
  /** Oldest first. */
  readonly entries: Map<string, Entry<Value>>;
  letters: number;
}

/** The length prefix keeps names from running into documents. */
function keyOf(scope: CacheScope | null, document: string): string {
  return scope === null ? document : `${scope.principal.length} ${scope.principal} ${document}`;
}
