// `npm run dev`: runs the service and the page from source, and reloads each when its files change.
import { parseArgs } from 'node:util';
import { prepare } from './bootstrap.mjs';
import { begin, ended, main, say } from './processes.mjs';

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const parameters = process.argv.slice(2);
  const { values } = parseArgs({
    args: parameters,
    options: { port: { type: 'string', short: 'p', default: process.env.JOINERY_PORT ?? '8080' } },
    strict: false,
  });
  const service = begin(node, [
    'node',
    '--watch',
    '--watch-preserve-output',
    'src/cli/main.ts',
    ...parameters,
  ]);
  const page = begin(node, ['vite', 'web'], {
    env: { ...process.env, JOINERY_API: `http://127.0.0.1:${values.port}` },
  });
  say('Open the address that vite names: its page reloads as you edit.');
  const code = await Promise.race([ended(service), ended(page)]);
  service.kill();
  page.kill();
  return code;
});
