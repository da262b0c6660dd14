// Links to saved queries and dashboards: made and ended by their owner, followed by anybody.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredDocument } from '../../app/saved/document.ts';
import type { Documents } from '../../app/saved/documents.ts';
import type { LinkDraft, LinkTarget } from '../../app/saved/links.ts';
import { type ExportFormat, exportFormats, exportTypes } from '../../contract/formats.ts';
import { Problem } from '../../contract/problem.ts';
import { jsonType, sendJson, sendTagged } from '../answer/answers.ts';
import { files } from '../answer/media.ts';
import { schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App, Services } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';
import type { Caller } from '../gate/caller.ts';
import type { Hosts } from '../gate/hosts.ts';
import { emptyAnswer, loadSaved, type SavedModule } from './documents.ts';
import { knownTo, sendRows, sentIn } from './saved-queries.ts';

const schemas = () => import('../../contract/saved.ts');
const dashboardSchemas = () => import('../../contract/dashboards.ts');
const kept = () => import('../../contract/documents.ts');

const tags = ['Links'];

/** A kind of document that links lead to. */
interface LinkedKind {
  readonly path: string;
  readonly title: string;
  documents(use: SavedModule): Documents;
  read(use: SavedModule, caller: Caller, document: StoredDocument, body: unknown): Promise<LinkDraft>;
}

export function linkRoutes(app: App, { database, store }: Services, hosts: Hosts, gate: Gate): void {
  const queries = (use: SavedModule) => use.savedQueries(database, store).documents;
  const linked: readonly LinkedKind[] = [
    {
      path: '/api/queries/:slug/links',
      title: 'saved query',
      documents: queries,
      read: (use, caller, query, body) => use.readQueryLink(database, caller, query, body),
    },
    {
      path: '/api/dashboards/:slug/links',
      title: 'dashboard',
      documents: (use) => use.dashboards(store).documents,
      read: (use, caller, board, body) => use.readDashboardLink(database, caller, queries(use), board, body),
    },
  ];
  for (const of of linked) ownRoutes(app, store, hosts, of);

  /** Uses the maker's present rights: what they no longer see is not shown. */
  async function followed(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
  ): Promise<LinkTarget & { readonly use: SavedModule; readonly caller: Caller }> {
    // Anybody with the address may read it, other sites' pages included. No credentials are involved.
    reply.header('access-control-allow-origin', '*');
    const use = await loadSaved();
    const links = new use.Links(store);
    const shown = await links.follow(secret);
    if (shown === null) throw use.noLink();
    const link = { maker: shown.maker, exists: () => links.isThere(secret), notFound: use.noLink };
    const action = sentIn(request).format === undefined ? 'read' : 'export';
    const caller = await gate.asMaker(link, action, request.raw, reply.raw);
    if (caller === null || !use.sees(use.readerOf(caller.principal), shown.stored)) throw use.noLink();
    return { ...shown, use, caller };
  }

  /** The maker of the link has fixed the values; only the page is left to choose. */
  async function sendShown(
    request: FastifyRequest,
    reply: FastifyReply,
    { use, caller, ...shown }: Awaited<ReturnType<typeof followed>>,
    query: StoredDocument,
  ): Promise<FastifyReply> {
    const { format, ...sent } = sentIn(request);
    const settled = use.settledFor(query, shown);
    const asked = { stored: query, sent, settled, format: formatOf(format), isKnown: knownTo(request) };
    return sendRows(request, reply, caller, await use.runSaved(database, caller, asked));
  }

  app.get(
    '/api/links/:secret',
    {
      config: { open: true },
      schema: {
        summary:
          'What a link shows, without a login: the rows of a saved query (?format= for a file), or a dashboard',
        tags,
        params: schemaOf(kept, 'SharedParams'),
        response: {
          200: {
            ...files(Object.values(exportTypes), schemaOf(dashboardSchemas, 'SharedAnswer')),
            description: 'Rows, a file of them, or a dashboard',
          },
        },
      },
    },
    async (request, reply) => {
      const shown = await followed(request, reply, request.params.secret);
      if (shown.kind !== 'dashboard') return sendShown(request, reply, shown, shown.stored);
      const { use, caller } = shown;
      const found = await use.queriesOf(queries(use), use.readerOf(caller.principal), shown.stored);
      const meant = new Map([...found].filter(([, query]) => use.isIntended(query, shown, caller.principal)));
      return sendTagged(request, reply.type(jsonType), use.sharedText(shown.stored, meant));
    },
  );

  app.get(
    '/api/links/:secret/tiles/:tile',
    {
      config: { open: true },
      schema: {
        summary: 'The rows of a tile of the dashboard that a link shows, without a login',
        tags,
        params: schemaOf(kept, 'SharedTileParams'),
        response: { 200: { ...files(Object.values(exportTypes)), description: 'Rows, or a file of them' } },
      },
    },
    async (request, reply) => {
      const { secret, tile } = request.params;
      const shown = await followed(request, reply, secret);
      const { use, caller } = shown;
      const reader = use.readerOf(caller.principal);
      const query =
        shown.kind === 'dashboard' ? await use.queryOfTile(queries(use), reader, shown.stored, tile) : null;
      if (query === null || !use.isIntended(query, shown, caller.principal)) throw use.noLink();
      return sendShown(request, reply, shown, query);
    },
  );
}

/** What the owner does with the links of a document. */
function ownRoutes(app: App, store: Services['store'], hosts: Hosts, of: LinkedKind): void {
  const { path, title } = of;
  const params = schemaOf(kept, 'SlugParams');

  app.post(
    path,
    {
      schema: {
        summary: `Make a link under which a ${title} is read without a login`,
        tags,
        params,
        body: schemaOf(schemas, 'LinkBody'),
        response: { 201: schemaOf(schemas, 'NewLink') },
      },
      ...readsOwnBody,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const use = await loadSaved();
      const reader = use.readerOf(caller.principal);
      const document = await of.documents(use).findOwn(reader, request.params.slug);
      if (caller.principal.isReduced) throw reducedRights();
      const link = await of.read(use, caller, document, request.body);
      const { id, secret } = await new use.Links(store).create(reader, document, link);
      return reply.code(201).send({ id, url: hosts.links(request).shared(secret), expires: link.expires });
    },
  );

  app.get(
    path,
    {
      schema: {
        summary: `The links of a ${title} that have not ended`,
        tags,
        params,
        response: { 200: schemaOf(schemas, 'LinkList') },
      },
    },
    async (request, reply) => {
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      const links = await new use.Links(store).list(
        await of.documents(use).findOwn(reader, request.params.slug),
      );
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
        response: { 204: emptyAnswer },
      },
    },
    async (request, reply) => {
      const { slug, id } = request.params;
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      await new use.Links(store).remove(await of.documents(use).findOwn(reader, slug), id);
      return reply.code(204).send(null);
    },
  );
}

/** Following a link grants all rights of its maker, so a token with fewer rights must not make one. */
function reducedRights(): Problem {
  return new Problem(
    'forbidden',
    'A link shows what you may see with all your roles, and this token has some of them: log in to make one.',
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
