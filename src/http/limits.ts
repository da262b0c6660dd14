// What one connection may cost: sizes and times, all of them said here.
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';

/** A URL may be as long as all headers together: keys of several long texts are part of it. */
const headerBytes = 64 * 1024;

export function connectionLimits(statementTimeoutMs: number) {
  return {
    http: { headersTimeout: 20_000, maxHeaderSize: headerBytes, connectionsCheckingInterval: 5_000 },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // A socket on which nothing moves is given up, but never while a statement may still be running.
    connectionTimeout: statementTimeoutMs === 0 ? 0 : Math.max(120_000, statementTimeoutMs + 30_000),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: headerBytes },
  } satisfies FastifyHttpOptions<RawServerDefault>;
}
