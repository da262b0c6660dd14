/**
 * Provides everything that a whole test run needs before it begins, so that no test has to wait for an installation.
 */
import { addressVariable, serverEngines } from './engines.ts';
import { needs, provideAll } from './programs.ts';

const { postgres, mysql, chromium, ...others } = needs;
const ofServers = { postgres, mysql };

try {
  await provideAll([
    ...serverEngines
      .filter((engine) => !process.env[addressVariable[engine]])
      .map((engine) => ofServers[engine]),
    ...(process.env.JOINERY_TEST_CHROMIUM ? [] : [chromium]),
    ...Object.values(others),
  ]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
