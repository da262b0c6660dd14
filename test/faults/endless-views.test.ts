/** SQLite views that compute forever: their statements end with the request, and with the service. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { maxBytes } from '../../src/dialects/sqlite/readers/protocol.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { childrenOf, isAlive } from '../support/children.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import { createDatabase, type LiveDatabase as TestDatabase } from '../support/servers.ts';

const endless =
  'with recursive n (i) as (select 1 union all select i + 1 from n) select count(*) as c from n';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`create table thing (id integer primary key, name text); insert into thing values (1, 'one');
    create view endless as ${endless};
    create view gentle as select id, name from thing;
    create view huge as select printf('%.*c', 1000000000, 'x') as c;
    create table derived (id integer primary key, twice integer generated always as (id * 2) virtual);
    insert into derived values (21);`);
});
afterAll(() => database?.drop());

const patience = { timeout: 30_000, interval: 50 };
const tables = '/api/database/tables';

describe('an endless SQLite view', () => {
  test('is ended at its time limit, and so is its process', async ({ annotate }) => {
    await using service = await startCommand(['-d', database.url, '--statement-timeout', '1s']);
    for (let i = 0; i < 3; i++) expect((await fetch(`${service.base}${tables}/endless`)).status).toBe(504);
    await vi.waitFor(async () => expect(await childrenOf(service.pid)).toEqual([]), patience);
    expect((await fetch(`${service.base}${tables}/thing/recs/[1]`)).status).toBe(200);
    await annotate('sqlite: 3 endless views, 3 × 504, 0 at work afterwards', 'A14');
  });

  describe('without a time limit', () => {
    let service: RunningCommand;
    beforeAll(async () => {
      service = await startCommand(['-d', database.url, '--statement-timeout', '0']);
    });
    afterAll(() => service?.stop());

    test.each([
      ['a list', `${tables}/endless`, {}],
      [
        'a query',
        '/api/database/uni-grid-request',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ entities: [{ id: 'endless', attributes: [{ id: 'c' }] }] }),
        },
      ],
    ])('is ended when the client of %s disconnects', async (what, path, init) => {
      const client = new AbortController();
      const answer = fetch(service.base + path, { ...init, signal: client.signal });
      await vi.waitFor(async () => expect(await childrenOf(service.pid)).not.toEqual([]), patience);
      client.abort();
      await expect(answer, what).rejects.toThrow();
      await vi.waitFor(async () => expect(await childrenOf(service.pid)).toEqual([]), patience);
      expect((await fetch(`${service.base}${tables}/gentle`)).status).toBe(200);
    });

    // Last, because it ends the service. A service that gets SIGTERM waits some seconds for its readers, which only the
    // long run tests.
    test('does not outlive a killed service', { timeout: 60_000 }, async () => {
      const answer = fetch(`${service.base}${tables}/endless`).catch(() => null);
      await vi.waitFor(async () => expect(await childrenOf(service.pid)).toHaveLength(1), patience);
      const readers = await childrenOf(service.pid);
      service.process.kill('SIGKILL');
      await service.exit;
      await answer;
      for (const reader of readers)
        await vi.waitFor(async () => expect(await isAlive(reader)).toBe(false), patience);
    });
  });
});

describe('with the usual time limit', () => {
  let service: RunningCommand;
  beforeAll(async () => {
    service = await startCommand(['-d', database.url]);
  });
  afterAll(() => service?.stop());

  test('a view with a value of unbounded size is refused with 422 before it uses up the memory', async ({
    annotate,
  }) => {
    let over = false;
    let highest = 0;
    const measureMemory = async () => {
      for (const pid of [service.pid, ...(await childrenOf(service.pid))])
        highest = Math.max(highest, await residentBytes(pid));
      if (!over) await measureMemory();
    };
    const looking = measureMemory();
    const response = await fetch(`${service.base}${tables}/huge`);
    over = true;
    await looking;
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: 'A record is too large to be put together.' });
    expect(highest).toBeLessThan(1.5 * maxBytes);
    expect((await fetch(`${service.base}${tables}/gentle`)).status).toBe(200);
    await annotate(
      `sqlite: a view that makes a gigabyte: 422, at most ${Math.round(highest / megabyte)} MB seen`,
      'A14',
    );
  });

  test('ordinary views and computed columns are answered as usual', async () => {
    const read = async (path: string) => (await fetch(service.base + path)).json();
    expect(await read(`${tables}/gentle`)).toMatchObject({ data: [{ id: 1, name: 'one' }] });
    expect(await read(`${tables}/derived`)).toMatchObject({ data: [{ id: 21, twice: 42 }] });
    expect(await read(`${tables}/derived/recs/[21]`)).toMatchObject({ id: 21, twice: 42 });
  });
});
