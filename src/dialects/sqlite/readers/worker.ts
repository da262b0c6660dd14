// A reader as a thread.
import { parentPort, workerData } from 'node:worker_threads';
import { currentThreadId, lowerPriority } from './priority.ts';
import { cancelSlots, type ToReader, type WorkerSetup } from './protocol.ts';
import { ReaderService } from './serve.ts';
import { ReadYielder } from './yielding.ts';

if (parentPort === null) throw new Error('this module runs as a worker thread only');
lowerPriority(currentThreadId());
const port = parentPort;
const setup = workerData as WorkerSetup; // Made by threads.ts, typed on both sides by protocol.ts.
const cancelled = new Int32Array(setup.cancelled);
const courtesy = new ReadYielder(setup.shortReads);

const service = new ReaderService(setup, {
  // A chunk's memory is transferred, not copied.
  send: (reply) => port.postMessage(reply, reply.type === 'chunk' ? [reply.bytes.buffer] : []),
  isCancelled: (id) =>
    Atomics.load(cancelled, id % cancelSlots) === id || Atomics.load(cancelled, cancelSlots) === 1,
  yieldToReads: (now) => courtesy.yieldToReads(now),
});
port.on('message', (message: ToReader) => service.receive(message));
