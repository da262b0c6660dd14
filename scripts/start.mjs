// `npm start`: prepares the clone and runs the service from it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './bootstrap.mjs';
import { begin, ended, leaveSignals, main, root } from './processes.mjs';

await main(async () => {
  const node = await prepare({ build: 'changed' });
  const service = join(root, 'bin', 'joinery.mjs');
  const parameters = process.argv.slice(2);
  if (node === process.execPath) {
    leaveSignals();
    process.argv.splice(1, Number.POSITIVE_INFINITY, service, ...parameters);
    await import(pathToFileURL(service).href);
    return process.exitCode;
  }
  const tether = pathToFileURL(join(root, 'scripts', 'tether.mjs')).href;
  const child = begin(node, ['node', '--import', tether, service, ...parameters], {
    cwd: process.cwd(),
    // In its own process group, so that Ctrl-C reaches it once (through this process) and not twice.
    detached: true,
  });
  return ended(child);
});
