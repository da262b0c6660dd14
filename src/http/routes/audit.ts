// The audit log, for admins.
import type { Audit } from '../../app/audit/audit.ts';
import { Problem } from '../../contract/problem.ts';
import { isAdmin } from '../../identity/admit.ts';
import { files } from '../answer/media.ts';
import { streamBody } from '../answer/stream.ts';
import type { App } from '../app.ts';
import { callerOf } from '../gate/admit.ts';

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
      if (audit === null || !isAdmin(callerOf(request).principal.rights)) {
        throw new Problem('forbidden', 'The audit log is for admins.');
      }
      const { signal } = callerOf(request);
      return streamBody(reply.type('application/x-ndjson'), withBreaks(audit.lines()), signal);
    },
  );
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
