// The audit log, for admins.
import type { Audit } from '../../app/audit/audit.ts';
import { Problem } from '../../contract/problem.ts';
import { files } from '../answer/media.ts';
import { schemaOf } from '../answer/schemas.ts';
import { streamBody } from '../answer/stream.ts';
import type { App } from '../app.ts';
import { adminOf } from '../gate/admins.ts';

const schemas = () => import('../../contract/audit.ts');

export function auditRoutes(app: App, audit: Audit | null): void {
  app.get(
    '/api/audit',
    {
      schema: {
        summary: 'The audit log, one entry in each line; all of it, or the entries that fit',
        tags: ['Access'],
        querystring: schemaOf(schemas, 'AuditQuery'),
        response: { 200: files(['application/x-ndjson']) },
      },
    },
    async (request, reply) => {
      const { signal } = adminOf(request);
      if (audit === null) throw new Problem('not-found', 'There is no audit log here.');
      const { limit, before, ...wish } = request.query;
      const lines = audit.lines({ ...wish, before: before === undefined ? undefined : Number(before) });
      const most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
      return streamBody(reply.type('application/x-ndjson'), withBreaks(lines, most), signal);
    },
  );
}

async function* withBreaks(lines: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let given = 0;
  for await (const line of lines) {
    yield `${line}\n`;
    given++;
    if (given >= most) return;
  }
}
