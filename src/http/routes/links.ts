// Links to saved queries and dashboards: made and ended by their owner, followed by anybody.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shown } from '../../app/saved/links.ts';
import { type ExportFormat, exportFormats } from '../../contract/formats.ts';
import { Problem } from '../../contract/problem.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App, Services } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';
import type { Caller } from '../gate/caller.ts';
import type { Hosts } from '../gate/hosts.ts';
import { nothingMore, saved } from './kept.ts';
import { knownTo, sendRows, sentIn } from './saved-queries.ts';

const shapes = () => import('../../contract/saved.ts');
const kept = () => import('../../contract/kept.ts');
const grid = () => import('../../contract/grid.ts');

const tags = ['Links'];
const path = '/api/queries/:slug/links';

export function linkRoutes(app: App, { database, store }: Services, hosts: Hosts, gate: Gate): void {
  const params = schemaOf(kept, 'SlugParams');

  app.post(
    path,
    {
      schema: {
        summary: 'Make a link under which the rows of a saved query are read without a login',
        tags,
        params,
        body: schemaOf(shapes, 'LinkBody'),
        response: { 201: schemaOf(shapes, 'NewLink') },
      },
      ...readsOwnBody,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const use = await saved();
      const reader = use.readerOf(caller.principal);
      const query = await use.savedQueries(database, store).documents.findOwn(reader, request.params.slug);
      const link = await use.readLink(database, caller, query, request.body);
      const { id, secret } = await new use.Links(store).create(reader, query, link);
      return reply.code(201).send({ id, url: hosts.links(request).shared(secret), expires: link.expires });
    },
  );

  app.get(
    path,
    {
      schema: {
        summary: 'The links of a saved query that have not ended',
        tags,
        params,
        response: { 200: schemaOf(shapes, 'LinkList') },
      },
    },
    async (request, reply) => {
      const use = await saved();
      const reader = use.readerOf(callerOf(request).principal);
      const query = await use.savedQueries(database, store).documents.findOwn(reader, request.params.slug);
      const links = await new use.Links(store).list(query);
      const data = links.map(({ createdAt, ...link }) => ({
        ...link,
        created: new Date(createdAt).toISOString(),
      }));
      return sendJson(reply, use.writeExact({ data }));
    },
  );

  app.delete(
    `${path}/:id`,
    {
      schema: {
        summary: 'End a link',
        tags,
        params: schemaOf(kept, 'LinkParams'),
        response: { 204: nothingMore },
      },
    },
    async (request, reply) => {
      const { slug, id } = request.params;
      const use = await saved();
      const reader = use.readerOf(callerOf(request).principal);
      const query = await use.savedQueries(database, store).documents.findOwn(reader, slug);
      await new use.Links(store).remove(query, id);
      return reply.code(204).send(null);
    },
  );

  /** Under the rights that the maker has now; what they do not see any more is not shown. */
  async function followed(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
  ): Promise<Shown & { caller: Caller }> {
    const use = await saved();
    const shown = await new use.Links(store).follow(secret);
    const caller = shown === null ? null : await gate.standIn(shown.maker, request.raw, reply.raw);
    if (shown === null || caller === null || !use.sees(use.readerOf(caller.principal), shown.kept))
      throw use.noLink();
    return { ...shown, caller };
  }

  app.get(
    '/api/links/:secret',
    {
      config: { open: true },
      schema: {
        summary: 'What a link shows, without a login: the rows of a saved query; ?format= for a file',
        tags,
        params: schemaOf(kept, 'SharedParams'),
        response: { 200: schemaOf(grid, 'GridAnswer') },
      },
    },
    async (request, reply) => {
      // Whoever has the address may read the rows, the page of another site too. No credentials are asked for here.
      reply.header('access-control-allow-origin', '*');
      const use = await saved();
      const { caller, ...shown } = await followed(request, reply, request.params.secret);
      const { format, ...sent } = sentIn(request);
      const asked = {
        kept: shown.kept,
        // Whoever made the link has settled the values, so that only the page is left to choose.
        sent,
        settled: shown.arguments,
        format: formatOf(format),
        isKnown: knownTo(request),
      };
      return sendRows(request, reply, caller, await use.runSaved(database, caller, asked));
    },
  );
}

function formatOf(format: string | readonly string[] | undefined): ExportFormat | null {
  if (format === undefined) return null;
  const found = exportFormats.find((each) => each === format);
  if (found !== undefined) return found;
  throw new Problem(
    'malformed-request',
    `The parameter "format" must be one of ${exportFormats.join(', ')}.`,
    {
      allowed: exportFormats,
    },
  );
}
