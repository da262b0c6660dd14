/** How a store gets its tables: killed anywhere, by many at once, and by whoever is too old for it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open.ts';
import { type TableName, tableNames } from '../../src/store/tables.ts';
import { runCommand, startCommand } from '../http/service.ts';
import { createDatabase, engines } from '../support/servers.ts';
import { openTestStore, storePlace } from './stores.ts';

const program = fileURLToPath(new URL('migrating.ts', import.meta.url));

/** Null where it was killed, else how many statements it took. */
async function migrateIn(url: string, killedAfter: number): Promise<number | null> {
  const child = spawn(process.execPath, [program, url, String(killedAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL' ? null : Number(output);
}

async function expectWhole(url: string): Promise<void> {
  const store = await openStore(parseDatabaseUrl(url));
  const applied = await store.read((db) =>
    db.selectFrom('migrations').select('name').orderBy('name').execute(),
  );
  expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  for (const table of Object.keys(tableNames) as TableName[]) {
    expect(await store.read((db) => db.selectFrom(table).selectAll().execute())).toBeDefined();
  }
  // It can be written, and leaves no lease behind.
  await store.write((trx) => trx.insertInto('secrets').values({ name: 'a', value: 'b' }).execute());
  const leases = await store.read((db) => db.selectFrom('leases').select('holder').execute());
  expect(leases).toEqual([{ holder: null }]);
  await store.close();
}

describe.each(engines)('the tables on %s', (engine) => {
  test('are whole after a kill at any statement and another start', { timeout: 600_000 }, async ({
    annotate,
  }) => {
    await using whole = await storePlace(engine);
    const statements = await migrateIn(whole.url, 0);
    expect(statements).toBeGreaterThan(20);
    const kill = async (after: number) => {
      await using place = await storePlace(engine);
      expect(await migrateIn(place.url, after)).toBeNull();
      await expectWhole(place.url);
    };
    // Each start takes a while, most of which it waits for the lease of the dead one: they wait together.
    const points = Array.from({ length: statements ?? 0 }, (_, i) => i + 1);
    for (let i = 0; i < points.length; i += 6) await Promise.all(points.slice(i, i + 6).map(kill));
    await annotate(
      `${engine}: killed after each of ${statements} statements, whole at the next start`,
      'F13',
    );
  });

  test('are made once by many who start at the same moment', async () => {
    await using place = await storePlace(engine);
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(parseDatabaseUrl(place.url))));
    for (const store of stores) await store.close();
    await expectWhole(place.url);
  });

  test('of a newer version are refused in one sentence, and left alone', async () => {
    await using place = await openTestStore(engine);
    await using database = await createDatabase('sqlite');
    await place.store.write((trx) =>
      trx.insertInto('migrations').values({ name: '9999-tomorrow', at: 1 }).execute(),
    );
    await expect(place.another()).rejects.toThrow(/newer version of Joinery \(9999-tomorrow\)/);
    const { code, log } = await runCommand(['--database', database.url, '--state', place.url]);
    expect(code).toBe(1);
    expect(log).toMatch(/^joinery: The state store \S+ was made by a newer version[^\n]*\n$/);
    expect(log).not.toContain(parseDatabaseUrl(place.url).password ?? 'no password');
  });
});

test('a store is copied to another engine, to an empty one only, all or nothing', async () => {
  await using file = await openTestStore('sqlite');
  await using postgres = await openTestStore('postgres');
  await using mysql = await openTestStore('mysql');
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
  ] as const) {
    expect(await runCommand(['state', 'copy', from.url, to.url])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^251 rows copied to /),
    });
    expect(await rows(to)).toEqual(await rows(file));
  }
  const again = await runCommand(['state', 'copy', file.url, mysql.url]);
  expect(again.code).toBe(1);
  expect(again.log).toMatch(/^joinery: The state store \S+ is not empty/);
  expect(await rows(mysql)).toEqual(await rows(file));
  expect((await runCommand(['state', 'copy', file.url])).code).toBe(2);
  for (const { log } of [again, await runCommand(['state', 'copy', mysql.url, 'x'])]) {
    expect(log).not.toContain(parseDatabaseUrl(mysql.url).password);
  }
});

test('without a parameter a store is made beside nothing else, when somebody logs in', async () => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  await using service = await startCommand(['--database', database.url]);
  expect((await fetch(`${service.base}/api/database`)).status).toBe(200);
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200);
});
