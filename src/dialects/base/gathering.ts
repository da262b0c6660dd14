// Reads by key that arrive together are sent as one statement: the round trip costs more than a read.
import { Problem } from '../../contract/problem.ts';
import type { KeyedReads, Statement } from '../../query/dialect/statement.ts';

/** What a connection can do with statements that return few rows. */
export interface Engine {
  /** Runs one statement; returns the first column of its rows. */
  runOne(statement: Statement, signal: AbortSignal | undefined): Promise<string[]>;
  /** Runs one statement; returns the first two columns of its rows. */
  runBatch(statement: Statement, signal: AbortSignal): Promise<readonly (readonly (string | null)[])[]>;
}

/** With more, the first ones would wait idly. */
const maxBatch = 8;

interface Read {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly signal: AbortSignal | undefined;
  readonly resolve: (rows: string[] | Promise<string[]>) => void;
  readonly reject: (error: unknown) => void;
}

export class Gathering {
  readonly #engine: Engine;
  /** The reads that arrived in this turn of the event loop. */
  readonly #waiting = new Map<KeyedReads, Read[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  read(statement: Statement, signal: AbortSignal | undefined): Promise<string[]> {
    const keyed = statement.hints?.keyed;
    if (keyed === undefined) return this.#engine.runOne(statement, signal);
    return new Promise((resolve, reject) => {
      this.#add(keyed.reads, { statement, values: keyed.values, signal, resolve, reject });
    });
  }

  #add(like: KeyedReads, read: Read): void {
    if (this.#waiting.size === 0) setImmediate(() => this.#sendAll());
    const reads = this.#waiting.get(like);
    if (reads === undefined) {
      this.#waiting.set(like, [read]);
    } else if (reads.push(read) === maxBatch) {
      this.#waiting.delete(like);
      void this.#send(like, reads);
    }
  }

  #sendAll(): void {
    for (const [like, reads] of this.#waiting) {
      this.#waiting.delete(like);
      void this.#send(like, reads);
    }
  }

  async #send(like: KeyedReads, reads: readonly Read[]): Promise<void> {
    const [only, ...others] = reads;
    if (only !== undefined && others.length === 0) {
      only.resolve(this.#engine.runOne(only.statement, only.signal));
      return;
    }
    const crowd = new SharedRead(reads);
    try {
      const statement = like.together(reads.map(({ values }) => values));
      const rows = await this.#engine.runBatch(statement, crowd.allAborted);
      const texts = new Map(rows.map(([text, number]) => [number, text]));
      for (const read of crowd.members) {
        const text = texts.get(String(reads.findIndex(({ values }) => isSame(values, read.values))));
        // Without a text, the row may be listed under another key that the engine considers equal.
        read.resolve(typeof text === 'string' ? [text] : this.#engine.runOne(read.statement, read.signal));
      }
    } catch (error) {
      for (const read of crowd.members) {
        if (concernsAllReads(error)) read.reject(error);
        else read.resolve(this.#engine.runOne(read.statement, read.signal));
      }
    } finally {
      crowd.detach();
    }
  }
}

/** The reads that wait for one answer. A cancelled read just leaves; once the last has left, the statement ends. */
class SharedRead {
  readonly members = new Set<Read>();
  readonly #empty = new AbortController();
  readonly #leave = new Map<Read, () => void>();

  constructor(reads: readonly Read[]) {
    for (const read of reads) this.members.add(read);
    for (const read of reads) {
      const leave = () => {
        this.members.delete(read);
        read.reject(read.signal?.reason);
        if (this.members.size === 0) this.#empty.abort(read.signal?.reason);
      };
      this.#leave.set(read, leave);
      read.signal?.addEventListener('abort', leave, { once: true });
      if (read.signal?.aborted) leave();
    }
  }

  get allAborted(): AbortSignal {
    return this.#empty.signal;
  }

  detach(): void {
    for (const [{ signal }, leave] of this.#leave) signal?.removeEventListener('abort', leave);
  }
}

/** Bytes count as different: comparing them costs as much as another read. */
function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((value, i) => value === other[i]);
}

/** Whether a failure concerns all reads of the statement. A value that the database refuses concerns a single read. */
function concernsAllReads(error: unknown): boolean {
  return error instanceof Problem && error.kind !== 'refused-by-database';
}
