// Stops on a signal: no new requests, the running ones are finished, then the process ends.
import type { Socket } from 'node:net';
import { setImmediate as afterSockets, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../http/app.ts';
import { endInTime, graceMs } from './grace.ts';
import { isWorkerProcess, lookOfMain } from './worker-process.ts';

/** What is under way may take this long; what is left is for the database. */
const patienceMs = graceMs - 2_000;
/**
 * Requests go on being accepted until none has come for a moment, each connection closed by its answer:
 * closing at once would reset those that are on their way. The moment is several looks at the sockets rather
 * than a time, since on a busy machine a time may pass without any look.
 */
const quietLooks = 4;
const lookMs = 100;
const lingerMs = 3_000;

export interface Stopping {
  begin(): void;
  end(): Promise<void>;
}

/**
 * As long as there is nothing to finish, a signal ends the process as one that nobody listens to does, but what is removed at
 * its end is. Returns what takes this back.
 */
export function endOnSignals(): () => void {
  const takeBack = () => void process.off('SIGTERM', end).off('SIGINT', end);
  const end = (signal: NodeJS.Signals) => {
    takeBack();
    // Behind all that is to be removed, and at once: else the end waits for whatever the engine is deep in.
    process.on('exit', () => process.kill(process.pid, signal));
    process.exit(exitCodeOf(signal));
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  return takeBack;
}

const exitCodeOf = (signal: NodeJS.Signals) => (signal === 'SIGINT' ? 130 : 143);

export function stopOnSignals(app: App, log: Logger, stopping: Stopping): void {
  const sockets = openSockets(app);
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals++;
    if (signals === 1) {
      log.info(`${signal}: finishing what is under way`);
      void stop(app, sockets, log, stopping);
      return;
    }
    // A worker may get one from the process that started it and one from whoever stops the whole group; those
    // who cannot wait end it by force.
    if (isWorkerProcess) return;
    cut(sockets);
    process.exit(exitCodeOf(signal));
  };
  process.on('SIGTERM', onSignal);
  // A terminal sends its SIGINT to every process; a worker leaves it to the one that started it.
  process.on('SIGINT', isWorkerProcess ? () => {} : onSignal);
}

function openSockets(app: App): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Resets what is open: a mere close would look like the end of a whole answer to a client of HTTP/1.0. */
function cut(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.resetAndDestroy();
}

async function quiet(app: App): Promise<void> {
  const until = performance.now() + lingerMs;
  let silent = 0;
  const heard = () => {
    silent = 0;
  };
  app.server.on('connection', heard).on('request', heard);
  while (silent < quietLooks && performance.now() < until) {
    await delay(lookMs);
    if (isWorkerProcess) await lookOfMain();
    // Timers come before sockets in a turn of the loop, and this after both.
    await afterSockets();
    silent++;
  }
}

async function stop(app: App, sockets: ReadonlySet<Socket>, log: Logger, stopping: Stopping): Promise<void> {
  endInTime();
  stopping.begin();
  const impatient = setTimeout(() => {
    log.warn('some requests did not end in time and were cut off');
    cut(sockets);
  }, patienceMs);
  try {
    await quiet(app);
    // Clients open connections that they then have no use for.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // Answers that were begun before the signal leave their connection open.
    setInterval(() => app.server.closeIdleConnections(), lookMs);
    await app.close();
    await stopping.end();
  } catch (error) {
    log.error({ err: error }, 'stopping did not go well');
  }
  clearTimeout(impatient);
  process.exit(0);
}
