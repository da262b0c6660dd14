// Stops on a signal: accepts no new requests, finishes the running ones, then exits.
import type { Socket } from 'node:net';
import { setImmediate as afterSockets, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../http/app.ts';
import { type EndingSignal, endingSignals, exitCodeOf } from './ending-signals.ts';
import { graceMs, killAfterGrace } from './grace.ts';
import { isWorkerProcess, pollMain } from './worker-process.ts';

/** How long requests in progress may take; the rest of the grace period is for the database. */
const patienceMs = graceMs - 2_000;
/**
 * New requests are accepted until none has come for a moment, and each answer closes its connection: closing at once
 * would reset requests on their way. The moment is counted in polls of the sockets, because on a busy machine a period
 * of time may pass without a single poll.
 */
const quietChecks = 4;
const checkMs = 100;
const lingerMs = 3_000;

export interface Stopping {
  begin(): void;
  end(): Promise<void>;
}

/**
 * Until there is anything to finish, a signal ends the process as by default, but exit handlers still clean up. Returns
 * a function that removes the handlers.
 */
export function endOnSignals(): () => void {
  const takeBack = () => {
    for (const signal of endingSignals) process.off(signal, end);
  };
  const end = (signal: EndingSignal) => {
    takeBack();
    // After all exit handlers, and by signal: a normal exit would wait for a statement the engine is in.
    process.on('exit', () => process.kill(process.pid, signal));
    process.exit(exitCodeOf(signal));
  };
  for (const signal of endingSignals) process.on(signal, end);
  return takeBack;
}

export function stopOnSignals(app: App, log: Logger, stopping: Stopping): void {
  const sockets = openSockets(app);
  let signals = 0;
  const onSignal = (signal: EndingSignal) => {
    signals++;
    if (signals === 1) {
      log.info(`${signal}: finishing what is under way`);
      void stop(app, sockets, log, stopping);
      return;
    }
    // A worker may be signalled twice, by its parent and through the process group: only the parent forces its end.
    if (isWorkerProcess) return;
    cut(sockets);
    process.exit(exitCodeOf(signal));
  };
  for (const signal of endingSignals) {
    // A terminal sends the others to every process; workers leave them to their parent.
    process.on(signal, isWorkerProcess && signal !== 'SIGTERM' ? () => {} : onSignal);
  }
}

function openSockets(app: App): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Resets open connections: to a client of HTTP/1.0, a plain close would look like a complete answer. */
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
  while (silent < quietChecks && performance.now() < until) {
    await delay(checkMs);
    if (isWorkerProcess) await pollMain();
    // Timers run before sockets in a turn of the event loop, and this runs after both.
    await afterSockets();
    silent++;
  }
}

async function stop(app: App, sockets: ReadonlySet<Socket>, log: Logger, stopping: Stopping): Promise<void> {
  killAfterGrace();
  stopping.begin();
  const impatient = setTimeout(() => {
    log.warn('some requests did not end in time and were cut off');
    cut(sockets);
  }, patienceMs);
  try {
    await quiet(app);
    // Clients open connections that they never use.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // Answers begun before the signal leave their connection open.
    setInterval(() => app.server.closeIdleConnections(), checkMs);
    await app.close();
    await stopping.end();
  } catch (error) {
    log.error({ err: error }, 'stopping did not go well');
  }
  clearTimeout(impatient);
  process.exit(0);
}
