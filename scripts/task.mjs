// `node scripts/task.mjs <task> [arguments]`: prepares the clone and runs a task; arguments go to its last command,
// which then runs alone.
import { prepare } from './bootstrap.mjs';
import { Failure, main, run } from './processes.mjs';
import { tasks } from './tasks.mjs';

/** How much of the build a task needs; unlisted tasks need none. */
const builds = { build: 'all', bench: 'changed', screenshots: 'changed', 'test:soak': 'changed' };

await main(async () => {
  const [name = '', ...extra] = process.argv.slice(2);
  const commands = tasks[name];
  if (!commands) throw new Failure(`No such task: ${name}. There are ${Object.keys(tasks).join(', ')}.`);
  const node = await prepare({ build: builds[name] ?? 'none' });
  for (const command of extra.length > 0 ? commands.slice(-1) : commands) {
    const code = await run(node, [...command, ...extra]);
    if (code !== 0) return code;
  }
  return 0;
});
