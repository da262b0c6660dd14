// `npm test`: makes the clone ready, provides what the tests need, and runs all checks and tests, or only those named.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './bootstrap.mjs';
import { main, root, run, say } from './processes.mjs';
import { tasks } from './tasks.mjs';

/** Written by the reporters in test/support/failures*.ts. */
const failures = join(root, '.cache', 'failures.txt');

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const named = process.argv.slice(2);
  if (named.length > 0) return run(node, ['vitest', 'run', '--project', 'test', ...named]);

  const provided = await run(node, ['node', 'test/support/provide.ts']);
  if (provided !== 0) return provided;
  const steps = [...tasks.check, ['vitest', 'run', '--project', 'test'], ['playwright', 'test']];
  await rm(failures, { force: true });
  const failed = [];
  for (const step of steps) {
    say(`\n> ${step.join(' ')}`);
    if ((await run(node, step)) !== 0) failed.push(step.join(' '));
  }
  if (failed.length === 0) return 0;
  // The last lines of a long run are what is left of it in many places where it runs.
  say(`\n${await readFile(failures, 'utf8').catch(() => '')}`);
  say(`Failed: ${failed.join(', ')}`);
  return 1;
});
