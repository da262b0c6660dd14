// `npm run dev`: the service and the page from their sources, each reloaded when one of its files changes.
import { prepare } from './bootstrap.mjs';
import { begin, ended, main, onSignals, say } from './processes.mjs';

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const service = begin(node, [
    'node',
    '--watch',
    '--watch-preserve-output',
    'src/cli/main.ts',
    ...process.argv.slice(2),
  ]);
  const page = begin(node, ['vite', 'web']);
  say('Open the address that vite names: its page reloads as you edit.');
  const stop = () => {
    service.kill();
    page.kill();
  };
  onSignals(stop);
  const code = await Promise.race([ended(service), ended(page)]);
  stop();
  return code;
});
