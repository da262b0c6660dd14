// The driver of DuckDB, which is installed only on demand.
import { Problem } from '../../../contract/problem.ts';

export type Driver = typeof import('@duckdb/node-api');

/** The command that installs it next to the service. */
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
 * The driver strips U+FEFF at the start of each text as a byte order mark. In values it is an ordinary character, so
 * the driver's decoder is replaced by one that preserves it.
 */
async function keepMarks(): Promise<void> {
  const { default: accessors } = await import('@duckdb/node-api/lib/vectors/dataAccessors.js');
  Object.assign(accessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });
}
