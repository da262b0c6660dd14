// A reader as a process of its own, which can be ended whatever its statement does.
import { Worker } from 'node:worker_threads';
import { mostBytes, type ReaderSetup, type ToReader, tooLargeSignal } from './protocol.ts';
import { ReaderService } from './serve.ts';

// While a statement runs nothing else does on this thread, so another one keeps watch. Standard input closes when
// the service is gone, however it went. And a view of ten words can ask for gigabytes in one value, which the
// engine has no bound for: the process that holds too much ends, with a signal that tells why.
const watch = `
  require('node:fs').read(0, Buffer.alloc(1), () => process.kill(process.pid, 'SIGKILL'));
  setInterval(() => {
    if (process.memoryUsage.rss() > ${mostBytes}) process.kill(process.pid, '${tooLargeSignal}');
  }, 20);
`;
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();

// Whoever stops the service may signal the whole group; what is under way is the service's to finish.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

const setup: ReaderSetup = JSON.parse(process.argv[2] ?? ''); // Made by processes.ts, typed by protocol.ts.
const service = new ReaderService(setup, {
  // That nobody hears it any more is met when the channel closes.
  send: (reply) => process.send?.(reply, undefined, undefined, () => {}),
  // Only the end of the process ends its statement.
  isCancelled: () => false,
  // The service's own reads are not counted for it.
  giveWay: () => {},
});
process.on('message', (message: ToReader) => service.receive(message));
