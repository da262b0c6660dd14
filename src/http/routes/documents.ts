// The routes that saved queries and dashboards share: create, read, change, delete, lists and versions.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentKind, Page, StoredDocument } from '../../app/saved/document.ts';
import type { DocumentUse } from '../../app/saved/use.ts';
import { Problem } from '../../contract/problem.ts';
import type { Store } from '../../store/store.ts';
import { jsonType, sendJson, sendTagged, tagged } from '../answer/answers.ts';
import { type LazySchema, schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Caller } from '../gate/caller.ts';
import type { Hosts } from '../gate/hosts.ts';
import { preconditionOf } from '../gate/preconditions.ts';

const schemas = () => import('../../contract/documents.ts');

export type SavedModule = typeof import('../../app/saved/saved.ts');
let loaded: SavedModule | undefined;

/** All that saved queries and dashboards need; loaded by the first request for one. */
export async function loadSaved(): Promise<SavedModule> {
  loaded ??= await import('../../app/saved/saved.ts');
  return loaded;
}

export interface DocumentRoutes {
  readonly kind: DocumentKind;
  /** The path of the list. */
  readonly path: string;
  readonly tags: readonly string[];
  /** Used in sentences, singular and plural. */
  readonly title: string;
  readonly titles: string;
  readonly body: LazySchema;
  readonly resource: LazySchema;
  readonly list: LazySchema;
  use(saved: SavedModule): DocumentUse;
}

const defaultItems = 100;

/** An empty answer, for the OpenAPI description. */
export const emptyAnswer = schemaOf(schemas, 'Nothing');

