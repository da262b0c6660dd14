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
  if (named.length > 0) return run(node, ['vitest', 'run', '--project', 'test*', ...named]);

  const provided = await run(node, ['node', 'test/support/provide.ts']);
  if (provided !== 0) return provided;
  await rm(failures, { force: true });
  const failed = [];
  const passes = async (command) => {
    say(`\n> ${command.join(' ')}`);
    return (await run(node, command)) === 0;
  };
  for (const command of [...tasks.check, ['vitest', 'run', '--project', 'test*']]) {
    if (!(await passes(command))) failed.push(command.join(' '));
  }
  const browser = ['playwright', 'test'];
  if (!(await passes(browser))) {
    // A page that had to wait for a core longer than a person would wait is no fault of the page: alone, it must pass.
    say('\nOnce more, one after the other: the browser tests that failed.');
    if (!(await passes([...browser, '--last-failed', '--workers', '1']))) failed.push(browser.join(' '));
  }
  if (failed.length === 0) return 0;
  // The last lines of a long run are what is left of it in many places where it runs.
  say(`\n${await readFile(failures, 'utf8').catch(() => '')}`);
  say(`Failed: ${failed.join(', ')}`);
  return 1;
});
