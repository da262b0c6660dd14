/** Poolers: sessions that are shared with programs that change any setting, and a pooler that cannot be used. */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startService } from '../http/service.ts';
import { startPgpool, startPooler } from '../support/pooler.ts';
import { startProxy } from '../support/proxy.ts';
import { createDatabase, postgresUrl } from '../support/servers.ts';

const table = `create table thing (id integer primary key, at timestamptz, day date, span interval, bytes bytea, price money, real double precision);
  insert into thing select i, '2024-02-03 04:05:06+00', '2024-02-03', '1 day 2 hours', '\\xdeadbeef', 1234.5, 0.1::double precision + 0.2
    from generate_series(1, 3000) i;
  create function loud() returns integer language sql as 'select 7';
  create view heard as select 1 as id, loud() as n`;

const locks = `select objid::text from pg_locks where locktype = 'advisory' and database =
  (select oid from pg_database where datname = current_database())`;
const sleepers = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

/** Settings that other programs leave behind in server sessions. */
const odd = `set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set intervalstyle = 'sql_standard';
  set bytea_output = 'escape'; set extra_float_digits = 0; set search_path = pg_catalog; set statement_timeout = 0`;

const reads = [
  '/api/database/tables/thing',
  '/api/database/tables/thing/recs/[7]',
  '/api/database/tables/heard',
];

async function answersOf(service: { get(path: string): Promise<Response> }): Promise<string[]> {
  // Concurrently, so that each server session is used.
  return Promise.all([...reads, ...reads].map(async (path) => (await service.get(path)).text()));
}

test('a transaction pooler changes no answer, and other clients see none of our settings', async () => {
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
  // The other programs occupy both server sessions for a moment.
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

test('the pool of a pooler stays usable when clients disconnect', async () => {
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

/**
 * Sleeps, and when cancelled takes a lock that others can see, but not when its client just disconnects. An export of
 * two columns uses COPY, without the engine's statement timeout.
 */
const asleep = `create function asleep() returns text language plpgsql as $$
  begin
    perform pg_sleep(600);
    return '';
  exception when query_canceled then
    perform pg_advisory_lock(42);
    perform set_config('client_connection_check_interval', '0', true);
    perform pg_sleep(20);
    return '';
  end $$;
  create view sleeping as select asleep() as done, 1 as id`;

test('an export through a pooler is ended at its time limit, and so is its statement', async () => {
  await using database = await createDatabase('postgres');
  await database.run(asleep);
  await using pooler = await startPooler(await postgresUrl(), 4);
  // Long enough for the statement to begin on a busy machine: otherwise there is nothing to end.
  await using service = await startService(pooler.url(database.url), { statementTimeoutMs: 2_500 });
  const { status } = await service.post('/api/database/uni-grid-request/export?format=csv', {
    entities: [{ id: 'sleeping', attributes: [{ id: 'done' }, { id: 'id' }] }],
  });
  expect(status).toBe(504);
  await vi.waitFor(async () => expect(await database.rows(locks)).toEqual([['42']]), {
    timeout: 10_000,
    interval: 50,
  });
});

test('a statement through a pooler ends without a cancellation if nobody waits for it', async () => {
  await using database = await createDatabase('postgres');
  await database.run('create view sleeping as select pg_sleep(600)::text as done, 1 as id');
  await using pooler = await startPooler(await postgresUrl(), 4);
  const through = new URL(pooler.url(database.url));
  await using proxy = await startProxy({ host: through.hostname, port: Number(through.port) });
  through.port = String(proxy.port);
  await using service = await startService(through.href);
  const answer = service.post('/api/database/uni-grid-request/export?format=csv', {
    entities: [{ id: 'sleeping', attributes: [{ id: 'done' }, { id: 'id' }] }],
  });
  const isAsleep = async (count: number) =>
    vi.waitFor(async () => expect(await database.rows(sleepers)).toEqual([[count]]), {
      timeout: 10_000,
      interval: 50,
    });
  await isAsleep(1);
  // The service cannot connect to send a cancellation.
  proxy.redirect({ host: '127.0.0.1', port: 1 });
  expect((await answer).status).toBe(503);
  await isAsleep(0);
});

test('Pgpool-II is refused with a sentence that says what to do', async () => {
  await using database = await createDatabase('postgres');
  await using pooler = await startPgpool(await postgresUrl());
  const url = `${pooler.url(database.url)}?sslmode=disable`;
  await expect(startService(url)).rejects.toThrow(/Pgpool-II is in between.*name the servers themselves/);
});
