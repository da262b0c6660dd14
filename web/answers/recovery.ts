// Recovers from an outage: failed requests are retried in the background until they succeed.
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOutage } from '../api/errors.ts';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

const isLost = ({ state }: Query) => isOutage(state.error) && state.fetchStatus === 'idle';

/** Retries a request without touching its state, so that the screen does not change until there is an answer. */
async function askAgain(client: QueryClient, query: Query): Promise<void> {
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return;
  const { signal } = new AbortController();
  query.setData(await queryFn({ client, queryKey: query.queryKey, signal, meta: undefined }));
}

export function recoverByItself(client: QueryClient): void {
  const cache = client.getQueryCache();
  const lost = () => cache.findAll({ type: 'active', predicate: isLost });
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<void> {
    const [first] = lost();
    try {
      if (first) await askAgain(client, first);
      wait = FIRST_WAIT;
      await client.refetchQueries({ type: 'active', predicate: isLost });
    } catch {
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
    timer = undefined;
    look();
  }

  function look(): void {
    if (timer === undefined && lost().length > 0) timer = setTimeout(() => void attempt(), wait);
  }
  cache.subscribe(look);
}
