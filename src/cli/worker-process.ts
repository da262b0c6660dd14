// What a worker process, one of several behind a port, knows, and how it talks to the process that started it.
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { z } from 'zod';
import { runtimeError } from './failure.ts';

export const isWorkerProcess: boolean = cluster.isWorker;

/** That nobody hears it any more is met when the channel closes. */
function tellMain(message: unknown): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Without the process that hands connections out there is nothing left to do. */
export function endWithMain(log: Logger): void {
  // Before Node's own listener, which ends the process without a word.
  process.prependOnceListener('disconnect', () => {
    log.error('the process that started this one is gone, so it ends too');
    process.exit(runtimeError);
  });
}

/** What a worker asks and what it is answered. */
export const look = 'look';
export const looked = 'looked';
export const whichKey = 'which key';

/** The answer to the question for the key that all processes seal with. */
const KeyMessage = z.object({ sealKey: z.base64() });
export type KeyMessage = z.infer<typeof KeyMessage>;

/** All processes share one key, so that each can open what another has sealed. */
export function sealKeyOfMain(): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      const answer = KeyMessage.safeParse(message);
      if (!answer.success) return;
      process.off('message', listen);
      resolve(Buffer.from(answer.data.sealKey, 'base64'));
    };
    process.on('message', listen);
    tellMain(whichKey);
  });
}

/** Resolves when the process that hands connections out has looked at its sockets once more. */
export function lookOfMain(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== looked) return;
      process.off('message', listen);
      resolve();
    };
    process.on('message', listen);
    tellMain(look);
  });
}
