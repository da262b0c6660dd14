// The thread that writes to a SQLite file: statements wait for the disk, which must not block anything else.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWriter, ToWriter, WriterSetup } from './protocol.ts';
import { WrittenFile } from './written-file.ts';

if (parentPort === null) throw new Error('this module runs as a worker thread only');
const port = parentPort;
const file = new WrittenFile(workerData as WriterSetup); // Made by session.ts.

port.on('message', ({ id, steps }: ToWriter) => {
  const reply: FromWriter = { id, ...file.answer(steps) };
  port.postMessage(reply);
});
