// Asks a server to cancel what one of its sessions is doing: a request of its own, on a connection of its own.
import { connect } from 'node:net';

/** What a server told about a session when it began, and where that server is. */
export interface SessionKey {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

const cancelCode = 80_877_102;

/** Resolves when the server has taken the request and closed, cannot be reached, or does not answer in time. */
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
    // The session is given up when it does not end soon, so a failure here has no other consequence.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.end(request));
    socket.setTimeout(withinMs, () => socket.destroy());
    socket.unref();
    socket.resume();
  });
}
