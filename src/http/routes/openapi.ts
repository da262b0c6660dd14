// The API's OpenAPI description, and a page that shows it.
import { readFile } from 'node:fs/promises';
import type { RouteOptions } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { sendJson, sendTagged } from '../answer/answers.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';
import { loadSaved } from './documents.ts';

/** `up` leads from the page's address to its script; it differs with a trailing slash. */
const page = (up: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Joinery API</title>
<link rel="icon" href="data:,">
<script type="module" src="${up}docs/reference.js"></script>
<noscript>This page draws the document at <a href="${up}openapi.json">openapi.json</a> with a script.</noscript>
</html>
`;

/**
 * Call it before adding the routes to describe. The document and its generator are rarely needed, so they are loaded
 * on the first request.
 */
export function openApiRoutes(
  app: App,
  { store, database }: Services,
  hosts: Hosts,
  version: string,
  needsSession: boolean,
): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && route.schema?.hide !== true) routes.push(route);
  });
  const description = once(async () => {
    const { describeRoutes } = await import('./openapi-document.ts');
    return describeRoutes(routes, version, needsSession);
  });
  const script = once(() => readFile(new URL('reference/reference.js', import.meta.url)));

  const options = { schema: { hide: true } };
  app.get('/api/openapi.json', options, async (request, reply) => {
    const use = await loadSaved();
    const { savedPaths } = await import('./openapi-saved.ts');
    const { documents } = use.savedQueries(database, store);
    const reader = use.readerOf(callerOf(request).principal);
    const queries = await documents.all(reader).catch(nullIfUnavailable);
    const { paths, info, ...rest } = await description();
    const document = {
      ...rest,
      info: queries === null ? { ...info, description: `${info.description} ${withoutSaved}` } : info,
      paths: { ...paths, ...savedPaths(queries ?? [], use.parseExact) },
      servers: [{ url: hosts.links(request).base }],
    };
    return sendJson(reply, use.writeExact(document));
  });
  const ofPage = { ...options, config: { page: true } };
  app.get('/api/docs', ofPage, async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    return sendTagged(request, reply.type('text/html; charset=utf-8'), page(path.endsWith('/') ? '../' : ''));
  });
  app.get('/api/docs/reference.js', ofPage, async (request, reply) =>
    sendTagged(request, reply.type('text/javascript; charset=utf-8'), await script()),
  );
}

const withoutSaved =
  'The state store cannot be reached at the moment: the operations of saved queries are not in this document.';

/** Data can be read while the state store is unavailable, so its description must be too. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof Problem && error.kind === 'store-unavailable') return null;
  throw error;
}

/** Runs once, at the first call; a failure is retried at the next. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
