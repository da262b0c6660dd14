// Changes of data: change sets and their history, and single records as sets of one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Changes, SetReply } from '../../app/change/changes.ts';
import { Staging } from '../../app/change/import/staging.ts';
import type { RecordReply } from '../../app/change/record-changes.ts';
import { recordTag } from '../../app/read/record-tag.ts';
import { sendJson, tagged } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';
import { closeAddress } from '../gate/methods.ts';
import { preconditionOf } from '../gate/preconditions.ts';
import { objectIn } from '../sets/change-bodies.ts';
import { SetReader } from '../sets/set-reader.ts';
import { changeRequestOf, linkTo, requestKey } from './change-request.ts';
import { importPaths, importRoutes } from './imports.ts';
import { recordAddress } from './records.ts';

const tags = ['Changes'];
const schemas = () => import('../../contract/change.ts');
const record = () => import('../../contract/record.ts');
const nothing = schemaOf(() => import('../../contract/documents.ts'), 'Nothing');

/** Enough for ten thousand rows. */
const setBytes = 64 * 1024 * 1024;

/** The use case parses the body's text, so values keep their digits. */
const asText = { config: { bodyAsText: true }, ...readsOwnBody } as const;

const all = '/api/database/changes';
const one = `${all}/:id`;
const undo = `${one}/undo`;
const add = '/api/database/tables/:entity/add';
const recs = '/api/database/tables/:entity/recs/:key';

/** `changes` null: the service is read-only. */
export function changeRoutes(app: App, changes: Changes | null, hosts: Hosts): void {
  if (changes === null) {
    const detail = 'Nothing can be changed: the service was started without --edit.';
    for (const url of [all, one, undo, add, ...Object.values(importPaths)]) closeAddress(app, url, detail);
    return;
  }
  setRoutes(app, changes, hosts);
  recordChangeRoutes(app, changes, hosts);
  importRoutes(app, changes, new Staging(), hosts);
}

