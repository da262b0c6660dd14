// `npm test`: prepares the clone, provides what the tests need, and runs all checks and tests, or only the named ones.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare } from './bootstrap.mjs';
import { main, root, run, say } from './processes.mjs';
import { tasks } from './tasks.mjs';

/** Written by the reporters in test/support/failures*.ts. */
const failures = join(root, '.cache', 'failures.txt');

/** With more failing files than this, a busy machine is not the cause. */
const mostOnceMore = 12;

/** The files of the tests that have failed so far. */
async function failedFiles() {
  const text = await readFile(failures, 'utf8').catch(() => '');
  return [...new Set([...text.matchAll(/^\S+\.test\.tsx?/gm)].map(([file]) => file))];
}

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const named = process.argv.slice(2);
  if (named.length > 0) return run(node, ['vitest', 'run', '--project', 'test*', ...named]);

  await rm(failures, { force: true });
  const failed = [];
  const passes = async (command) => {
    say(`\n> ${command.join(' ')}`);
    return (await run(node, command)) === 0;
  };
  // Servers and a browser are downloaded while the checks run. Checks that are tests run with all other tests.
  const providing = run(node, ['node', 'test/support/provide.ts']);
  // Each type check uses only one core, so they run side by side.
  const checks = tasks.check.filter(([tool]) => tool !== 'vitest');
  const checked = await Promise.all(
    checks.map(async (command) => ({ command, isRight: await passes(command) })),
  );
  for (const { command, isRight } of checked) if (!isRight) failed.push(command.join(' '));
  const provided = await providing;
  if (provided !== 0) return provided;

  // Two cores are shared by several tests at once, and by other users of the machine. Failed files are run once more on
  // their own, and reported: a real fault fails again.
  const again = 'Once more, one after the other, what failed beside others:';
  const tests = ['vitest', 'run', '--project', 'test*'];
  if (!(await passes(tests))) {
    const files = await failedFiles();
    say(`\n${again} ${files.join(', ')}`);
    const isWorthIt = files.length > 0 && files.length <= mostOnceMore;
    if (!isWorthIt || !(await passes([...tests, '--no-file-parallelism', ...files])))
      failed.push(tests.join(' '));
  }
  const browser = ['playwright', 'test', '--project', 'sqlite', '--project', 'postgres'];
  if (!(await passes(browser))) {
    say(`\n${again} pages`);
    if (!(await passes([...browser, '--last-failed', '--workers', '1']))) failed.push(browser.join(' '));
  }
  if (failed.length === 0) return 0;
  // In many environments only the last lines of a long run are kept.
  say(`\n${await readFile(failures, 'utf8').catch(() => '')}`);
  say(`Failed: ${failed.join(', ')}`);
  return 1;
});
