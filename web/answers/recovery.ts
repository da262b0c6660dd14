// Recovers from an outage: failed requests are retried in the background until they succeed.
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from '../api/errors.ts';

const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;

const isFailed = ({ state }: Query) => isOutage(state.error) && state.fetchStatus === 'idle';

/** Retries a request without touching its state, so that the screen does not change until there is an answer. */
async function retryQuery(client: QueryClient, query: Query): Promise<void> {
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return;
  const { signal } = new AbortController();
  query.setData(await queryFn({ client, queryKey: query.queryKey, signal, meta: undefined }));
}

export function recoverAutomatically(client: QueryClient): void {
  const cache = client.getQueryCache();
  const lost = () => cache.findAll({ type: 'active', predicate: isFailed });
  let wait = MIN_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<void> {
    const [first] = lost();
    try {
      if (first) await retryQuery(client, first);
      wait = MIN_WAIT_MS;
      await client.refetchQueries({ type: 'active', predicate: isFailed });
    } catch {
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (timer === undefined && lost().length > 0) timer = setTimeout(() => void attempt(), wait);
  }
  cache.subscribe(schedule);
}
