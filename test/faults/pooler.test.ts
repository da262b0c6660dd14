/** Poolers: sessions that are shared with programs which set whatever they like, and one that cannot be used. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { startService } from '../http/service.ts';
import { startPgpool, startPooler } from '../support/pooler.ts';
import { createDatabase, postgresUrl } from '../support/servers.ts';

const table = `create table thing (id integer primary key, at timestamptz, day date, span interval, bytes bytea, price money, real double precision);
  insert into thing select i, '2024-02-03 04:05:06+00', '2024-02-03', '1 day 2 hours', '\\xdeadbeef', 1234.5, 0.1::double precision + 0.2
    from generate_series(1, 3000) i;
  create function loud() returns integer language sql as 'select 7';
  create view heard as select 1 as id, loud() as n`;

/** What others leave behind in the sessions of the server. */
const odd = `set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set intervalstyle = 'sql_standard';
  set bytea_output = 'escape'; set extra_float_digits = 0; set search_path = pg_catalog; set statement_timeout = 0`;

const reads = [
  '/api/database/tables/thing',
  '/api/database/tables/thing/recs/[7]',
  '/api/database/tables/heard',
];

async function answersOf(service: { get(path: string): Promise<Response> }): Promise<string[]> {
  // Several at once, so that each session of the server has its share.
  return Promise.all([...reads, ...reads].map(async (path) => (await service.get(path)).text()));
}

test('a pooler of transactions changes no answer, and nothing of ours is left to others', async () => {
  await using database = await createDatabase('postgres');
  await database.run(table);
  await using pooler = await startPooler(await postgresUrl(), 2);
  const url = pooler.url(database.url);
  const others = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('begin');
      return client;
    }),
  );
  // Both sessions of the server are theirs for a moment.
  for (const client of others) await client.query(odd);
  for (const client of others) await client.query('commit');

  await using direct = await startService(database.url);
  await using pooled = await startService(url, { edit: true, poolSize: 4 });
  const expected = (await answersOf(direct)).map((text) => text.replaceAll(direct.base, ''));
  expect(expected[1]).toContain('"real":0.30000000000000004');
  const answers = (await answersOf(pooled)).map((text) => text.replaceAll(pooled.base, ''));
  expect(answers).toEqual(expected);

  const change = {
    op: 'update',
    entity: 'thing',
    key: { id: 7 },
    set: { day: '2025-01-02' },
    expect: { day: '2024-02-03' },
  };
  const answer = await pooled.post('/api/database/changes', { changes: [change] });
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('2025-01-02')]);

  for (const client of others) {
    await client.query('begin');
    const { rows } = await client.query<Record<string, string>>(
      `select current_setting('default_transaction_read_only') as writes, current_setting('timezone') as zone,
        (select count(*)::int from pg_prepared_statements) as prepared`,
    );
    expect(rows).toEqual([{ writes: 'off', zone: 'Asia/Tokyo', prepared: 0 }]);
  }
  for (const client of others) await client.end();
});

test('a pooler outlives clients that leave', async () => {
  await using database = await createDatabase('postgres');
  await database.run(
    `create table thing as select 1 as id; create view slow as select 1 as id, pg_sleep(60)::text as done`,
  );
  await using pooler = await startPooler(await postgresUrl(), 4);
  await using service = await startService(pooler.url(database.url), { poolSize: 4 });
  for (let n = 0; n < 10; n++) {
    const leaving = [1, 2, 3].map(async () => {
      const abort = AbortSignal.timeout(100);
      await expect(service.get('/api/database/tables/slow', { signal: abort })).rejects.toThrow();
    });
    await Promise.all(leaving);
    const still = await service.get('/api/database/tables/thing');
    expect([still.status, await still.text()]).toEqual([200, expect.stringContaining('"id":1')]);
  }
});

test('Pgpool-II is refused with a sentence', async () => {
  await using database = await createDatabase('postgres');
  await using pooler = await startPgpool(await postgresUrl());
  const url = `${pooler.url(database.url)}?sslmode=disable`;
  await expect(startService(url)).rejects.toThrow(/Pgpool-II is in between.*name the servers themselves/);
});
