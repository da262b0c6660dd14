import { statSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { takeLease } from '../../src/store/lease.ts';
import { storeFor } from '../../src/store/open.ts';
import { insertIfAbsent, locked } from '../../src/store/queries.ts';
import { SqliteStore } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../support/folders.ts';
import { liveEngines as engines } from '../support/servers.ts';
import { openTestStore, SequentialStores } from './stores.ts';

const session = (digest: string) => ({
  digest,
  username: 'ada',
  proof: 'p',
  opened_at: 2 ** 41,
  used_at: 2 ** 41 + 1,
  claims: null,
});

describe.each(engines)('the store on %s', (engine) => {
  const stores = new SequentialStores(engine);
  afterAll(() => stores[Symbol.asyncDispose]());

  test('returns what was stored, on every instance', async () => {
    await using place = await stores.open();
    const { store } = place;
    const other = await place.another();
    expect(await store.row('sessions', 'one')).toBeUndefined();
    await store.write((trx) => trx.insertInto('sessions').values(session('one')).execute());
    for (const each of [store, other]) {
      expect(await each.row('sessions', 'one')).toEqual(session('one'));
      expect(await each.row('sessions', 'ONE')).toBeUndefined();
      expect(await each.read((db) => db.selectFrom('sessions').selectAll().execute())).toEqual([
        session('one'),
      ]);
    }
  });

  test('takes any text that people write, also one with NUL', async () => {
    await using place = await stores.open();
    const { store } = place;
    const text = 'a\u0000b';
    await store.write(async (trx) => {
      await trx
        .insertInto('sessions')
        .values({ ...session('one'), claims: text })
        .execute();
      await trx
        .insertInto('sessions')
        .values({ ...session('two'), claims: JSON.stringify([text]) })
        .execute();
    });
    const [plain, json] = await Promise.all([store.row('sessions', 'one'), store.row('sessions', 'two')]);
    expect(plain?.claims).toBe(engine === 'postgres' ? 'a\ufffdb' : text);
    expect(JSON.parse(json?.claims ?? '')).toEqual([text]);
    const found = await store.read((db) =>
      db.selectFrom('sessions').select('digest').where('claims', '=', text).execute(),
    );
    expect(found).toEqual([{ digest: 'one' }]);
  });

  test('looks up many rows at once, each of them correctly', async () => {
    await using place = await stores.open();
    const { store } = place;
    const names = Array.from({ length: 100 }, (_, i) => `s${i}`);
    await store.write((trx) => trx.insertInto('sessions').values(names.map(session)).execute());
    const asked = [...names, 'none', ...names.toReversed()];
    const rows = await Promise.all(asked.map(async (name) => store.row('sessions', name)));
    expect(rows).toEqual(asked.map((name) => (name === 'none' ? undefined : session(name))));
  });

  test('deletes a row for every instance by the time it answers', async () => {
    await using place = await stores.open();
    const instances = [place.store, await place.another(), await place.another()];
    // Instances are different processes: an answer of one reaches another in a later turn of its event loop.
    for (let i = 0; i < 30; i++) {
      const [writer, ...readers] = instances.toSorted(() => Math.random() - 0.5);
      await writer?.write((trx) => trx.insertInto('sessions').values(session('x')).execute());
      await turn();
      for (const reader of readers) expect(await reader.row('sessions', 'x')).toBeDefined();
      await writer?.write((trx) => trx.deleteFrom('sessions').where('digest', '=', 'x').execute());
      await turn();
      for (const reader of readers) expect(await reader.row('sessions', 'x')).toBeUndefined();
    }
  });

  test('writes all or nothing', async () => {
    await using place = await stores.open();
    const { store } = place;
    const failure = new Error('no more');
    const half = store.write(async (trx) => {
      await trx.insertInto('sessions').values(session('one')).execute();
      throw failure;
    });
    await expect(half).rejects.toBe(failure);
    expect(await store.row('sessions', 'one')).toBeUndefined();
  });

  test('loses no update of concurrent writers', async () => {
    await using place = await stores.open();
    const instances = [place.store, await place.another()];
    await place.store.write((trx) =>
      trx.insertInto('secrets').values({ name: 'count', value: '0' }).execute(),
    );
    const increment = (i: number) =>
      instances[i % 2]?.write(async (trx) => {
        const counter = trx.selectFrom('secrets').select('value').where('name', '=', 'count');
        const { value } = await locked(trx, counter).executeTakeFirstOrThrow();
        await trx
          .updateTable('secrets')
          .set({ value: String(Number(value) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 60 }, (_, i) => increment(i)));
    const rows = await place.store.read((db) => db.selectFrom('secrets').selectAll().execute());
    expect(rows).toEqual([{ name: 'count', value: '60' }]);
  });

  test('repeats a transaction that the engine has rolled back', async () => {
    await using place = await stores.open();
    const { store } = place;
    const other = await place.another();
    await store.write((trx) =>
      trx
        .insertInto('secrets')
        .values([
          { name: 'a', value: '' },
          { name: 'b', value: '' },
        ])
        .execute(),
    );
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = (own: number, names: readonly [string, string]) =>
      [store, other][own]?.write(async (trx) => {
        const append = async (name: string) => {
          const row = trx.selectFrom('secrets').select('value').where('name', '=', name);
          const { value } = await locked(trx, row).executeTakeFirstOrThrow();
          await trx
            .updateTable('secrets')
            .set({ value: `${value}${own}` })
            .where('name', '=', name)
            .execute();
        };
        await append(names[0]);
        both[own]?.resolve();
        // On SQLite only one of them gets here, and the other one after it.
        if (engine !== 'sqlite') await both[1 - own]?.promise;
        await append(names[1]);
      });
    await Promise.all([change(0, ['a', 'b']), change(1, ['b', 'a'])]);
    const rows = await store.read((db) => db.selectFrom('secrets').selectAll().orderBy('name').execute());
    expect(rows.map(({ value }) => [...value].sort().join(''))).toEqual(['01', '01']);
  });

  test('inserts what is absent, and leaves what exists', async () => {
    await using place = await stores.open();
    const insert = (value: string) =>
      place.store.write((trx) => insertIfAbsent(trx, 'secrets', { name: 'key', value }));
    expect([await insert('one'), await insert('two')]).toEqual([true, false]);
    expect(await place.store.read((db) => db.selectFrom('secrets').select('value').execute())).toEqual([
      { value: 'one' },
    ]);
  });

  test('gives a lease to one process at a time, with a growing number', async () => {
    await using place = await stores.open();
    let now = 1_000;
    const take = (holder: string) => place.store.read((db) => takeLease(db, 'job', holder, 100, () => now));
    const first = await take('one');
    expect(first?.fence).toBe(1);
    expect(await take('two')).toBeNull();
    now += 90;
    expect(await first?.renew()).toBe(true);
    now += 90;
    expect(await take('two')).toBeNull();
    now += 20;
    const second = await take('two');
    expect(second?.fence).toBe(2);
    // The first one's lease has expired: what it does from now on does not count.
    expect(await first?.renew()).toBe(false);
    await first?.release();
    expect(await take('three')).toBeNull();
    await second?.release();
    const takers = await Promise.all(Array.from({ length: 10 }, (_, i) => take(`many ${i}`)));
    expect(takers.filter((lease) => lease !== null).map(({ fence }) => fence)).toEqual([3]);
  });
});

describe('the file of a store', () => {
  const state = parseDatabaseUrl('sqlite:////srv/shop.db');

  test('is created by the first write, and seen by others from then on', async () => {
    const file = join(await temporaryFolder(), 'new', 'state.sqlite');
    const stores = [new SqliteStore({ file }), new SqliteStore({ file })];
    const [store, other] = stores;
    for (const each of stores) {
      expect(await each.read((db) => db.selectFrom('sessions').selectAll().execute())).toEqual([]);
      expect(await each.row('sessions', 'one')).toBeUndefined();
      await each.ping();
    }
    expect(() => statSync(dirname(file))).toThrow('ENOENT');
    await store?.write((trx) => trx.insertInto('sessions').values(session('one')).execute());
    expect(await other?.row('sessions', 'one')).toEqual(session('one'));
    expect(await other?.read((db) => db.selectFrom('sessions').selectAll().execute())).toHaveLength(1);
    for (const each of stores) await each.close();
  });

  test('is accessible to its user only, like those beside it', async () => {
    const umask = process.umask(0o022);
    try {
      await using place = await openTestStore('sqlite');
      await place.store.write((trx) => trx.insertInto('sessions').values(session('one')).execute());
      const folder = dirname(parseDatabaseUrl(place.url).database);
      const modes = await Promise.all(
        (await readdir(folder)).map(async (name) => [name, statSync(join(folder, name)).mode & 0o777]),
      );
      expect(Object.fromEntries(modes)).toEqual({
        'state.sqlite': 0o600,
        'state.sqlite-wal': 0o600,
        'state.sqlite-shm': 0o600,
      });
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(umask);
    }
  });

  test('makes the store unavailable while it is moved away', async () => {
    const folder = await temporaryFolder();
    const place = join(folder, 'state');
    const store = new SqliteStore({ file: join(place, 'state.sqlite') });
    const keep = (digest: string) =>
      store.write((trx) => trx.insertInto('sessions').values(session(digest)).execute());
    const list = () => store.read((db) => db.selectFrom('sessions').select('digest').execute());
    await keep('one');
    await rename(place, join(folder, 'elsewhere'));
    for (const asked of [keep('lost'), list(), store.ping()]) {
      await expect(asked).rejects.toMatchObject({ kind: 'store-unavailable', extras: { retryAfter: 2 } });
    }
    await rename(join(folder, 'elsewhere'), place);
    await keep('two');
    expect(await list()).toEqual([{ digest: 'one' }, { digest: 'two' }]);
    await store.close();
  });

  test('that replaces another is used from then on', async () => {
    const folder = await temporaryFolder();
    const [used, backup] = ['used', 'backup'].map((name) => join(folder, name, 'state.sqlite'));
    if (used === undefined || backup === undefined) throw new Error('there are two places');
    const store = new SqliteStore({ file: used });
    const keep = (at: SqliteStore, digest: string) =>
      at.write((trx) => trx.insertInto('sessions').values(session(digest)).execute());
    await keep(store, 'one');
    const saved = new SqliteStore({ file: backup });
    await keep(saved, 'older');
    await saved.close();
    await rename(dirname(used), join(folder, 'elsewhere'));
    await rename(dirname(backup), dirname(used));
    await keep(store, 'two');
    expect(await store.row('sessions', 'older')).toEqual(session('older'));
    expect(await store.row('sessions', 'one')).toBeUndefined();
    await store.close();
    // Another process reads the same.
    const next = new SqliteStore({ file: used });
    expect(await next.read((db) => db.selectFrom('sessions').select('digest').execute())).toEqual([
      { digest: 'older' },
      { digest: 'two' },
    ]);
    await next.close();
  });

  test('is temporary if none is to be kept', async () => {
    const store = await storeFor('none', state);
    await store.write((trx) => trx.insertInto('sessions').values(session('one')).execute());
    expect(dirname(store.display)).toContain('joinery-state-');
    await store.close();
  });
});
