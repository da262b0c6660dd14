// Several processes behind one port: this one keeps the workers alive.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { type EndingSignal, endingSignals, exitCodeOf } from './ending-signals.ts';
import { runtimeError } from './failure.ts';
import { graceMs } from './grace.ts';
import { returnConnections } from './handed-over.ts';
import type { Settings } from './parameters.ts';
import { type KeyMessage, keyRequest, pollReply, pollRequest } from './worker-process.ts';

/** After serving this long, a worker counts as healthy, and its replacement starts without delay. */
const healthyAfterMs = 5_000;
const firstPauseMs = 100;
const maxPauseMs = 5_000;

/** Starts the workers and returns the port that they share. */
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
   * Keeps one worker running; resolves with its port when it first listens. If no worker has ever listened, the service
   * ends with the worker, which has printed the reason. Later failures are retried: the database may be unavailable for
   * a while, and the other workers go on.
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
        failures = Date.now() - listeningSince >= healthyAfterMs ? 0 : failures + 1;
        const pauseMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);
        log.error(`a worker process ended (${signal ?? code}) and is replaced in ${pauseMs} ms`);
        setTimeout(start, pauseMs);
      });
    };
    start();
    return first.promise;
  };

  const stop = (signal: EndingSignal) => {
    const workers = Object.values(cluster.workers ?? {});
    for (const worker of workers) worker?.process.kill(stopping ? 'SIGKILL' : 'SIGTERM');
    if (stopping) process.exit(exitCodeOf(signal));
    stopping = true;
    // The workers exit before that.
    setTimeout(() => process.exit(0), graceMs - 100).unref();
    void Promise.all(workers.map((worker) => worker && once(worker, 'exit'))).then(() => process.exit(0));
  };
  for (const signal of endingSignals) process.on(signal, stop);
  // Restarted workers listen on the first one's port, even if no other is left.
  const place = wanted === 0 ? ['--port', String(await freePort(host))] : [];
  cluster.setupPrimary({ args: [...process.argv.slice(2), ...parameters, ...place] });
  const port = await keep();
  await Promise.all(Array.from({ length: count - 1 }, keep));
  return port;
}

/** If the host is invalid, the first worker says so. */
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
  // A lost worker is handled on its exit.
  const tell = (message: unknown) => worker.process.send(message as object, () => {}); // All messages are plain data.
  worker.on('message', (message) => {
    if (message === pollRequest) setImmediate(() => tell(pollReply));
    if (message === keyRequest) tell(key);
  });
}
