// Saved queries: /api/queries, and their rows as a page or a file.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { QueryString } from '../../app/saved/arguments.ts';
import type { Rows } from '../../app/saved/rows.ts';
import { type ExportFormat, exportFormats, exportTypes } from '../../contract/formats.ts';
import { isKnown, jsonType, sendJson, sendTagged, tagged } from '../answer/answers.ts';
import { attachment, files } from '../answer/media.ts';
import { schemaOf } from '../answer/schemas.ts';
import { streamBody, streamJson } from '../answer/stream.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Caller } from '../gate/caller.ts';
import type { Hosts } from '../gate/hosts.ts';
import { type DocumentRoutes, documentRoutes, loadSaved } from './documents.ts';

const schemas = () => import('../../contract/saved.ts');
const kept = () => import('../../contract/documents.ts');
const grid = () => import('../../contract/grid.ts');

const tags = ['Saved queries'];
const path = '/api/queries';

export function savedQueryRoutes(app: App, services: Services, hosts: Hosts): void {
  const { database, store } = services;
  const ofQueries: DocumentRoutes = {
    kind: 'query',
    path,
    tags,
    title: 'saved query',
    titles: 'saved queries',
    body: schemaOf(schemas, 'SavedQueryBody'),
    resource: schemaOf(schemas, 'SavedQuery'),
    list: schemaOf(schemas, 'SavedQueryList'),
    use: ({ savedQueries }) => savedQueries(database, store),
  };
  documentRoutes(app, store, hosts, ofQueries);

  const rows = async (
    request: FastifyRequest<{ Params: { slug: string } }>,
    reply: FastifyReply,
    format: ExportFormat | null,
  ) => {
    const caller = callerOf(request);
    const use = await loadSaved();
    const found = await ofQueries
      .use(use)
      .documents.find(use.readerOf(caller.principal), request.params.slug);
    const asked = { stored: found, sent: sentIn(request), format, isKnown: knownTo(request) };
    return sendRows(request, reply, caller, await use.runSaved(database, caller, asked));
  };
  const params = schemaOf(kept, 'SlugParams');

  app.get<{ Params: { slug: string } }>(
    `${path}/:slug/rows`,
    {
      schema: {
        summary: 'A page of the rows of a saved query; each parameter by its name',
        tags,
        params,
        response: { 200: schemaOf(grid, 'GridAnswer') },
      },
    },
    (request, reply) => rows(request, reply, null),
  );

  for (const format of exportFormats) {
    app.get<{ Params: { slug: string } }>(
      `${path}/:slug/rows.${format}`,
      {
        schema: {
          summary: `All rows of a saved query as a ${format} file`,
          tags,
          params,
          response: { 200: files([exportTypes[format]]) },
        },
      },
      (request, reply) => rows(request, reply, format),
    );
  }
}

/** As the framework parses a query string. */
export function sentIn({ query }: FastifyRequest): QueryString {
  return query as QueryString;
}

export function knownTo({ headers }: FastifyRequest): (tag: string) => boolean {
  return (tag) => isKnown(headers['if-none-match'], tag);
}

/**
 * Tags the answer with the data's version if there is one; otherwise a short answer gets a hash of its bytes,
 * computed each time. Neither ever validates a stale answer.
 */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  { tag, body }: Rows,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(tagged);
  if (tag !== null) reply.header('etag', tag);
  if (body === null) return reply.code(304).send();
  if (body instanceof Uint8Array) {
    return tag === null ? sendTagged(request, reply.type(jsonType), body) : sendJson(reply, body);
  }
  if (!('fileName' in body)) return streamJson(reply, body, caller.signal);
  reply.type(body.contentType).header('content-disposition', attachment(body.fileName));
  return streamBody(reply, body.body, caller.signal);
}
