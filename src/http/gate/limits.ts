// The sizes and times allowed for one connection.
import type { Server } from 'node:http';
import { malformedAnswer } from '../answer/malformed.ts';
import type { Connections } from './connections.ts';

// Importing node:http evaluates all its exports, and some load a whole HTTP client: half of a small server's start-up
// time.
const { createServer } = process.getBuiltinModule('node:http');

/** A URL may be as long as all headers together: a key may contain several long texts. */
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
      // Node would drop such requests or refuse them with a bare status; we answer with a problem.
      joinDuplicateHeaders: true,
      requireHostHeader: false,
    },
    connections.listener,
  );
  server.on('checkExpectation', connections.listener);
  server.on('connect', (_request, socket) => socket.end(malformedAnswer(new Error('no proxy'))));
  // Idle sockets are closed, but never while a statement may still be running.
  const idleMs = statementTimeoutMs === 0 ? 0 : Math.max(120_000, statementTimeoutMs + 30_000);
  return server.setTimeout(idleMs, (socket) => connections.giveUp(socket));
}
