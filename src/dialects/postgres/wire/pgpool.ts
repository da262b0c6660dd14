// Pgpool-II between us and the server: it loses track of a result that is fetched in parts, and hangs.
import pg from 'pg';
import { Problem } from '../../../contract/problem.ts';
import type { Address } from './settings.ts';

const patienceMs = 5_000;

/** Fails if it is there. Only Pgpool-II knows this command, and only as a simple query. */
export async function refusePgpool(address: Address): Promise<void> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('show pool_version');
  } catch {
    return;
  } finally {
    await client.end().catch(() => {});
  }
  throw new Problem(
    'database-unavailable',
    'Pgpool-II is in between, which does not hand on long results: name the servers themselves, as in postgresql://a,b/database.',
  );
}
