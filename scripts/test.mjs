// `npm test`: makes the clone ready, provides what the tests need, and runs all checks and tests, or only those named.
import { prepare } from './bootstrap.mjs';
import { main, run, say } from './processes.mjs';
import { tasks } from './tasks.mjs';

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const named = process.argv.slice(2);
  if (named.length > 0) return run(node, ['vitest', 'run', '--project', 'test', ...named]);

  const provided = await run(node, ['node', 'test/support/provide.ts']);
  if (provided !== 0) return provided;
  const steps = [...tasks.check, ['vitest', 'run', '--project', 'test'], ['playwright', 'test']];
  const failed = [];
  for (const step of steps) {
    say(`\n> ${step.join(' ')}`);
    if ((await run(node, step)) !== 0) failed.push(step.join(' '));
  }
  if (failed.length === 0) return 0;
  say(`\nFailed: ${failed.join(', ')}`);
  return 1;
});
