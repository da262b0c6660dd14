// The audit log, for admins.
import type { Audit } from '../../app/audit/audit.ts';
import { Problem } from '../../contract/problem.ts';
import { files } from '../answer/media.ts';
import { streamBody } from '../answer/stream.ts';
import type { App } from '../app.ts';
import { adminOf } from '../gate/admins.ts';

export function auditRoutes(app: App, audit: Audit | null): void {
  app.get(
    '/api/audit',
    {
      schema: {
        summary: 'The audit log, one entry in each line, the oldest first',
        tags: ['Access'],
        response: { 200: files(['application/x-ndjson']) },
      },
    },
    async (request, reply) => {
      const { signal } = adminOf(request);
      if (audit === null) throw new Problem('not-found', 'There is no audit log here.');
      return streamBody(reply.type('application/x-ndjson'), withBreaks(audit.lines()), signal);
    },
  );
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
