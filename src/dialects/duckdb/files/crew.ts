// Several connections to one instance of the engine, each of which does one thing at a time.
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export class Crew {
  readonly #members: readonly DuckDBConnection[];
  readonly #free: DuckDBConnection[];
  readonly #waiting: PromiseWithResolvers<DuckDBConnection>[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(members: readonly DuckDBConnection[]) {
    this.#members = members;
    this.#free = [...members];
  }

  static async of(instance: DuckDBInstance, count: number): Promise<Crew> {
    return new Crew(await Promise.all(Array.from({ length: count }, () => instance.connect())));
  }

  /** With one of the connections, as soon as it is free. Those who come first are served first. */
  async with<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#free.pop() ?? (await this.#nextFree());
    if (this.#isClosed) throw hasGone();
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
   * What is under way comes to its end, since the engine takes the whole process along when a connection is closed that is
   * at work; whoever waits is sent away. An instance stays open for as long as one of its connections does.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(hasGone());
    await Promise.allSettled(this.#underWay);
    for (const connection of this.#members) connection.closeSync();
  }
}

const hasGone = () => new Error('Something else that was done along with it has failed.');
