// Stops on a signal: no new requests, the running ones are finished, then the process ends.
import { setImmediate as afterSockets, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { App } from '../http/app.ts';
import { isWorkerProcess } from './workers.ts';

/** What is under way may take this long, so that the process is gone within ten seconds. */
const patienceMs = 9_000;
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

export function stopOnSignals(app: App, log: Logger, stopping: Stopping): void {
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals++;
    if (signals > 1) process.exit(signal === 'SIGINT' ? 130 : 143);
    log.info(`${signal}: finishing what is under way`);
    void stop(app, log, stopping);
  };
  process.on('SIGTERM', onSignal);
  // A terminal sends its SIGINT to every process; a worker leaves it to the one that started it.
  process.on('SIGINT', isWorkerProcess ? () => {} : onSignal);
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
    // Timers come before sockets in a turn of the loop, and this after both.
    await afterSockets();
    silent++;
  }
}

async function stop(app: App, log: Logger, stopping: Stopping): Promise<void> {
  const impatient = setTimeout(() => {
    log.warn('some requests did not end in time and were cut off');
    process.exit(0);
  }, patienceMs);
  impatient.unref();
  stopping.begin();
  try {
    await quiet(app);
    await app.close();
    await stopping.end();
  } catch (error) {
    log.error({ err: error }, 'stopping did not go well');
  }
  process.exit(0);
}
