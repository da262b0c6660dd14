// Import of files into tables: a file is uploaded in parts, previewed, tried, and imported as one change set.
import type { FastifyRequest } from 'fastify';
import type { Changes } from '../../app/change/changes.ts';
import type { Staging } from '../../app/change/import/staging.ts';
import { type ImportProgress, maxPartBytes } from '../../contract/import.ts';
import { Problem, problemDocument } from '../../contract/problem.ts';
import { Channel } from '../answer/channel.ts';
import { schemaOf } from '../answer/schemas.ts';
import { streamBody } from '../answer/stream.ts';
import type { App } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';
import { changeRequestOf } from './change-request.ts';

const tags = ['Changes'];
const schemas = () => import('../../contract/import.ts');
const nothing = schemaOf(() => import('../../contract/documents.ts'), 'Nothing');

export const importPaths = {
  all: '/api/database/imports',
  one: '/api/database/imports/:id',
  run: '/api/database/imports/:id/run',
} as const;

const nameOf = (request: FastifyRequest) => callerOf(request).principal.name;

/** The interval of progress lines during an import. */
const pulseMs = 200;
/** The longest time without a line, also while a file takes long to read or to commit. */
const quietMs = 15_000;

export function importRoutes(app: App, changes: Changes, staging: Staging, hosts: Hosts): void {
  stageRoutes(app, changes, staging, hosts);
  app.post(
    importPaths.run,
    {
      schema: {
        summary:
          'Import a file, or try it; with an Idempotency-Key at most once. Lines of JSON tell what happens',
        tags,
        params: schemaOf(schemas, 'ImportParams'),
        querystring: schemaOf(() => import('../../contract/change.ts'), 'NoParameters'),
        body: schemaOf(schemas, 'ImportBody'),
        response: { 200: schemaOf(schemas, 'ImportLine') },
      },
    },
    async (request, reply) => {
      const { body } = request;
      // A repetition of a completed request needs no file.
      const file = () => staging.find(nameOf(request), request.params.id);
      const changeRequest = changeRequestOf(hosts, request, JSON.stringify(body));
      const channel = new Channel<Buffer>();
      const lineOf = (line: object) => Buffer.from(`${JSON.stringify(line)}\n`);
      const say = (line: object) => channel.push(lineOf(line));
      let last: ImportProgress = { rows: 0 };
      channel.keepAlive(quietMs, () => lineOf({ progress: last }));
      let lastPulse = 0;
      const events = {
        async progress(progress: ImportProgress) {
          last = progress;
          if (performance.now() - lastPulse < pulseMs) return;
          lastPulse = performance.now();
          await say({ progress });
        },
        bad: (bad: object) => say({ bad }),
      };
      let hasBegun = false;
      const { signal } = changeRequest.requester;
      signal.addEventListener('abort', () => channel.fail(signal.reason), { once: true });
      changes.imports.run(changeRequest, file, body, events).then(
        async (done) => {
          // Remove the file before answering. If that fails, the file is removed with the old ones later.
          if (done.change_set !== null) await staging.remove(request.params).catch(() => {});
          await say({ done });
          channel.end();
        },
        async (error: unknown) => {
          if (!hasBegun || !(error instanceof Problem)) return channel.fail(error);
          await say({ problem: problemDocument(error) });
          channel.end();
        },
      );
      await channel.ready();
      hasBegun = true;
      return streamBody(reply.type('application/x-ndjson'), channel, signal);
    },
  );
}

function stageRoutes(app: App, changes: Changes, staging: Staging, hosts: Hosts): void {
  const params = schemaOf(schemas, 'ImportParams');
  app.post(
    importPaths.all,
    {
      schema: {
        summary: 'Begin to send a file that is to be imported',
        tags,
        body: schemaOf(schemas, 'StageBody'),
        response: { 201: schemaOf(schemas, 'Staged') },
      },
    },
    async (request, reply) => {
      const { id, name, bytes } = await staging.begin(nameOf(request), request.body.name);
      const location = `${hosts.links(request).base}${importPaths.all}/${id}`;
      return reply.code(201).header('location', location).send({ id, name, bytes });
    },
  );

  app.get(
    importPaths.one,
    {
      schema: {
        summary: 'What a file holds, and which columns of a table its columns seem to be',
        tags,
        params,
        querystring: schemaOf(schemas, 'LookQuery'),
        response: { 200: schemaOf(schemas, 'Look') },
      },
    },
    async (request) => {
      const file = await staging.find(nameOf(request), request.params.id);
      return changes.imports.preview(callerOf(request), file, request.query);
    },
  );

  app.delete(
    importPaths.one,
    { schema: { summary: 'Forget a file', tags, params, response: { 204: nothing } } },
    async (request, reply) => {
      await staging.remove(await staging.find(nameOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );

  // Only this address takes bytes as its body.
  app.register(async (inner) => {
    const scope: App = inner.withTypeProvider();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.patch(
      importPaths.one,
      {
        schema: {
          summary: `Send the next bytes of a file, at most ${maxPartBytes} at once`,
          tags,
          params,
          querystring: schemaOf(schemas, 'PartQuery'),
          consumes: ['application/octet-stream'],
          response: { 200: schemaOf(schemas, 'Staged') },
        },
        bodyLimit: maxPartBytes,
      },
      async (request) => {
        const { body } = request;
        if (!Buffer.isBuffer(body)) {
          throw new Problem('malformed-request', 'Expected bytes, sent as application/octet-stream.');
        }
        const file = await staging.find(nameOf(request), request.params.id);
        const bytes = await staging.add(file, Number(request.query.offset), body);
        return { id: file.id, name: file.name, bytes };
      },
    );
  });
}
