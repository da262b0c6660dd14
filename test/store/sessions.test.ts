/** Sessions and failed attempts, as shared by instances with one store, on every engine. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { Credentials } from '../../src/identity/credentials.ts';
import { AttemptLimiter } from '../../src/identity/limiter.ts';
import { readSecret, type Secret } from '../../src/identity/passwords.ts';
import { Sessions } from '../../src/identity/sessions.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { isLongRun } from '../support/long-run.ts';
import { startProxy, targetOf, throughProxy } from '../support/proxy.ts';
import { liveEngines as engines, serverEngines } from '../support/servers.ts';
import { SequentialStores, storePlace } from './stores.ts';

const limits = { idleMs: 30_000, lifetimeMs: 1_000_000 };
const day = 1_000_000_000_000;

/** The state of one instance: its users file, its clock. */
function instance(store: Store, passwords: Record<string, string>, now: () => number = () => day) {
  const secrets = new Map<string, Secret>();
  const take = (given: Record<string, string>) => {
    secrets.clear();
    for (const [name, password] of Object.entries(given)) secrets.set(name, readSecret(password));
  };
  take(passwords);
  const sessions = new Sessions(store, limits, (name) => secrets.get(name), now);
  const open = (name: string) => {
    const secret = secrets.get(name);
    if (secret === undefined) throw new Error('there is no such user');
    return sessions.open(name, secret);
  };
  return {
    sessions,
    take,
    open,
    uses: async (id: string, name: string) => (await sessions.use(new Credentials(name, id))) !== null,
  };
}

