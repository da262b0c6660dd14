// Asks a server to cancel a session's statement, with a separate request on a separate connection.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a session or cancelled statement may take to end before it is abandoned. */
export const graceMs = 1_000;
const repeatMs = 100;

/** The cancellation key that a server sent when the session began, and the server's address. */
export interface SessionKey {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

const cancelCode = 80_877_102;

/** Resolves when the server has taken the request and closed, is unreachable, or does not answer in time. */
export function requestCancel(
  { host, port, processID, secretKey }: SessionKey,
  withinMs: number,
): Promise<void> {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(cancelCode, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    // The session is dropped if it does not end soon, so a failure here has no other consequence.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    // Let the server close: PgBouncer 1.18 exits if its client disconnects before it is done.
    socket.on('connect', () => socket.write(request));
    socket.setTimeout(withinMs, () => socket.destroy());
    socket.unref();
    socket.resume();
  });
}

/**
 * Resolves when the running statement has ended. A request that arrives before the statement starts has no effect, so
 * it is repeated.
 */
export async function cancelled(
  key: SessionKey,
  running: Promise<unknown>,
  late: AbortSignal,
): Promise<void> {
  const ended = running.then(
    () => true,
    () => true,
  );
  for (let isOver = false; !isOver && !late.aborted; ) {
    await requestCancel(key, graceMs);
    isOver = await Promise.race([ended, delay(repeatMs, false, { ref: false })]);
  }
}

/** Whether the work finished in time; if not, the signal tells it so. */
export async function withinGrace(work: (late: AbortSignal) => Promise<void>): Promise<boolean> {
  const late = new AbortController();
  const tooLate = delay(graceMs, false, { signal: late.signal, ref: false }).catch(() => false);
  const done = work(late.signal).then(() => true);
  const isInTime = await Promise.race([done, tooLate]).catch(() => false);
  late.abort();
  return isInTime;
}
