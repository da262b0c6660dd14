/** Creating the tables of a store: killed at any point, by many processes at once, and by versions that are too old. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { copyStore } from '../../src/store/copy.ts';
import { openStore } from '../../src/store/open.ts';
import { runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import { createDatabase, liveEngines as engines } from '../support/servers.ts';
import { expectWhole, killAndStartAgain } from './killed-migrations.ts';
import { openTestStore, storePlace } from './stores.ts';

describe.each(engines)('the tables on %s', (engine) => {
  test('are completed by a restart after a kill', { timeout: 120_000 }, async ({ annotate }) => {
    // The soak test kills after each statement. If the engine rolls back unfinished work, a few are enough.
    const every = engine === 'mysql' ? 48 : 96;
    const killed = await killAndStartAgain(engine, every);
    await annotate(
      `${engine}: killed after ${killed} statements of migrations, whole at the next start`,
      'F13',
    );
  });

  test('are created once by many processes that start together', async () => {
    await using place = await storePlace(engine);
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(parseDatabaseUrl(place.url))));
    for (const store of stores) await store.close();
    await expectWhole(place.url);
  });

  test('of a newer version are refused in one sentence, and left unchanged', async () => {
    await using place = await openTestStore(engine);
    await place.store.write((trx) =>
      trx.insertInto('migrations').values({ name: '9999-tomorrow', at: 1 }).execute(),
    );
    await expect(place.another()).rejects.toThrow(/newer version of Joinery \(9999-tomorrow\)/);
    // The command reports the same for every engine; this one has a password.
    if (!fewOrAll(['postgres'], engines).includes(engine)) return;
    await using database = await createDatabase('sqlite');
    const { code, log } = await runCommand(['--database', database.url, '--state', place.url]);
    expect(code).toBe(1);
    expect(log).toMatch(/^joinery: The state store \S+ was made by a newer version[^\n]*\n$/);
    expect(log).not.toContain(parseDatabaseUrl(place.url).password ?? 'no password');
  });
});

test('the tables are created completely by several processes whose lease is taken away', async () => {
  await using database = await createDatabase('postgres');
  let isOpening = true;
  const steal = async () => {
    while (isOpening) await database.run('UPDATE joinery.leases SET holder = NULL').catch(() => {});
  };
  const stealing = steal();
  try {
    const url = parseDatabaseUrl(database.url);
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(url)));
    for (const store of stores) await store.close();
  } finally {
    isOpening = false;
    await stealing;
  }
  await expectWhole(database.url);
});

test('a store is copied to another engine completely, and only into an empty store', async () => {
  await using file = await openTestStore('sqlite');
  await using postgres = await openTestStore('postgres');
  await using mysql = await openTestStore('mysql');
  await using another = await openTestStore('sqlite');
  const text = 'ü 😀 \\ \' " \n %';
  await file.store.write(async (trx) => {
    await trx.insertInto('secrets').values({ name: 'one', value: text }).execute();
    const preference = (i: number) => ({ username: `user ${i}`, document: `{"n":${i}}`, version: i });
    await trx
      .insertInto('preferences')
      .values(Array.from({ length: 250 }, (_, i) => preference(i)))
      .execute();
  });
  const rows = (place: typeof file) =>
    place.store.read(async (db) => [
      await db.selectFrom('secrets').selectAll().execute(),
      await db.selectFrom('preferences').selectAll().orderBy('version').execute(),
    ]);
  for (const [from, to] of [
    [file, postgres],
    [postgres, mysql],
    [mysql, another],
  ] as const) {
    if (isLongRun || to === postgres) {
      expect(await runCommand(['state', 'copy', from.url, to.url])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^251 rows copied to /),
      });
    } else expect(await copyStore(from.store, to.store)).toBe(251);
    expect(await rows(to)).toEqual(await rows(file));
  }
  const again = await runCommand(['state', 'copy', file.url, mysql.url]);
  expect(again.code).toBe(1);
  expect(again.log).toMatch(/^joinery: The state store \S+ is not empty/);
  expect(await rows(mysql)).toEqual(await rows(file));
  expect((await runCommand(['state', 'copy', file.url])).code).toBe(2);
  // A mistyped file name is not treated as an empty store.
  const mistyped = join(await temporaryFolder(), 'mistyped.sqlite');
  const unmade = join(await temporaryFolder(), 'unmade.sqlite');
  expect(await runCommand(['state', 'copy', `sqlite:///${mistyped}`, `sqlite:///${unmade}`])).toMatchObject({
    code: 1,
    output: '',
    log: `joinery: There is no state store ${mistyped}: check its address.\n`,
  });
  expect([existsSync(mistyped), existsSync(unmade)]).toEqual([false, false]);
  for (const { log } of [again, await runCommand(['state', 'copy', mysql.url, 'x'])]) {
    expect(log).not.toContain(parseDatabaseUrl(mysql.url).password);
  }
});

test('without --state, the service starts and is ready', async () => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  await using service = await startCommand(['--database', database.url]);
  expect((await fetch(`${service.base}/api/database`)).status).toBe(200);
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200);
});
