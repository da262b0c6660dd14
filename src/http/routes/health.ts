// For whoever watches the service: is the process alive, can it answer.
import { Problem } from '../../contract/problem.ts';
import type { App, Services } from '../app.ts';

/** Without users an instance answers although the state store is away. */
export function healthRoutes(
  app: App,
  { database, store, isStopping }: Services,
  needsSession: boolean,
): void {
  const options = { config: { open: true }, schema: { hide: true } };

  app.get('/healthz', options, async (_request, reply) => reply.type('text/plain').send('ok\n'));

  app.get('/readyz', options, async (_request, reply) => {
    if (isStopping())
      throw new Problem('database-unavailable', 'The service is stopping.', { retryAfter: 5 });
    try {
      await database.ping();
    } catch (cause) {
      // Anybody may ask, so the reason goes to the log only.
      throw new Problem('database-unavailable', 'The database does not answer.', { retryAfter: 5, cause });
    }
    if (needsSession) await store.ping();
    return reply.type('text/plain').send('ready\n');
  });
}
