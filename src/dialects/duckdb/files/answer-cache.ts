// Cached answers about files, valid as long as the files do not change.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ConnectionPool } from './connection-pool.ts';
import type { AskValues } from './infer.ts';

export class AnswerCache {
  #known = new Map<string, unknown>();

  /** Starts a new round; when it ends, answers that were not requested again are dropped. */
  begin(connections: ConnectionPool): { readonly ask: AskValues; end(): void } {
    const asked = new Map<string, unknown>();
    return {
      ask: async (sql, traces) => {
        const key = JSON.stringify([sql, traces]);
        const answer = this.#known.get(key) ?? (await connections.run((connection) => ask(connection, sql)));
        asked.set(key, answer);
        return answer;
      },
      end: () => {
        this.#known = asked;
      },
    };
  }
}

async function ask(connection: DuckDBConnection, sql: string): Promise<unknown> {
  const [row] = await (await connection.run(sql)).getRowsJson();
  return JSON.parse(String(row?.[0]));
}
