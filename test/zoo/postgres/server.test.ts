import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Subject } from '../../conformance/subject.ts';
import { startServer, type TestDatabase, type TestServer } from '../../support/servers.ts';

describe('a server of PostgreSQL', () => {
  let server: TestServer;
  let database: TestDatabase;
  let subject: Subject;
  const warnings: string[] = [];
  beforeAll(async () => {
    server = await startServer('postgres');
    database = await server.createDatabase();
    await database.run(`create table thing (id integer primary key, body text);
      insert into thing select i, repeat('x', 10000) from generate_series(1, 5000) as i;`);
    subject = await Subject.of(database.url, { poolSize: 3, onWarning: (message) => warnings.push(message) });
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await server?.remove();
  });

  test.each(['stop', 'kill'] as const)(
    'that is unavailable (%s) is reported as such, and used again once it is back',
    async (way) => {
      await Promise.all([1, 2, 3].map((id) => subject.record('thing', `[${id}]`)));
      await server[way]();
      const failure = await subject.record('thing', '[1]').catch((error: unknown) => error);
      expect(failure).toMatchObject({
        kind: 'database-unavailable',
        status: 503,
        extras: { retryAfter: expect.any(Number) },
      });
      expect(String(failure)).not.toMatch(/127\.0\.0\.1|workbench/);
      await expect(subject.list('thing')).rejects.toMatchObject({ kind: 'database-unavailable' });
      await server.start();
      expect(await subject.record('thing', '[2]')).toContain('"id":2');
      expect(warnings.join('\n')).toContain('connection to PostgreSQL was lost');
    },
  );

  test('that dies in the middle of a list breaks off the list', async () => {
    const reading = subject.use(async ({ connection }) => {
      const statement = { sql: 'select id || body from thing order by id', parameters: [], entities: [] };
      const rows = await connection.stream(statement, ',');
      let chunks = 0;
      for await (const _ of rows) if (++chunks === 3) await server.kill();
    });
    await expect(reading).rejects.toMatchObject({ kind: 'database-unavailable' });
    await server.start();
    expect(await subject.record('thing', '[1]')).toContain('"id":1');
  });

  test('that ends a session during a statement is reported as unavailable', async () => {
    const reading = subject.use(({ connection }) =>
      connection.fetch({ sql: 'select pg_sleep(60)::text', parameters: [], entities: [] }),
    );
    reading.catch(() => {});
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(60)%'`;
    while ((await database.rows(end)).length === 0);
    await expect(reading).rejects.toMatchObject({ kind: 'database-unavailable' });
    expect(await subject.record('thing', '[1]')).toContain('"id":1');
  });
});
