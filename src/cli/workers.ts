// Several processes behind one port: this one keeps the sessions and the others alive, they do the work.
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Access } from '../identity/admit.ts';
import { newSealKey } from '../identity/seal.ts';
import { runtimeError } from './failure.ts';
import { graceMs } from './grace.ts';
import { answerAccess } from './remote-access.ts';
import { type KeyMessage, look, looked, whichKey } from './worker-process.ts';

/** A process that dies at once would be replaced for ever; it is given this much time to prove itself. */
const provenMs = 5_000;

/** Starts the processes one after the other and answers the port that they share. */
export async function startWorkers(
  count: number,
  access: Access,
  log: Logger,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const key: KeyMessage = { sealKey: newSealKey().toString('base64') };
  let stopping = false;
  const start = async (): Promise<number> => {
    const worker = cluster.fork(environment);
    answerAccess(access, {
      send: (message) => worker.isConnected() && worker.send(message as object), // Replies are plain objects.
      onMessage: (listener) => worker.on('message', listener),
    });
    worker.on('message', (message) => {
      if (message === look) setImmediate(() => worker.isConnected() && worker.send(looked));
      if (message === whichKey) worker.send(key);
    });
    const startedAt = Date.now();
    worker.on('exit', (code, signal) => {
      if (stopping) return;
      // It has told why on standard error.
      if (Date.now() - startedAt < provenMs) process.exit(code || runtimeError);
      log.error(`a worker process ended (${signal ?? code}) and is replaced`);
      void start();
    });
    const [address]: { port: number }[] = await once(worker, 'listening');
    return address?.port ?? 0;
  };
  const stop = (signal: NodeJS.Signals) => {
    const workers = Object.values(cluster.workers ?? {});
    for (const worker of workers) worker?.process.kill(stopping ? 'SIGKILL' : 'SIGTERM');
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    // The processes end themselves before that.
    setTimeout(() => process.exit(0), graceMs - 100).unref();
    void Promise.all(workers.map((worker) => worker && once(worker, 'exit'))).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const port = await start();
  await Promise.all(Array.from({ length: count - 1 }, start));
  return port;
}
