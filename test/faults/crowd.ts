/** More requests than connections: a bounded wait, then a refusal with a retry time; nothing is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openZoo, zoos } from '../conformance/zoos.ts';
import { type Service, startService } from '../http/service.ts';
import type { TestDatabase } from '../support/servers.ts';

const bulk = `create table bulk (id integer primary key, filler varchar(1000));
  insert into bulk values (0, '${'x'.repeat(1_000)}');
  ${Array.from({ length: 12 }, (_, i) => `insert into bulk select id + ${2 ** i}, filler from bulk;`).join('\n')}`;

/** A cross join that practically never ends, with a count. */
const endless = {
  entities: ['a', 'b', 'c', 'd'].map((alias) => ({
    id: 'bulk',
    alias,
    attributes: [{ id: 'id', alias: `id_${alias}` }],
  })),
  where: {
    cond: {
      with: 'AND',
      entries: ['ab', 'bc', 'cd'].map(([one, other]) => ({
        func: { name: 'LT', args: [{ alias: `id_${one}` }, { alias: `id_${other}` }] },
      })),
    },
  },
};

/**
 * The tests of one file: `crowd` concurrent requests, none of which waits longer than `poolWaitMs` for a connection.
 * Embedded engines run on this machine's cores, so a large pool takes long to start.
 */
export function checkCrowd(crowd: number, poolWaitMs: number, embeddedPool: number): void {
  describe.each(zoos)('a crowd of requests on $engine', (zoo) => {
    const poolSize = zoo.server ? 10 : embeddedPool;
    let database: TestDatabase;
    let service: Service;
    beforeAll(async () => {
      database = await openZoo(zoo, bulk, `create view slow as ${zoo.slow};`);
      service = await startService(database.url, {
        poolSize,
        poolWaitMs,
        statementTimeoutMs: 3_000,
      });
    });
    afterAll(async () => {
      await service?.close();
      await database?.drop();
    });

    async function ask(path: string, of = service) {
      const response = await of.get(path);
      const text = await response.text();
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
    }
    const sessions = async () => Number((await database.rows(zoo.server?.sessions ?? 'select 0'))[0]?.[0]);

    test('for endless statements is refused in time, and leaves the pool intact', {
      timeout: 60_000,
    }, async ({ annotate }) => {
      const answers = await Promise.all(
        Array.from({ length: crowd }, () => ask('/api/database/tables/slow')),
      );
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      expect(count(503) + count(504)).toBe(crowd);
      // Requests that got a connection reached their time limit, which is longer than the wait for a connection.
      expect(count(504)).toBeGreaterThan(0);
      expect(count(503)).toBeGreaterThan(crowd / 2);
      expect(answers.filter(({ retryAfter }) => retryAfter !== null)).toHaveLength(count(503));
      // A quarter of the pool is reserved for short reads, and one address gets half of the rest.
      const streams = Math.ceil(Math.floor((poolSize * 3) / 4) / 2);
      const whole = await Promise.all(
        Array.from({ length: streams }, () => ask('/api/database/tables/bulk')),
      );
      expect(whole.map(({ status }) => status)).toEqual(whole.map(() => 200));
      for (const { text } of whole) {
        const { data }: { data: { id: number; filler: string }[] } = JSON.parse(text);
        expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 4_096 }, (_, id) => id));
        expect(data.every(({ filler }) => filler === 'x'.repeat(1_000))).toBe(true);
      }
      // One more session may exist for killing statements.
      expect(await sessions()).toBeLessThanOrEqual(poolSize + 1);
      await annotate(
        `${zoo.engine}: ${crowd} endless statements on a pool of ${poolSize}: ${count(504)} × 504, ${count(503)} × 503 after ${poolWaitMs / 1_000} s, 0 leaked`,
        'F3',
      );
    });

    test('for endless statements ends at the time limit, however long it may wait for a connection', {
      timeout: 60_000,
    }, async ({ annotate }) => {
      const limitMs = 1_000;
      await using patient = await startService(database.url, {
        poolSize,
        poolWaitMs: 60_000,
        statementTimeoutMs: limitMs,
      });
      const timed = async (asked: Promise<Response>) => {
        const begin = performance.now();
        const response = await asked;
        await response.arrayBuffer();
        return { status: response.status, ms: performance.now() - begin };
      };
      const seen = await Promise.all(
        Array.from({ length: 2 * poolSize + 4 }, () => [
          timed(patient.get('/api/database/tables/slow')),
          timed(patient.post('/api/database/uni-grid-request', endless)),
        ]).flat(),
      );
      expect(seen.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
      const slowest = Math.max(...seen.map(({ ms }) => ms));
      // 500 ms are promised; the rest allows for a busy machine.
      expect(slowest).toBeLessThan(limitMs + 500 + 2_000);
      await annotate(
        `${zoo.engine}: ${seen.length} endless statements on a pool of ${poolSize}, ${limitMs / 1_000} s to run: all told, the slowest ${Math.round(slowest - limitMs)} ms after its time`,
        'F3',
      );
    });

    test('for single records is answered completely', { timeout: 60_000 }, async ({ annotate }) => {
      await using patient = await startService(database.url, { poolSize, poolWaitMs: 60_000 });
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, i) => ask(`/api/database/tables/bulk/recs/[${i}]`, patient)),
      );
      const received = answers.map(({ status, text }) => ({
        status,
        id: Number(/"id":(\d+)/.exec(text)?.[1]),
      }));
      expect(received).toEqual(Array.from({ length: crowd }, (_, id) => ({ status: 200, id })));
      expect(await sessions()).toBeLessThanOrEqual(2 * poolSize + 1);
      await annotate(
        `${zoo.engine}: ${crowd} short requests on a pool of ${poolSize}: ${crowd} × 200, each its own record`,
        'F3',
      );
    });
  });
}
