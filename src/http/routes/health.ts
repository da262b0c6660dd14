// For monitoring: is the process alive, and can it answer.
import type { OpenDatabase } from '../../app/database.ts';
import { Problem } from '../../contract/problem.ts';
import type { App, Services } from '../app.ts';

/** A database that does not answer within this time counts as down, whatever the statement timeout. */
const patienceMs = 5_000;

/** Simultaneous requests share one ping: the endpoint is open to everybody, at any rate. */
function pingOnce(database: OpenDatabase): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = async () => {
    const signal = AbortSignal.timeout(patienceMs);
    const { promise: late, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    await Promise.race([database.ping(signal), late]);
  };
  return () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
}

/** Without users, an instance is ready even if the state store is unavailable. */
export function healthRoutes(
  app: App,
  { database, store, isStopping }: Services,
  needsSession: boolean,
): void {
  const answers = pingOnce(database);
  const options = { config: { open: true }, schema: { hide: true } };

  app.get('/healthz', options, async (_request, reply) => reply.type('text/plain').send('ok\n'));

  app.get('/readyz', options, async (_request, reply) => {
    if (isStopping())
      throw new Problem('database-unavailable', 'The service is stopping.', { retryAfter: 5 });
    try {
      await answers();
    } catch (cause) {
      // The endpoint is open to everybody, so the reason goes only to the log.
      throw new Problem('database-unavailable', 'The database does not answer.', { retryAfter: 5, cause });
    }
    if (needsSession) await store.ping();
    return reply.type('text/plain').send('ready\n');
  });
}
