/** Invariants of several instances behind a load balancer, tested for a given time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerEngine } from '../support/servers.ts';
import { type Cluster, killOne, logouts, rollingRestart, startCluster, withStoreAway } from './instances.ts';

export interface Duration {
  readonly seconds: number;
  readonly rounds: number;
  readonly awaySeconds: number;
  /**
   * The pause between two requests of a reader: without one, the readers would starve the instances of processor time.
   */
  readonly pauseMs: number;
}

export function describeInstances(engine: ServerEngine, duration: Duration): void {
  const { seconds, rounds, awaySeconds, pauseMs } = duration;
  describe(`three instances behind a balancer, the store on ${engine}`, { timeout: 300_000 }, () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(engine);
    });
    afterAll(() => cluster[Symbol.asyncDispose]());

    test('accept nothing after a logout that any of them acknowledged', async ({ annotate }) => {
      const { logouts: count, before, after } = await logouts(cluster, seconds);
      expect(count).toBeGreaterThanOrEqual(64);
      expect([...before.keys()]).toEqual(['200']);
      expect([...after.keys()]).toEqual(['401 urn:joinery:problem:not-authenticated']);
      const requests = [...after.values()].reduce((sum, number) => sum + number, 0);
      await annotate(
        `${engine}: 64 clients, ${count} logouts on random instances, ${requests} requests after them, 0 accepted`,
        'A12',
      );
    });

    test('lose only the requests in progress on an instance that is killed', async ({ annotate }) => {
      const { answers, failures, later } = await killOne(cluster, seconds, pauseMs);
      expect(later).toEqual([]);
      expect(failures.length).toBeLessThanOrEqual(64);
      await annotate(
        `${engine}: an instance killed under load, ${failures.length} of ${answers} requests failed, 0 that began later`,
        'F13',
      );
    });

    test('pause and restart one after the other without a failed request', async ({ annotate }) => {
      const { answers, failures } = await rollingRestart(cluster, rounds, pauseMs);
      expect(failures).toEqual([]);
      await annotate(`${engine}: a standstill and a rolling restart, ${answers} requests, 0 × 5xx`, 'F13');
    });

    test('answer 503 while the store is away, and recover by themselves', async ({ annotate }) => {
      const seen = await withStoreAway(cluster, awaySeconds);
      expect([...seen.needing]).toEqual(['503 urn:joinery:problem:store-unavailable true']);
      expect([...seen.balanced]).toEqual([503]);
      expect([...seen.open]).toEqual([200]);
      expect(seen.recovery.has(401)).toBe(false);
      await annotate(
        `${engine}: store away for ${awaySeconds} s, ${seen.asked} rounds of 503 with Retry-After, 0 × 401, back after ${seen.recoveredMs} ms`,
        'F13',
      );
    });
  });
}
