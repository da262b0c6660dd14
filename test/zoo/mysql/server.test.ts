import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Subject } from '../../conformance/subject.ts';
import { startServer, type TestDatabase, type TestServer } from '../../support/servers.ts';
import { mysqlZoo } from './zoo.ts';

describe('a server of MySQL', () => {
  let server: TestServer;
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    server = await startServer('mysql');
    database = await server.createDatabase();
    await database.run(`
      create table thing (id integer primary key, made timestamp not null, code char(5) not null, word varchar(20));
      insert into thing values (1, '2024-02-29 12:00:00', 'a', 'back\\\\slash'), (2, '2024-02-29 12:00:01', 'b', '"'),
        (3, '2024-02-29 12:00:02', 'c', null);`);
    subject = await Subject.of(database.url, { poolSize: 3, statementTimeoutMs: 2_000 });
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await server?.remove();
  });

  test('gives the same answers with any global settings', async () => {
    const list = await subject.list('thing');
    const record = await subject.record('thing', '[1]');
    await database.run(`
      set global time_zone = '+05:30', global sql_select_limit = 1, global autocommit = 0, global sql_big_selects = 0,
        global max_join_size = 1,
        global sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE'`);
    await using late = await Subject.of(database.url);
    expect(await late.list('thing')).toBe(list);
    expect(await late.record('thing', '[1]')).toBe(record);
    expect(list).toContain('"made":"2024-02-29T12:00:00","code":"a","word":"back\\\\slash"');
    await database.run(`set global time_zone = '+00:00', global sql_select_limit = default, global autocommit = 1,
      global sql_big_selects = 1, global max_join_size = default, global sql_mode = default`);
  });

  test.each(['stop', 'kill'] as const)(
    'that is unavailable (%s) is reported as such, and used again once it is back',
    async (way) => {
      await subject.list('thing');
      await server[way]();
      const failure = await subject.record('thing', '[1]').catch((error: unknown) => error);
      expect(failure).toMatchObject({
        kind: 'database-unavailable',
        extras: { retryAfter: expect.any(Number) },
      });
      await expect(subject.list('thing')).rejects.toMatchObject({ kind: 'database-unavailable' });
      await server.start();
      expect(await subject.record('thing', '[2]')).toContain('"id":2');
      expect(await subject.list('thing')).toContain('"id":3');
    },
  );

  test('that dies in the middle of a list breaks off the list', async () => {
    await database.run(
      'create table many as select a.id from thing a join thing b join thing c join thing d',
    );
    await database.run('create table long_list (id integer primary key auto_increment, body text)');
    await database.run(`insert into long_list (body) select repeat('x', 20000) from many a join many b`);
    const reading = (async () => {
      const { rows } = await subject.use(async ({ connection }) => ({
        rows: await connection.stream(
          { sql: 'select concat(id, body) from long_list', parameters: [], entities: [] },
          ',',
        ),
      }));
      let chunks = 0;
      for await (const _ of rows) {
        if (++chunks === 3) await server.kill();
      }
      return 'whole';
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'database-unavailable' });
    await server.start();
    expect(await subject.record('thing', '[1]')).toContain('"id":1');
  });

  test('that was silent ends abandoned statements once it responds', async () => {
    await database.run(`create view slow as ${mysqlZoo.slow}`);
    const warnings: string[] = [];
    await using hasty = await Subject.of(`${database.url}?connect_timeout=1`, {
      statementTimeoutMs: 1_000,
      onWarning: (message) => warnings.push(message),
    });
    const begun = hasty.list('slow');
    begun.catch(() => {});
    const busy = async () => Number((await database.rows(mysqlZoo.server?.busy ?? ''))[0]?.[0]);
    await vi.waitFor(async () => expect(await busy()).toBe(1), { timeout: 10_000, interval: 20 });
    await server.pause();
    await expect(begun).rejects.toMatchObject({ kind: 'statement-timeout' });
    // The first attempt has failed by then.
    await vi.waitFor(() => expect(warnings).toHaveLength(1), { timeout: 10_000, interval: 20 });
    await server.resume();
    await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 20_000, interval: 50 });
    expect(await hasty.record('thing', '[1]')).toContain('"id":1');
  });
});
