// `npm test`: makes the clone ready, provides what the tests need, and runs all checks and tests, or only those named.
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './bootstrap.mjs';
import { begin, ended, main, root, run, say } from './processes.mjs';
import { tasks } from './tasks.mjs';

/** Written by the reporters in test/support/failures*.ts. */
const failures = join(root, '.cache', 'failures.txt');
const browserOutput = join(root, '.cache', 'browser.txt');

/** Runs a command beside others: what it prints is kept, and said when it has ended. */
async function runBeside(node, command) {
  await mkdir(join(root, '.cache'), { recursive: true });
  const output = await open(browserOutput, 'w');
  const code = await ended(begin(node, command, { stdio: ['ignore', output.fd, output.fd] }));
  await output.close();
  return async () => {
    say(`\n> ${command.join(' ')}\n${await readFile(browserOutput, 'utf8')}`);
    return code;
  };
}

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const named = process.argv.slice(2);
  if (named.length > 0) return run(node, ['vitest', 'run', '--project', 'test*', ...named]);

  const provided = await run(node, ['node', 'test/support/provide.ts']);
  if (provided !== 0) return provided;
  await rm(failures, { force: true });
  const failed = [];
  const step = async (command) => {
    say(`\n> ${command.join(' ')}`);
    if ((await run(node, command)) !== 0) failed.push(command.join(' '));
  };
  for (const command of tasks.check) await step(command);
  // Many tests wait for a clock, and a browser for its page: side by side they leave no core idle.
  const browser = ['playwright', 'test'];
  const besides = runBeside(node, browser);
  await step(['vitest', 'run', '--project', 'test*']);
  if ((await (await besides)()) !== 0) {
    // A browser that had to wait for a core longer than a person would is no fault of the page: alone, it must pass.
    say('\nOnce more, with the machine for themselves: the browser tests that failed.');
    await step([...browser, '--last-failed', '--workers', '1']);
  }
  if (failed.length === 0) return 0;
  // The last lines of a long run are what is left of it in many places where it runs.
  say(`\n${await readFile(failures, 'utf8').catch(() => '')}`);
  say(`Failed: ${failed.join(', ')}`);
  return 1;
});
