/**
 * Limits on the cost of a query: deep nesting is refused before planning, endless statements are ended in the engine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long-run.ts';
import { engines, type ServerEngine, type TestDatabase } from '../support/servers.ts';
import { loadData } from './load.ts';
import { endless, nested } from './nested.ts';
import { queryPath, type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

const timeoutMs = 800;

const simple = JSON.stringify({ entities: [{ id: 'tag', attributes: [{ id: 'word' }] }] });

/** Lists other connections' running statements. Embedded engines run in threads of this process. */
const busyStatements: Readonly<Record<ServerEngine, string>> = {
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

  /**
   * Whether statements are running: for embedded engines, by this process's use of processor time, even on a busy
   * machine.
   */
  async function busy(): Promise<boolean> {
    if (engine !== 'sqlite' && engine !== 'duckdb')
      return (await database.rows(busyStatements[engine])).length > 0;
    const before = process.cpuUsage();
    await sleep(300);
    const { user, system } = process.cpuUsage(before);
    return user + system > 30_000;
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await sleep(50);
  }
  const idle = async () => !(await busy());

  // Refused before the engine matters.
  const isForAll = fewOrAll(['sqlite'], engines).includes(engine);
  test.each(isForAll ? nested : [])(
    '%s nested 33, 300 and 10,000 times is refused with 400',
    async (_what, body) => {
      await using service = await serve(database.url);
      for (const depth of [33, 300, 10_000]) {
        expect((await service.query(body(depth))).status).toBe(400);
      }
      expect((await service.query(simple)).status).toBe(200);
    },
  );

  // Each use of a computed field repeats its values, so a short request can exceed the engine's limit on parameters.
  test.runIf(engine === 'sqlite')(
    'more values than a SQLite statement may have are refused with an explanation',
    async () => {
      await using service = await serve(database.url);
      const letters = Array.from({ length: 800 }, () => ({ value: 'a' }));
      const isNot = (value: string) => ({ func: { name: 'NOT_EQ', args: [{ alias: 'long' }, { value }] } });
      const request = (uses: number) => ({
        entities: [
          {
            id: 'tag',
            attributes: [
              { id: 'word', alias: 'word' },
              {
                alias: 'long',
                expr: { fn: 'CONCAT', args: [{ alias: 'word' }, ...letters] },
                selected: false,
              },
            ],
          },
        ],
        where: { cond: { with: 'AND', entries: Array.from({ length: uses }, (_, i) => isNot(`${i}`)) } },
      });
      const refused = await service.query(JSON.stringify(request(45)));
      expect(refused.status).toBe(422);
      expect(refused.body).toContain('it cannot take so many values at once');
      expect((await service.query(JSON.stringify(request(1)))).status).toBe(200);
    },
  );

  // On SQLite the text of a number used to be repeated eight times, and text searches five times: three fields that
  // search in each other gave a statement of millions of characters.
  test("a chain of fields that search each other's text is answered, whatever their type", async () => {
    await using service = await serve(database.url);
    const has = (alias: string, value: string) => ({
      func: { name: 'ICONTAINS', args: [{ alias }, { value }] },
    });
    const looking = (alias: string, at: string, [then, otherwise]: readonly [unknown, unknown]) => ({
      alias,
      selected: false,
      // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
      expr: { case: [{ when: has(at, '1'), then: { value: then } }], else: { value: otherwise } },
    });
    const kinds: readonly (readonly [unknown, unknown])[] = [
      ['a1', 'b'],
      [1, 2],
      [1.5, 2.5],
    ];
    for (const kind of kinds) {
      const fields = Array.from({ length: 8 }, (_, i) =>
        looking(`x${i}`, i === 0 ? 'word' : `x${i - 1}`, kind),
      );
      const request = {
        entities: [{ id: 'tag', attributes: [{ id: 'word', alias: 'word' }, ...fields] }],
        where: has('x3', '1'),
      };
      const { status, body } = await service.query(JSON.stringify(request));
      expect(body).toContain('"data":[');
      expect(status).toBe(200);
    }
  });

  // SQLite functions run in this process: one that built such a text crashed it.
  test.runIf(engine === 'sqlite')(
    'nested replacements cannot create a text of unlimited length',
    async () => {
      await using service = await serve(database.url);
      const request = (expr: object) =>
        JSON.stringify({
          entities: [
            {
              id: 'tag',
              attributes: [
                { id: 'word', selected: false },
                { alias: 'long', expr },
              ],
            },
          ],
        });
      const grown = (expr: object) => ({
        fn: 'REPLACE',
        args: [expr, { value: 'a' }, { value: 'a'.repeat(1_000) }],
      });
      const oneLetter = { fn: 'REPLACE', args: [{ alias: 'word' }, { alias: 'word' }, { value: 'a' }] };
      const million = grown(grown(oneLetter));
      const { status, body } = await service.query(request({ fn: 'LENGTH', args: [million] }));
      expect(status).toBe(200);
      expect(body).toContain('[1000000]');
      for (const fn of ['LENGTH', 'UPPER']) {
        const tooLong = await service.query(request({ fn, args: [grown(million)] }));
        expect({ fn, status: tooLong.status }).toEqual({ fn, status: 200 });
        expect(JSON.parse(tooLong.body).data[0]).toEqual([null]);
      }
      expect((await service.query(simple)).status).toBe(200);
    },
  );

  test.runIf(engine === 'sqlite' || engine === 'duckdb')(
    'nested texts do not exhaust the memory of the service process',
    async () => {
      await using service = await serve(database.url);
      const ask = async (expr: object) => {
        const attributes = [
          { id: 'word', selected: false },
          { alias: 'made', expr },
        ];
        const document = { entities: [{ id: 'tag', attributes }], limit: 1 };
        const { status, body } = await service.query(JSON.stringify(document));
        return status === 200 ? JSON.parse(body).data[0][0] : status;
      };
      const call = (fn: string, ...args: object[]) => ({ fn, args });
      const letter = call('REPLACE', { alias: 'word' }, { alias: 'word' }, { value: 'a' });
      const grown = (expr: object, by: number) =>
        call('REPLACE', expr, { value: 'a' }, { value: 'a'.repeat(by) });
      const half = grown(grown(letter, 1_000), 500);
      const many = (count: number) => call('CONCAT', ...Array<object>(count).fill(half));
      // Within the limit, also as separate texts.
      expect(await ask(call('LENGTH', many(2)))).toBe(1_000_000);
      expect(await ask(call('LENGTH', call('CONCAT', ...Array<object>(9).fill({ alias: 'word' }))))).toBe(36);
      const before = process.memoryUsage().rss;
      expect(await ask(many(100))).toBe(null);
      expect(await ask(call('CONCAT', many(60), many(60)))).toBe(null);
      expect(await ask(grown(grown(half, 1_000), 1_000))).toBe(null);
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    },
  );

  test.each(isForAll ? ['AND', 'OR', 'NOT'] : [])(
    '1,200 conditions joined by %s find the right rows',
    async (by) => {
      await using service = await serve(database.url);
      const word = (i: number) => (i === 1_199 ? 'red' : `no word ${i}`);
      const name = by === 'AND' ? 'NOT_EQ' : 'EQ';
      const entries = Array.from({ length: 1_200 }, (_, i) => ({
        func: { name, args: [{ alias: 'word' }, { value: word(i) }] },
      }));
      const { entities } = JSON.parse(simple) as { entities: unknown };
      const found = async (where: unknown): Promise<unknown> => {
        const { status, body } = await service.query(JSON.stringify({ entities, where }));
        return status === 200 ? JSON.parse(body).data : body;
      };
      const isRed = {
        func: { name: by === 'OR' ? 'EQ' : 'NOT_EQ', args: [{ alias: 'word' }, { value: 'red' }] },
      };
      const those = await found(isRed);
      expect(those).not.toHaveLength(0);
      expect(await found({ cond: { with: by, entries } })).toEqual(those);
      expect(
        await found({ cond: { with: 'AND', entries: [{ cond: { with: by, entries } }, isRed] } }),
      ).toEqual(those);
    },
  );

  test('64 joins are run, or refused by the engine; 65 are refused with 400', async () => {
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
    expect((await service.query(joins(64))).status).toBe(
      engine === 'postgres' || engine === 'duckdb' ? 200 : 422,
    );
    expect((await service.query(joins(65))).status).toBe(400);
    expect(service.mistakes).toEqual([]);
  });

  test('a statement is answered with 504 and ended after the statement timeout', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    await using service: Service = await serve(database.url, { statementTimeoutMs: timeoutMs });
    const begin = performance.now();
    const { status, body } = await service.query(endless);
    const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
    expect(JSON.parse(body)).toMatchObject({ type: 'urn:joinery:problem:statement-timeout', status: 504 });
    expect(status).toBe(504);
    await until(idle);
    // On a busy machine even this may exceed this test's statement timeout.
    await until(async () => (await service.query(simple)).status === 200);
    await annotate(
      `${engine}: an endless query with ${timeoutMs / 1_000} s to run: 504 after ${seconds} s, gone from the engine`,
      'A14',
    );
  });

  if (engine === 'sqlite' || engine === 'duckdb') {
    // Their statements run in threads of the service, which cannot be ended from outside.
    test('a statement ends when the database is closed', { timeout: 60_000 }, async () => {
      const service = await serve(database.url, { statementTimeoutMs: 0 });
      const answer = service.query(endless);
      await until(busy);
      await service.database.close();
      expect((await answer).status).toBe(503);
      await until(idle);
      await service.app.close();
    });
  }

  test('a statement ends when its client disconnects', { timeout: 60_000 }, async () => {
    // There are as many as connections, so they must end when their clients disconnect.
    await using service: Service = await serve(database.url, { statementTimeoutMs: 0 });
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
    await until(busy);
    for (const { client } of clients) client.abort();
    for (const { answer } of clients) await expect(answer).rejects.toThrow();
    await until(idle);
    expect((await service.query(simple)).status).toBe(200);
  });
});
