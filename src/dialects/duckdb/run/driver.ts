// The driver of DuckDB, which only those have who asked for it.
import { Problem } from '../../../contract/problem.ts';

export type Driver = typeof import('@duckdb/node-api');

/** What adds it beside the service. */
const command = 'npm install @duckdb/node-api@1.5.5-r.5';

export async function loadDriver(): Promise<Driver> {
  try {
    const driver = await import('@duckdb/node-api');
    await keepMarks();
    return driver;
  } catch (error) {
    throw new Problem(
      'database-unavailable',
      `DuckDB and plain files need a driver that is not installed here. Add it with: ${command} (with --global where Joinery was installed so).`,
      { cause: error },
    );
  }
}

/**
 * The driver takes U+FEFF at the beginning of each text for the mark of a file, and leaves it out. There it is a character
 * like any other, so its decoder is exchanged for one that says so.
 */
async function keepMarks(): Promise<void> {
  const { default: accessors } = await import('@duckdb/node-api/lib/vectors/dataAccessors.js');
  Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
}
