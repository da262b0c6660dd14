/**
 * Provides everything that a whole test run needs before it begins, so that no test has to wait for an installation.
 */
import { chromiumPath } from './chromium.ts';
import { addressVariable, serverEngines } from './engines.ts';
import { needs, providePrograms } from './programs.ts';

try {
  for (const engine of serverEngines) {
    if (!process.env[addressVariable[engine]]) await providePrograms(needs[engine]);
  }
  await providePrograms(needs.haproxy);
  await providePrograms(needs.pgbouncer);
  await providePrograms(needs.pgpool);
  await providePrograms(needs.python);
  await chromiumPath();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