function setRoutes(app: App, changes: Changes, hosts: Hosts): void {
  const reader = new SetReader();
  app.addHook('onClose', () => reader.close());
  const resource = schemaOf(schemas, 'ChangeSet');
  const params = schemaOf(schemas, 'ChangeParams');
  app.post(
    all,
    {
      schema: {
        summary: 'Apply changes, all of them or none; with an Idempotency-Key at most once',
        tags,
        querystring: schemaOf(schemas, 'NoParameters'),
        body: schemaOf(schemas, 'ChangeSetBody'),
        response: { 200: schemaOf(schemas, 'DryRun'), 201: resource },
      },
      bodyLimit: setBytes,
      config: { bodyAsBytes: true },
      ...readsOwnBody,
    },
    async (request, reply) => {
      const sent = await reader.read(bytesOf(request));
      return sendSet(
        hosts,
        request,
        reply,
        await changes.apply(changeRequestOf(hosts, request, sent.identity), sent),
      );
    },
  );

  app.get(
    all,
    {
      schema: {
        summary: 'The history of changes, the newest first',
        tags,
        querystring: schemaOf(schemas, 'ChangesQuery'),
        response: { 200: schemaOf(schemas, 'ChangeSetList') },
      },
    },
    async (request, reply) => {
      const requester = callerOf(request);
      const { idempotency_key: key, ...query } = request.query;
      const { body, next } =
        key === undefined
          ? await changes.history.list(requester, query)
          : await changes.history.ofRequest(requester, requestKey(requester, key), query);
      if (next !== null) {
        const url = new URL(request.url, hosts.links(request).base);
        url.searchParams.set('after', next);
        reply.header('link', `<${hosts.links(request).base}${url.pathname}${url.search}>; rel="next"`);
      }
      return sendJson(reply, body);
    },
  );

  app.get(
    one,
    {
      schema: {
        summary: 'One change set; a long one, such as an import, page by page',
        tags,
        params,
        querystring: schemaOf(schemas, 'ChangePageQuery'),
        response: { 200: resource },
      },
    },
    async (request, reply) => {
      const page = Number(request.query.page ?? 1);
      const { id } = request.params;
      const { body, isLast } = await changes.history.readPage(callerOf(request), id, page);
      if (!isLast) {
        const next = `${hosts.links(request).changes()}/${id}?page=${page + 1}`;
        reply.header('link', `<${next}>; rel="next"`);
      }
      return sendJson(reply, body);
    },
  );

  app.post(
    undo,
    {
      schema: {
        summary: 'Take a change set back, as a new one',
        tags,
        params,
        querystring: schemaOf(schemas, 'NoParameters'),
        body: schemaOf(schemas, 'UndoBody'),
        response: { 201: resource },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const note = request.body?.note ?? null;
      const changeRequest = changeRequestOf(hosts, request, JSON.stringify(request.body ?? null));
      return sendSet(hosts, request, reply, await changes.undo(changeRequest, id, note));
    },
  );
}

function recordChangeRoutes(app: App, changes: Changes, hosts: Hosts): void {
  const body = schemaOf(schemas, 'RecordBody');
  const answer = schemaOf(record, 'Record');
  app.post(
    add,
    {
      schema: {
        summary: 'Add a record; with an Idempotency-Key at most once',
        tags,
        params: schemaOf(record, 'EntityParams'),
        querystring: schemaOf(schemas, 'NoParameters'),
        body,
        response: { 201: answer },
      },
      ...asText,
    },
    async (request, reply) => {
      const text = objectIn(textOf(request));
      const { entity } = recordAddress(request);
      const made = await changes.records.add(changeRequestOf(hosts, request, text), entity, text);
      const url = urlIn(made.record);
      if (url !== null) reply.header('location', url);
      return sendRecord(hosts, request, reply.code(201), made);
    },
  );

  const schema = {
    tags,
    params: schemaOf(record, 'RecordParams'),
    querystring: schemaOf(record, 'RecordQuery'),
  };
  app.patch(
    recs,
    {
      schema: {
        ...schema,
        summary: 'Change values of a record, with If-Match',
        body,
        response: { 200: answer },
      },
      ...asText,
    },
    async (request, reply) => {
      const text = objectIn(textOf(request));
      const changeRequest = changeRequestOf(hosts, request, text);
      const condition = preconditionOf(request);
      const changed = await changes.records.patch(changeRequest, recordAddress(request), text, condition);
      return sendRecord(hosts, request, reply, changed);
    },
  );

  app.delete(
    recs,
    { schema: { ...schema, summary: 'Remove a record, with If-Match', response: { 204: nothing } } },
    async (request, reply) => {
      const ask = changeRequestOf(hosts, request, '');
      const removed = await changes.records.remove(ask, recordAddress(request), preconditionOf(request));
      return reply
        .header('link', linkTo(hosts.links(request), removed.id))
        .code(204)
        .send(null);
    },
  );
}

function bytesOf({ body }: { readonly body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function textOf({ body }: { readonly body: unknown }): string {
  return typeof body === 'string' ? body : '';
}

function sendSet(
  hosts: Hosts,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, body }: SetReply,
): FastifyReply {
  if (id !== null) reply.code(201).header('location', `${hosts.links(request).changes()}/${id}`);
  return sendJson(reply, body);
}

function sendRecord(
  hosts: Hosts,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, record: text }: RecordReply,
): FastifyReply {
  reply.header('link', linkTo(hosts.links(request), id));
  // A user may be allowed to add a record but not to see it.
  if (text === null) return sendJson(reply, '{}');
  return sendJson(reply.header('etag', recordTag(text)).headers(tagged), text);
}

/** The record's address, if it has one. */
function urlIn(text: string | null): string | null {
  const url = text === null ? undefined : /.*"__url__":("[^"]*"),"__links__":/s.exec(text)?.[1];
  return url === undefined ? null : String(JSON.parse(url));
}
