/** What a query may cost: depth is refused before it is planned, endless statements end in the engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { loadData } from './load.ts';
import { queryPath, type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

/** 20 to the power of 9 rows, none of which passes. */
const endless = JSON.stringify({
  entities: Array.from({ length: 9 }, (_, i) => ({
    id: 'person',
    alias: `p${i}`,
    attributes: [{ id: 'note', alias: `n${i}` }],
  })),
  where: { func: { name: 'ICONTAINS', args: [{ alias: 'n8' }, { value: 'not to be found' }] } },
});

const simple = JSON.stringify({ entities: [{ id: 'tag', attributes: [{ id: 'word' }] }] });

/** Lists the statements of others that the engine is busy with. SQLite runs in threads of this very process. */
const busyStatements: Readonly<Record<Exclude<Engine, 'sqlite'>, string>> = {
  postgres: `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND backend_type = 'client backend'
      AND pid <> pg_backend_pid()`,
  mysql: `SELECT id FROM information_schema.processlist
    WHERE db = database() AND command IN ('Query', 'Execute') AND id <> connection_id()`,
};

describe.each(engines)('limits on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await loadData(engine, zoo);
  });
  afterAll(() => database?.drop());

  /** How many statements are running; of SQLite's threads, how many have been at work all the time. */
  async function busy(): Promise<number> {
    if (engine !== 'sqlite') return (await database.rows(busyStatements[engine])).length;
    const before = process.cpuUsage();
    await sleep(300);
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 300_000);
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await sleep(50);
  }

  test.each([
    [
      'a condition',
      (depth: number) =>
        `{"where":${'{"cond":{"with":"AND","entries":['.repeat(depth)}${']}}'.repeat(depth)}}`,
    ],
    [
      'an entity',
      (depth: number) =>
        `{"entities":[${'{"id":"person","relation":{"attr_parent":"id"},"attributes":[{"entity":'.repeat(depth)}{}${'}]}'.repeat(depth)}]}`,
    ],
    ['an array', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['a value', (depth: number) => `{"entities":[{"id":${'['.repeat(depth)}${']'.repeat(depth)}}]}`],
  ])('%s nested 33, 300 and 10,000 times is refused', async (_what, nested) => {
    await using service = await serve(database.url);
    for (const depth of [33, 300, 10_000]) {
      expect((await service.query(nested(depth))).status).toBe(400);
    }
    expect((await service.query(simple)).status).toBe(200);
  });

  test('as many joins as the service allows are run, or refused by the engine', async () => {
    await using service = await serve(database.url);
    const boss = (_: unknown, i: number) => ({
      entity: {
        id: 'person',
        relation: { attr_parent: 'boss_id' },
        attributes: [{ id: 'name', alias: `n${i}` }],
      },
    });
    const joins = (length: number) =>
      JSON.stringify({
        entities: [{ id: 'person', attributes: [{ id: 'id' }, ...Array.from({ length }, boss)] }],
        limit: 1,
      });
    expect((await service.query(joins(64))).status).toBe(engine === 'postgres' ? 200 : 422);
    expect((await service.query(joins(65))).status).toBe(400);
    expect(service.mistakes).toEqual([]);
  });

  test('a statement that takes too long is told and gone', { timeout: 60_000 }, async ({ annotate }) => {
    await using service: Service = await serve(database.url, 4_000);
    const begin = performance.now();
    const { status, body } = await service.query(endless);
    const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
    expect(JSON.parse(body)).toMatchObject({ type: 'urn:joinery:problem:statement-timeout', status: 504 });
    expect(status).toBe(504);
    await until(async () => (await busy()) === 0);
    expect((await service.query(simple)).status).toBe(200);
    await annotate(
      `${engine}: an endless query with 4 s to run: 504 after ${seconds} s, gone from the engine`,
      'A14',
    );
  });

  test('a statement is gone when its client is', { timeout: 60_000 }, async () => {
    // Nothing but the client's going away can end these: there are as many as connections.
    await using service: Service = await serve(database.url, 0);
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const clients = Array.from({ length: 2 }, () => {
      const client = new AbortController();
      const answer = fetch(`${address}${queryPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: endless,
        signal: client.signal,
      });
      return { client, answer };
    });
    await until(async () => (await busy()) > 0);
    for (const { client } of clients) client.abort();
    for (const { answer } of clients) await expect(answer).rejects.toThrow();
    await until(async () => (await busy()) === 0);
    expect((await service.query(simple)).status).toBe(200);
  });
});
