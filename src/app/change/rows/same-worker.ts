// The thread that compares long values.
import { parentPort } from 'node:worker_threads';
import { isSame } from './same.ts';
import type { SameReply, SameRequest } from './same-thread.ts';

parentPort?.on('message', ({ a, b, column }: SameRequest) => {
  let reply: SameReply;
  try {
    reply = isSame(a, b, column);
  } catch {
    reply = null;
  }
  parentPort?.postMessage(reply);
});
