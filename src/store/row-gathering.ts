// Reads single rows of a store on a server: simultaneous requests share one look, which otherwise costs as much as the
// rest of a short request.
import type { RowOf } from './store.ts';
import { type KeyedTable, keyColumns } from './tables.ts';

/** The requested keys, by table. */
export type RequestedKeys = ReadonlyMap<KeyedTable, readonly string[]>;

type Row = NonNullable<RowOf<KeyedTable>>;

/** The rows found, by table. */
export type FoundRows = ReadonlyMap<KeyedTable, readonly Row[]>;

/** Reads rows by their keys. */
export interface RowReader {
  read(wanted: RequestedKeys): Promise<FoundRows>;
  /** Closes what it has opened. */
  close?(): Promise<void>;
}

/** If this many rows were requested at once, about as many requests will follow. */
const busyRequests = 8;
/** How long after the last look began to wait for them: their senders do other reads meanwhile. */
const gatherMs = 2;

/** The requests that will share the next look. */
class PendingRead {
  readonly #keys = new Map<KeyedTable, Set<string>>();
  readonly result = Promise.withResolvers<Rows>();
  requests = 0;

  add(table: KeyedTable, key: string): void {
    this.requests++;
    const keys = this.#keys.get(table);
    if (keys === undefined) this.#keys.set(table, new Set([key]));
    else keys.add(key);
  }

  get wanted(): RequestedKeys {
    return new Map([...this.#keys].map(([table, keys]) => [table, [...keys]]));
  }
}

/** The result of a look, by table and key. */
class Rows {
  readonly #rows: ReadonlyMap<KeyedTable, ReadonlyMap<string, Row>>;

  constructor(found: FoundRows) {
    this.#rows = new Map(
      [...found].map(([table, rows]) => [
        table,
        new Map(rows.map((row) => [String(Reflect.get(row, keyColumns[table])), row])),
      ]),
    );
  }

  row<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> {
    // The rows are the table's own.
    return this.#rows.get(table)?.get(key) as RowOf<Name>;
  }
}

/** One look at a time; further requests gather for the next. */
export class RowGathering {
  readonly #read: RowReader['read'];
  #next: PendingRead | null = null;
  #phase: 'idle' | 'leaving' | 'looking' | 'waiting' = 'idle';
  /** The number of requests in the last look, and when it began. */
  #last = 0;
  #beganAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(look: RowReader['read']) {
    this.#read = look;
  }

  /** A look in progress takes no further requests: it may miss writes acknowledged meanwhile. */
  row<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    this.#next ??= new PendingRead();
    const party = this.#next;
    party.add(table, key);
    if (this.#phase === 'idle' || (this.#phase === 'waiting' && party.requests >= this.#last)) this.#leave();
    return party.result.promise.then((rows) => rows.row(table, key));
  }

  /** Starts the look at the end of this turn of the event loop, so that more requests can join. */
  #leave(): void {
    clearTimeout(this.#timer);
    this.#phase = 'leaving';
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    const party = this.#next;
    this.#next = null;
    this.#phase = 'idle';
    if (party === null) return;
    this.#phase = 'looking';
    this.#beganAt = performance.now();
    const ended = () => this.#end(party);
    const looking = this.#read(party.wanted);
    looking.then((found) => party.result.resolve(new Rows(found)), party.result.reject);
    looking.then(ended, ended);
  }

  #end({ requests }: PendingRead): void {
    this.#last = requests;
    const waitMs = gatherMs - (performance.now() - this.#beganAt);
    if (requests < busyRequests || (this.#next?.requests ?? 0) >= requests || waitMs <= 0) {
      this.#begin();
      return;
    }
    this.#phase = 'waiting';
    this.#timer = setTimeout(() => this.#begin(), waitMs);
  }
}