describe.each(engines)('sessions on %s', (engine) => {
  const stores = new SequentialStores(engine);
  afterAll(() => stores[Symbol.asyncDispose]());

  test('survive a restart, unless the user or the password has changed', async () => {
    await using place = await stores.open();
    const before = instance(place.store, { ada: 'lovelace', bo: 'peep', zoë: 'é' });
    const [ada, bo, zoe] = [await before.open('ada'), await before.open('bo'), await before.open('zoë')];
    const after = instance(await place.another(), { ada: 'lovelace', bo: 'another', zoë: 'é' });
    expect(await after.uses(ada, 'ada')).toBe(true);
    expect(await after.uses(zoe, 'zoë')).toBe(true);
    expect(await after.uses(ada, 'bo')).toBe(false);
    expect(await after.uses(bo, 'bo')).toBe(false);
    // The session has ended for good, whatever the password is later.
    expect(await instance(place.store, { bo: 'peep' }).uses(bo, 'bo')).toBe(false);
    expect(await instance(place.store, {}).uses(ada, 'ada')).toBe(false);
  });

  test('that end on one instance are invalid on all, and abort the answers under way', async () => {
    await using place = await stores.open();
    const users = { ada: 'lovelace' };
    const one = instance(place.store, users);
    const two = instance(await place.another(), users);
    for (let i = 0; i < 5; i++) {
      const id = await one.open('ada');
      const session = await two.sessions.use(new Credentials('ada', id));
      const ended = session?.ended;
      if (ended === undefined) throw new Error('the session is not known');
      const end = once(ended, 'abort');
      await one.sessions.close(new Credentials('ada', id));
      // Another process notices in a later turn of its event loop.
      await turn();
      expect(await two.uses(id, 'ada')).toBe(false);
      expect(await one.uses(id, 'ada')).toBe(false);
      await end;
      expect(ended.reason).toMatchObject({ kind: 'not-authenticated' });
    }
    // Even without any request in between.
    const id = await two.open('ada');
    const ended = (await two.sessions.use(new Credentials('ada', id)))?.ended;
    if (ended === undefined) throw new Error('the session is not known');
    const end = once(ended, 'abort');
    const endedAt = performance.now();
    await one.sessions.close(new Credentials('ada', id));
    await end;
    expect(performance.now() - endedAt).toBeLessThan(5_000);
  });

  test('stay alive while any instance uses them', async () => {
    await using place = await stores.open();
    let clock = day;
    const now = () => clock;
    const one = instance(place.store, { ada: 'x' }, now);
    const two = instance(await place.another(), { ada: 'x' }, now);
    const id = await one.open('ada');
    for (let i = 0; i < 5; i++) {
      clock += 20_000;
      expect(await one.uses(id, 'ada')).toBe(true);
    }
    // The store is updated in the background.
    const usedTimes = () => place.store.read((db) => db.selectFrom('sessions').select('used_at').execute());
    await expect.poll(usedTimes).toEqual([{ used_at: clock }]);
    clock += 29_999;
    expect(await two.uses(id, 'ada')).toBe(true);
    await expect.poll(usedTimes).toEqual([{ used_at: clock }]);
    clock += 29_999;
    expect(await one.uses(id, 'ada')).toBe(true);
    clock += 30_000;
    expect(await one.uses(id, 'ada')).toBe(false);
    expect(await two.uses(id, 'ada')).toBe(false);
  });

  test('are limited to a thousand per user, and the oldest one ends', async () => {
    await using place = await stores.open();
    let clock = day;
    const { open, uses } = instance(place.store, { ada: 'x', bo: 'y' }, () => clock);
    const ofBo = await open('bo');
    const oldest = await open('ada');
    clock++;
    const next = await open('ada');
    await place.store.write((trx) => {
      const row = (i: number) => ({
        digest: `d${i}`,
        username: 'ada',
        proof: '',
        opened_at: clock + 1,
        used_at: clock,
      });
      return trx
        .insertInto('sessions')
        .values(Array.from({ length: 998 }, (_, i) => row(i)))
        .execute();
    });
    expect(await uses(oldest, 'ada')).toBe(true);
    clock += 2;
    const last = await open('ada');
    expect(await uses(oldest, 'ada')).toBe(false);
    for (const id of [next, last]) expect(await uses(id, 'ada')).toBe(true);
    expect(await uses(ofBo, 'bo')).toBe(true);
  });

  test('are deleted when they have expired', async () => {
    await using place = await stores.open();
    let clock = day;
    const { open } = instance(place.store, { ada: 'x' }, () => clock);
    await open('ada');
    clock += 90_000;
    await open('ada');
    const rows = await place.store.read((db) => db.selectFrom('sessions').select('opened_at').execute());
    expect(rows).toEqual([{ opened_at: clock }]);
  });

  test('leave nothing in the store that opens one or reveals a password', async () => {
    await using place = await stores.open();
    const { open } = instance(place.store, { ada: 'lovelace' });
    const id = await open('ada');
    const rows = await place.store.read((db) => db.selectFrom('sessions').selectAll().execute());
    const { print } = { print: '', ...readSecret('lovelace') };
    for (const secret of [id, 'lovelace', print, Buffer.from(id).toString('base64')]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});

describe.each(engines)('failed attempts on %s', (engine) => {
  const stores = new SequentialStores(engine);
  afterAll(() => stores[Symbol.asyncDispose]());

  const guess = async (limiter: AttemptLimiter, name: string, address = '198.51.100.7') => {
    let isLookedAt = false;
    const evaluate = async () => {
      isLookedAt = true;
      return false;
    };
    await limiter.attempt(name, address, evaluate).catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'too-many-attempts', extras: { retryAfter: 900 } });
    });
    return isLookedAt;
  };

  test('count across all instances, and after a restart', async () => {
    await using place = await stores.open();
    const limiters = [place.store, await place.another(), await place.another()].map(
      (store) => new AttemptLimiter(store, () => day),
    );
    const guesses = Array.from({ length: 60 }, (_, i) => {
      const limiter = limiters[i % 3];
      return limiter === undefined ? false : guess(limiter, 'ada');
    });
    expect((await Promise.all(guesses)).filter(Boolean)).toHaveLength(10);
    const restarted = new AttemptLimiter(await place.another(), () => day);
    expect(await guess(restarted, 'ada', '203.0.113.9')).toBe(false);
    // Four of those failures count for the address.
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const looked = [];
    for (const name of others) looked.push(await guess(restarted, name));
    expect(looked.filter(Boolean)).toHaveLength(6);
    const later = new AttemptLimiter(await place.another(), () => day + 15 * 60_000);
    expect(await guess(later, 'ada')).toBe(true);
  });

  test('are counted for any name', async () => {
    await using place = await stores.open();
    const limiter = new AttemptLimiter(place.store, () => day);
    for (const name of ['a\0b', '\ud800', 'x'.repeat(100_000), "'; drop table attempts; --", '😀']) {
      expect(await guess(limiter, name, `10.0.0.${name.length % 200}`)).toBe(true);
      await limiter.failed(name, '10.0.0.250');
    }
    const { attempts } = await place.store.read((db) =>
      db
        .selectFrom('attempts')
        .select((row) => row.fn.countAll<number | string | bigint>().as('attempts'))
        .executeTakeFirstOrThrow(),
    );
    expect(Number(attempts)).toBeGreaterThanOrEqual(10);
  });
});

// These tests mostly wait, so the engines run side by side.
describe.concurrent.each(serverEngines)('a distant store on %s', (engine) => {
  test('admits many users at once from one address at three instances', async () => {
    const people = isLongRun ? 64 : 32;
    await using place = await storePlace(engine);
    await using proxy = await startProxy(targetOf(place.url));
    const url = parseDatabaseUrl(throughProxy(place.url, proxy));
    const stores = await Promise.all([1, 2, 3].map(() => openStore(url)));
    const limiters = stores.map((store) => new AttemptLimiter(store, () => day));
    // Each transaction takes several round trips; a row that all of them lock would be a bottleneck.
    proxy.lag(40);
    const entered = Array.from({ length: people }, (_, i) =>
      limiters[i % 3]?.attempt(`user ${i}`, '198.51.100.7', async () => true),
    );
    expect(await Promise.all(entered)).toEqual(Array.from({ length: people }, () => true));
    proxy.lag(0);
    for (const store of stores) await store.close();
  });
});
