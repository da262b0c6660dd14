// Several processes behind one port: this one keeps the sessions and the others alive, they do the work.
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Access } from '../app/access.ts';
import { runtimeError } from './failure.ts';
import { answerAccess, type Channel } from './remote-access.ts';

/** A process that dies at once would be replaced for ever; it is given this much time to prove itself. */
const provenMs = 5_000;
/** Longer than a process takes to finish what is under way. */
const patienceMs = 9_500;

export const isWorkerProcess: boolean = cluster.isWorker;

/** The way from a worker process to the one that started it. */
export const channelToMain: Channel = {
  send: (message) => process.send?.(message),
  onMessage: (listener) => process.on('message', listener),
};

/** Starts the processes one after the other and answers the port that they share. */
export async function startWorkers(
  count: number,
  access: Access,
  log: Logger,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  let stopping = false;
  const start = async (): Promise<number> => {
    const worker = cluster.fork(environment);
    answerAccess(access, {
      send: (message) => worker.isConnected() && worker.send(message as object), // Replies are plain objects.
      onMessage: (listener) => worker.on('message', listener),
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
    setTimeout(() => process.exit(0), patienceMs).unref();
    void Promise.all(workers.map((worker) => worker && once(worker, 'exit'))).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const port = await start();
  await Promise.all(Array.from({ length: count - 1 }, start));
  return port;
}
