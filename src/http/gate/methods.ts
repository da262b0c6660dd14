// Every known path answers every method: unsupported ones with 405, OPTIONS with the supported ones.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import { decodeSegment, rawSegments } from './address.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface KnownPath {
  readonly methods: Set<string>;
  readonly open: boolean;
}

/**
 * Call it before adding routes, and call the function it returns after. Unknown addresses under /api need a session
 * like the known ones.
 */
export function answerOtherMethods(app: App): () => void {
  const known = new Map<string, KnownPath>();
  app.decorate('knownPaths', known);
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = known.get(url) ?? { methods: new Set(), open: config?.open === true };
    known.set(url, path);
    if (config?.closed === true) return;
    for (const one of [method].flat()) path.methods.add(one);
  });
  return () => {
    const paths = [...known].map(([url, path]) => ({ url, path, segments: url.slice(1).split('/') }));
    for (const { url, path } of paths) if (path.open) answerMissing(app, url, path);
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const given = rawSegments(request).map(decodeSegment);
      const found = paths.find(({ segments }) => fits(segments, given));
      if (found !== undefined) return refuse(request, reply, allowedOf(found.path));
      throw new Problem('not-found', 'There is nothing at this address.');
    };
    // One route for all closed methods: a route per method and path would take a tenth of the start-up time.
    app.all('/api/*', { schema: { hide: true }, onRequest: answer }, answered);
    // Includes methods that do not exist.
    app.setNotFoundHandler(answer);
  };
}

/** For an address that exists but accepts no method: `detail` says why. */
export function closeAddress(app: App, url: string, detail: string): void {
  app.route({
    method: methods.filter((method) => method !== 'OPTIONS'),
    url,
    config: { closed: true },
    schema: { hide: true },
    onRequest: async () => {
      throw new Problem('method-not-allowed', detail, { allow: ['OPTIONS'] });
    },
    handler: answered,
  });
}

function answerMissing(app: App, url: string, path: KnownPath): void {
  const allow = allowedOf(path);
  app.route({
    method: methods.filter((method) => !path.methods.has(method)),
    url,
    config: { open: path.open, closed: true },
    schema: { hide: true },
    onRequest: (request, reply) => refuse(request, reply, allow),
    handler: answered,
  });
}

/** The onRequest hook answers these routes, before an unneeded body is read. */
async function answered(): Promise<never> {
  throw new Error('The hook should have answered.');
}

function allowedOf(path: KnownPath): string[] {
  return [...methods.filter((method) => path.methods.has(method) && method !== 'OPTIONS'), 'OPTIONS'];
}

async function refuse(request: FastifyRequest, reply: FastifyReply, allow: string[]): Promise<FastifyReply> {
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow.join(', ')).send();
  throw new Problem('method-not-allowed', `${request.method} does not fit this address.`, { allow });
}

/** A trailing slash is not a segment. */
function fits(segments: readonly string[], given: readonly string[]): boolean {
  const length = given.at(-1) === '' ? given.length - 1 : given.length;
  return segments.length === length && segments.every((name, i) => name.startsWith(':') || name === given[i]);
}
