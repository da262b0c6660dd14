// Lists of records, single records, and the raw bytes of a binary column.

import type { FastifyRequest } from 'fastify';
import { recordTag } from '../../app/read/record-tag.ts';
import { listRecords, type RecordRequest, readBytes, readRecord } from '../../app/read/records.ts';
import { entityOf } from '../../app/snapshot.ts';
import type { RecordQuery } from '../../contract/record.ts';
import { jsonType, sendJson, sendTagged } from '../answer/answers.ts';
import { attachment, files, mediaOf, mediaTypes } from '../answer/media.ts';
import { schemaOf } from '../answer/schemas.ts';
import { streamJson } from '../answer/stream.ts';
import type { App, Services } from '../app.ts';
import { decodeSegment, rawSegments } from '../gate/address.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';

const tags = ['Records'];
const record = () => import('../../contract/record.ts');

/** Splits `/api/database/tables/<entity>/recs/<key>/<column>`. */
function address(request: FastifyRequest): { entity: string; key: string; column: string } {
  const [, , , entity = '', , key = '', column = ''] = rawSegments(request);
  return { entity: decodeSegment(entity), key, column: decodeSegment(column) };
}

export function recordRoutes(app: App, { database }: Services, hosts: Hosts): void {
  app.get(
    '/api/database/tables/:entity',
    {
      schema: {
        summary: 'All records of an entity, in the order of its key',
        tags,
        params: schemaOf(record, 'EntityParams'),
        querystring: schemaOf(record, 'ListQuery'),
        response: { 200: schemaOf(record, 'RecordList') },
      },
    },
    async (request, reply) => {
      const { entity } = address(request);
      const { offset, limit } = request.query;
      const links = hosts.links(request);
      const caller = callerOf(request);
      // HEAD only asks whether the list exists.
      if (request.method === 'HEAD') {
        await database.use(caller, async (snapshot) => entityOf(snapshot.database, entity));
        return sendJson(reply);
      }
      const page = {
        entity,
        offset: BigInt(offset ?? 0),
        limit: limit === undefined ? null : BigInt(limit),
      };
      const { rows, isView } = await listRecords(database, caller, page, links);
      const add = isView ? 'null' : JSON.stringify(links.add(entity));
      return streamJson(reply, rows, caller.signal, { head: `{"add":${add},"data":[`, tail: ']}' });
    },
  );

  app.get(
    '/api/database/tables/:entity/recs/:key',
    {
      schema: {
        summary: 'One record',
        tags,
        params: schemaOf(record, 'RecordParams'),
        querystring: schemaOf(record, 'RecordQuery'),
        response: { 200: schemaOf(record, 'Record') },
      },
    },
    async (request, reply) => {
      const where = { ...address(request), by: byOf(request.query) };
      const text = await readRecord(database, callerOf(request), where, hosts.links(request));
      return sendTagged(request, reply.type(jsonType), text, recordTag(text));
    },
  );

  app.get(
    '/api/database/tables/:entity/recs/:key/:column',
    {
      schema: {
        summary: 'The bytes of one value of a record',
        tags,
        params: schemaOf(record, 'ValueParams'),
        querystring: schemaOf(record, 'RecordQuery'),
        response: { 200: files(mediaTypes) },
      },
    },
    async (request, reply) => {
      const where = { ...address(request), by: byOf(request.query) };
      const bytes = await readBytes(database, callerOf(request), where);
      const { type, extension } = mediaOf(bytes);
      reply
        .type(type)
        .header('content-disposition', attachment(`${where.column}.${extension}`))
        // If the bytes are opened as a page, that page can do nothing.
        .header('content-security-policy', "default-src 'none'; sandbox");
      return sendTagged(request, reply, bytes);
    },
  );
}

/** The record that an address names. */
export function recordAddress(request: FastifyRequest): RecordRequest {
  const { entity, key } = address(request);
  // Validated by the route's schema, if it has one.
  return { entity, key, by: byOf(request.query as RecordQuery) };
}

function byOf({ by }: RecordQuery): string[] | null {
  return by === undefined ? null : [by].flat();
}
