// Several connections to one instance of the engine, each of which does one thing at a time.
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export class Crew {
  readonly #members: readonly DuckDBConnection[];
  readonly #free: DuckDBConnection[];
  readonly #waiting: ((connection: DuckDBConnection) => void)[] = [];

  private constructor(members: readonly DuckDBConnection[]) {
    this.#members = members;
    this.#free = [...members];
  }

  static async of(instance: DuckDBInstance, count: number): Promise<Crew> {
    return new Crew(await Promise.all(Array.from({ length: count }, () => instance.connect())));
  }

  /** With one of the connections, as soon as it is free. Those who come first are served first. */
  async with<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection =
      this.#free.pop() ?? (await new Promise<DuckDBConnection>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(connection);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(connection);
      else next(connection);
    }
  }

  /** Nothing is under way. An instance stays open for as long as one of its connections does. */
  close(): void {
    for (const connection of this.#members) connection.closeSync();
  }
}
