// A reader as a separate process, which can be killed whatever its statement does.
import { Worker } from 'node:worker_threads';
import { maxBytes, type ReaderSetup, type ToReader, tooLargeSignal } from './protocol.ts';
import { ReaderService } from './serve.ts';

// While a statement runs this thread is blocked, so another one keeps watch. Standard input closes when the service is
// gone, for whatever reason. A view of ten words can ask for gigabytes in one value, and the engine has no memory
// limit: a process that uses too much kills itself, with a signal that tells why.
const watch = `
  require('node:fs').read(0, Buffer.alloc(1), () => process.kill(process.pid, 'SIGKILL'));
  setInterval(() => {
    if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, '${tooLargeSignal}');
  }, 20);
`;
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();

// Stopping the service may signal the whole process group; statements under way are the service's to end.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const setup: ReaderSetup = JSON.parse(process.argv[2] ?? ''); // Made by processes.ts, typed by protocol.ts.
const service = new ReaderService(setup, {
  // A missing receiver is handled when the channel closes.
  send: (reply) => process.send?.(reply, undefined, undefined, () => {}),
  // Only killing the process ends its statement.
  isCancelled: () => false,
  // The main thread's short reads are not counted for it.
  yieldToReads: () => {},
});
process.on('message', (message: ToReader) => service.receive(message));
