// What one connection may cost: sizes and times, all of them said here.
import type { Server } from 'node:http';
import { malformedAnswer } from '../answer/malformed.ts';
import type { Connections } from './connections.ts';

// An import of it takes every name that it exports, and some of them load a whole HTTP client: half of the time in
// which a small server is up.
const { createServer } = process.getBuiltinModule('node:http');

/** A URL may be as long as all headers together: keys of several long texts are part of it. */
const headerBytes = 64 * 1024;

export const routerLimits = { ignoreTrailingSlash: true, maxParamLength: headerBytes };

export function limitedServer(connections: Connections, statementTimeoutMs: number): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      headersTimeout: 20_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 5_000,
      // Node would drop such requests, or refuse them with a bare status; we refuse them with a problem.
      joinDuplicateHeaders: true,
      requireHostHeader: false,
    },
    connections.listener,
  );
  server.on('checkExpectation', connections.listener);
  server.on('connect', (_request, socket) => socket.end(malformedAnswer(new Error('no proxy'))));
  // A socket on which nothing moves is given up, but never while a statement may still be running.
  const idleMs = statementTimeoutMs === 0 ? 0 : Math.max(120_000, statementTimeoutMs + 30_000);
  return server.setTimeout(idleMs, (socket) => connections.giveUp(socket));
}