export function documentRoutes(app: App, store: Store, hosts: Hosts, of: DocumentRoutes): void {
  const { path, title, titles, body, resource, list } = of;
  const tags = [...of.tags];
  const one = `${path}/:slug`;
  const params = schemaOf(schemas, 'SlugParams');

  app.post(
    path,
    { schema: { summary: `Save a ${title}`, tags, body, response: { 201: resource } }, ...readsOwnBody },
    async (request, reply) => {
      const caller = callerOf(request);
      const use = await loadSaved();
      await refuseReduced(use, caller);
      const { documents, read } = of.use(use);
      const { slug, draft } = read(request.body);
      const stored = await documents.create(use.readerOf(caller.principal), await draft(caller), slug);
      return sendMade(use, request, reply, stored);
    },
  );

  app.get(
    path,
    {
      schema: {
        summary: `The ${titles} that you may see, the latest change first`,
        tags,
        querystring: schemaOf(schemas, 'KeptQuery'),
        response: { 200: list },
      },
    },
    async (request, reply) => {
      const { search = null, limit, after = null } = request.query;
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      const page = await of.use(use).documents.list(reader, { search, after, limit: limitOf(limit) });
      return sendPage(use, request, reply, page);
    },
  );

  app.get(
    one,
    { schema: { summary: `A ${title}`, tags, params, response: { 200: resource } } },
    async (request, reply) => {
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      return sendDocument(use, request, reply, await of.use(use).documents.find(reader, request.params.slug));
    },
  );

  app.put(
    one,
    {
      schema: {
        summary: `Change a ${title}, with If-Match; or make it under this slug`,
        tags,
        params,
        body,
        response: { 200: resource, 201: resource },
      },
      ...readsOwnBody,
    },
    async (request, reply) => {
      const { slug } = request.params;
      const caller = callerOf(request);
      const use = await loadSaved();
      await refuseReduced(use, caller);
      const { documents, read } = of.use(use);
      const { readSlug } = use;
      const given = read(request.body);
      if (given.slug !== null && given.slug !== slug) throw otherSlug(slug);
      const reader = use.readerOf(caller.principal);
      const draft = () => given.draft(caller);
      const { stored: kept, isNew } = await documents.put(
        reader,
        readSlug(slug),
        draft,
        preconditionOf(request),
      );
      return isNew ? sendMade(use, request, reply, kept) : sendDocument(use, request, reply, kept);
    },
  );

  app.delete(
    one,
    { schema: { summary: `Remove a ${title}, with If-Match`, tags, params, response: { 204: emptyAnswer } } },
    async (request, reply) => {
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      await of.use(use).documents.remove(reader, request.params.slug, preconditionOf(request));
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/versions`,
    {
      schema: {
        summary: `The versions of a ${title}, the newest first`,
        tags,
        params,
        querystring: schemaOf(schemas, 'VersionsQuery'),
        response: { 200: list },
      },
    },
    async (request, reply) => {
      const { limit, after = null } = request.query;
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      const asked = { limit: limitOf(limit), after };
      return sendPage(
        use,
        request,
        reply,
        await of.use(use).documents.versions(reader, request.params.slug, asked),
      );
    },
  );

  const version = `${one}/versions/:version`;
  const ofVersion = schemaOf(schemas, 'VersionParams');
  app.get(
    version,
    { schema: { summary: `A version of a ${title}`, tags, params: ofVersion, response: { 200: resource } } },
    async (request, reply) => {
      const { slug, version: number } = request.params;
      const use = await loadSaved();
      const reader = use.readerOf(callerOf(request).principal);
      return sendDocument(use, request, reply, await of.use(use).documents.version(reader, slug, number));
    },
  );

  app.post(
    `${version}/restore`,
    {
      schema: {
        summary: `Make a version of a ${title} the newest one again, with If-Match`,
        tags,
        params: ofVersion,
        response: { 200: resource },
      },
    },
    async (request, reply) => {
      const { slug, version: number } = request.params;
      const use = await loadSaved();
      await refuseReduced(use, callerOf(request));
      const reader = use.readerOf(callerOf(request).principal);
      const condition = preconditionOf(request);
      return sendDocument(
        use,
        request,
        reply,
        await of.use(use).documents.restore(reader, slug, number, condition),
      );
    },
  );

  /**
   * A link shows its content with all rights of its maker, so a token with fewer rights must not change that content.
   */
  async function refuseReduced(use: SavedModule, { principal }: Caller): Promise<void> {
    if (!principal.isReduced || !(await new use.Links(store).hasAny(use.readerOf(principal)))) return;
    throw new Problem(
      'forbidden',
      'There are links of yours, which show what you may see with all your roles, and this token has some of them: log in to save.',
    );
  }

  function sendMade(
    use: SavedModule,
    request: FastifyRequest,
    reply: FastifyReply,
    stored: StoredDocument,
  ): FastifyReply {
    const location = `${hosts.links(request).base}${path}/${stored.slug}`;
    return sendDocument(use, request, reply.code(201).header('location', location), stored);
  }

  function sendPage(
    use: SavedModule,
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page<StoredDocument>,
  ): FastifyReply {
    linkNext(hosts, request, reply, page.next);
    const text = `{"data":[${page.items.map(use.resourceText).join(',')}]}`;
    return sendTagged(request, reply.type(jsonType), text);
  }
}

function sendDocument(
  use: SavedModule,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredDocument,
): FastifyReply {
  const text = use.resourceText(stored);
  const tag = use.tagOfVersion(stored);
  if (request.method === 'GET') return sendTagged(request, reply.type(jsonType), text, tag);
  return sendJson(reply.header('etag', tag).headers(tagged), text);
}

/** Adds a link to the next page of a list, if there is one. */
export function linkNext(
  hosts: Hosts,
  request: FastifyRequest,
  reply: FastifyReply,
  after: string | null,
): void {
  if (after === null) return;
  const { base } = hosts.links(request);
  const next = new URL(request.url, base);
  next.searchParams.set('after', after);
  reply.header('link', `<${base}${next.pathname}${next.search}>; rel="next"`);
}

export function limitOf(limit: string | undefined): number {
  return limit === undefined ? defaultItems : Number(limit);
}

function otherSlug(slug: string): Problem {
  return new Problem(
    'malformed-request',
    `The slug of this address is "${slug}": leave it out of the body.`,
    {
      pointer: '/slug',
    },
  );
}
