// Several processes behind one port: this one keeps the others alive, they do the work.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { runtimeError } from './failure.ts';
import { graceMs } from './grace.ts';
import { returnConnections } from './handed-over.ts';
import type { Settings } from './parameters.ts';
import { type KeyMessage, look, looked, whichKey } from './worker-process.ts';

/** A process that has served for so long has proven itself; the next one after it need not wait. */
const provenMs = 5_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/** Starts the processes and answers the port that they share. */
export async function startWorkers(
  { workers: count, host, port: wanted }: Pick<Settings, 'workers' | 'host' | 'port'>,
  sealKey: Uint8Array,
  log: Logger,
  environment: Readonly<Record<string, string>>,
  parameters: readonly string[],
): Promise<number> {
  const key: KeyMessage = { sealKey: Buffer.from(sealKey).toString('base64') };
  let stopping = false;
  let hasListened = false;

  /**
   * Keeps one process running; resolves with its port when it first listens. Only a service of which no process has ever
   * listened ends with one, which has told why on standard error: later the database may be away for a while, and the
   * others go on.
   */
  const keep = (): Promise<number> => {
    const first = Promise.withResolvers<number>();
    let failures = 0;
    const start = () => {
      if (stopping) return;
      const worker = cluster.fork(environment);
      returnConnections(worker);
      answerWorker(worker, key);
      let listeningSince = Number.POSITIVE_INFINITY;
      worker.once('listening', ({ port }: { port: number }) => {
        listeningSince = Date.now();
        hasListened = true;
        first.resolve(port);
      });
      worker.once('exit', (code, signal) => {
        if (stopping) return;
        if (!hasListened) process.exit(code || runtimeError);
        failures = Date.now() - listeningSince >= provenMs ? 0 : failures + 1;
        const pauseMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
        log.error(`a worker process ended (${signal ?? code}) and is replaced in ${pauseMs} ms`);
        setTimeout(start, pauseMs);
      });
    };
    start();
    return first.promise;
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
  // Later processes listen where the first one did, even if no other is left.
  const place = wanted === 0 ? ['--port', String(await freePort(host))] : [];
  cluster.setupPrimary({ args: [...process.argv.slice(2), ...parameters, ...place] });
  const port = await keep();
  await Promise.all(Array.from({ length: count - 1 }, keep));
  return port;
}

/** If something is wrong with the host, the first process says so. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(0, host), 'listening');
  } catch {
    return 0;
  }
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function answerWorker(worker: Worker, key: KeyMessage): void {
  // That the process is gone is met by its exit.
  const tell = (message: unknown) => worker.process.send(message as object, () => {}); // All of them are plain data.
  worker.on('message', (message) => {
    if (message === look) setImmediate(() => tell(looked));
    if (message === whichKey) tell(key);
  });
}
