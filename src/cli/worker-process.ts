// What a worker process, one of several behind a port, knows, and how it talks to its parent.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { z } from 'zod';
import { runtimeError } from './failure.ts';

export const isWorkerProcess: boolean = cluster.isWorker;

/** Failures are ignored: a lost parent is detected when the channel closes. */
function sendToMain(message: unknown): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Without the parent, which distributes connections, a worker is useless. */
export function endWithMain(log: Logger): void {
  // Runs before Node's own listener, which exits silently.
  process.prependOnceListener('disconnect', () => {
    log.error('the process that started this one is gone, so it ends too');
    process.exit(runtimeError);
  });
}

/** A worker's messages and the parent's replies. */
export const pollRequest = 'look';
export const pollReply = 'looked';
export const keyRequest = 'which key';

/** The reply with the sealing key that all processes share. */
const KeyMessage = z.object({ sealKey: z.base64() });
export type KeyMessage = z.infer<typeof KeyMessage>;

/** All processes share one key, so each can open the others' seals. */
export function sealKeyFromMain(): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      const answer = KeyMessage.safeParse(message);
      if (!answer.success) return;
      process.off('message', listen);
      resolve(Buffer.from(answer.data.sealKey, 'base64'));
    };
    process.on('message', listen);
    sendToMain(keyRequest);
  });
}

/** Resolves when the parent, which distributes connections, has polled its sockets once more. */
export function pollMain(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== pollReply) return;
      process.off('message', listen);
      resolve();
    };
    process.on('message', listen);
    sendToMain(pollRequest);
  });
}
