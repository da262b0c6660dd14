// A reader as a process of its own, which can be ended whatever its statement does.
import { Worker } from 'node:worker_threads';
import type { ReaderSetup, ToReader } from './protocol.ts';
import { ReaderService } from './serve.ts';

// While a statement runs nothing else does on this thread. Standard input closes when the service is gone,
// however it went: another thread waits for that and ends the process.
const watch = `
  try { require('node:fs').readSync(0, Buffer.alloc(1)); } catch {}
  process.kill(process.pid, 'SIGKILL');
`;
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();

const setup: ReaderSetup = JSON.parse(process.argv[2] ?? ''); // Made by processes.ts, typed by protocol.ts.
const service = new ReaderService(setup, {
  send: (reply) => process.send?.(reply),
  // Only the end of the process ends its statement.
  isCancelled: () => false,
});
process.on('message', (message: ToReader) => service.receive(message));
