import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openZoo, zoos } from '../conformance/zoos.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { busyChildrenOf, busyThreadsOf } from '../support/children.ts';
import type { TestDatabase } from '../support/servers.ts';

const aborts = 1_000;
const bulk = `create table bulk (id integer primary key, filler varchar(1000));
  insert into bulk values (0, '${'x'.repeat(1_000)}');
  ${Array.from({ length: 13 }, (_, i) => `insert into bulk select id + ${2 ** i}, filler from bulk;`).join('\n')}`;

describe.each(zoos)('clients of $engine that disconnect', (zoo) => {
  let database: TestDatabase;
  let service: RunningCommand;
  beforeAll(async () => {
    database = await openZoo(zoo, bulk, `create view slow as ${zoo.slow};`);
    service = await startCommand(['-d', database.url, '--pool-size', '4', '--statement-timeout', '0']);
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });
  const number = async (statement: string) => Number((await database.rows(statement))[0]?.[0]);

  test('leave the pool intact after a thousand aborts', async ({ annotate }) => {
    const paths = ['bulk', 'bulk?limit=3000', 'slow', 'bulk/recs/[5]'];
    const leave = async (i: number) => {
      const client = new AbortController();
      const answer = fetch(`${service.base}/api/database/tables/${paths[i % paths.length]}`, {
        signal: client.signal,
      })
        .then((response) => response.arrayBuffer())
        .catch(() => null);
      await delay(i % 37);
      client.abort();
      await answer;
    };
    for (let i = 0; i < aborts; i += 8) await Promise.all(Array.from({ length: 8 }, (_, j) => leave(i + j)));
    if (zoo.server) {
      const { busy, sessions } = zoo.server;
      await vi.waitFor(async () => expect(await number(busy)).toBe(0), { timeout: 5_000, interval: 50 });
      expect(await number(sessions)).toBeLessThanOrEqual(4 + 1);
    }
    const streams = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await fetch(`${service.base}/api/database/tables/bulk`);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(streams).toEqual([200, 200, 200]);
    await annotate(`${zoo.engine}: ${aborts} aborts, 0 statements left, all connections usable`, 'F4');
  });

  /**
   * The number of statements that the engine is working on; SQLite runs them in child processes, DuckDB in threads of
   * the service.
   */
  const atWork = async () => {
    if (zoo.server) return number(zoo.server.busy);
    if (zoo.engine === 'duckdb') return Math.min(busyThreadsOf(service.pid), 1);
    return (await busyChildrenOf(service.pid)).length;
  };

  test('end their statement within a second', async ({ annotate }) => {
    await vi.waitFor(async () => expect(await atWork()).toBe(0), { timeout: 10_000, interval: 20 });
    let slowest = 0;
    for (let i = 0; i < 20; i++) {
      const client = new AbortController();
      const answer = fetch(`${service.base}/api/database/tables/slow`, { signal: client.signal }).catch(
        () => null,
      );
      await vi.waitFor(async () => expect(await atWork()).toBe(1), { timeout: 10_000, interval: 20 });
      const begin = performance.now();
      client.abort();
      await vi.waitFor(async () => expect(await atWork()).toBe(0), { timeout: 10_000, interval: 10 });
      slowest = Math.max(slowest, performance.now() - begin);
      await answer;
    }
    await annotate(
      `${zoo.engine}: the statement of a client that left is gone within ${Math.ceil(slowest)} ms`,
      'F4',
    );
    expect(slowest).toBeLessThan(1_000);
  });
});
