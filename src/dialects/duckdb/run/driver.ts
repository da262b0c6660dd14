// The driver of DuckDB, which only those have who asked for it.
import { Problem } from '../../../contract/problem.ts';

export type Driver = typeof import('@duckdb/node-api');

/** What adds it beside the service. */
const command = 'npm install @duckdb/node-api@1.5.5-r.5';

export async function loadDriver(): Promise<Driver> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new Problem(
      'database-unavailable',
      `DuckDB and plain files need a driver that is not installed here. Add it with: ${command} (with --global where Joinery was installed so).`,
      { cause: error },
    );
  }
}
