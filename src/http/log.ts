// Logs every request at level debug, however it is answered.
import type { RequestListener } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';

export function logged(log: FastifyBaseLogger, listener: RequestListener): RequestListener {
  if (!isDebugged(log)) return listener;
  return (request, response) => {
    const startedAt = performance.now();
    // Read it now: once the socket is closed, its peer's address is gone.
    const { method, url, socket } = request;
    const { remoteAddress: ip } = socket;
    // The query string may contain a secret.
    const [path] = (url ?? '').split('?', 1);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const outcome = response.writableFinished ? {} : { cut: true };
      log.debug({ method, path, ip, status: response.statusCode, ms, ...outcome }, 'request');
    });
    listener(request, response);
  };
}

function isDebugged({ level }: FastifyBaseLogger): boolean {
  return level === 'debug' || level === 'trace';
}
