// Several connections to one engine instance, each of which does one thing at a time.
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export class ConnectionPool {
  readonly #members: readonly DuckDBConnection[];
  readonly #free: DuckDBConnection[];
  readonly #waiting: PromiseWithResolvers<DuckDBConnection>[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(members: readonly DuckDBConnection[]) {
    this.#members = members;
    this.#free = [...members];
  }

  static async of(instance: DuckDBInstance, count: number): Promise<ConnectionPool> {
    return new ConnectionPool(await Promise.all(Array.from({ length: count }, () => instance.connect())));
  }

  /** Runs the work on one of the connections once it is free, first come, first served. */
  async run<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#free.pop() ?? (await this.#nextFree());
    if (this.#isClosed) throw batchFailed();
    const done = work(connection);
    this.#underWay.add(done);
    try {
      return await done;
    } finally {
      this.#underWay.delete(done);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(connection);
      else next.resolve(connection);
    }
  }

  #nextFree(): Promise<DuckDBConnection> {
    const waiting = Promise.withResolvers<DuckDBConnection>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  /**
   * Running work is completed, because the engine crashes the whole process if a busy connection is closed; waiting
   * callers fail. An instance stays open as long as one of its connections is.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(batchFailed());
    await Promise.allSettled(this.#underWay);
    for (const connection of this.#members) connection.closeSync();
  }
}

const batchFailed = () => new Error('Something else that was done along with it has failed.');
