/** The file of the state store: full, locked, or unwritable. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.ts';
import { login, openUsers, runCommand, type Service, startCommand, startService } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1)');
});
afterAll(() => database.drop());

/** A service with users whose store is this file. */
async function serve(file: string): Promise<{ service: Service; store: SqliteStore } & AsyncDisposable> {
  const store = new SqliteStore({ file });
  const users = await openUsers('ada=lovelace\n', undefined, Date.now, store);
  const service = await startService(database.url, { access: users.access, store });
  return {
    service,
    store,
    async [Symbol.asyncDispose]() {
      users.close();
      await service.close();
      await store.close();
    },
  };
}

const credentials = { username: 'ada', password: 'lovelace' };

async function expectAway(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await response.json()).toMatchObject({
    type: 'urn:joinery:problem:store-unavailable',
    detail: expect.stringContaining('state store'),
  });
}

describe('the file of the state store', () => {
  test('on a full disk refuses writes, serves reads, and recovers', async ({ skip }) => {
    const disk = await mountSmallDisk(2);
    if (disk === null) return skip('this machine lets nobody mount a file system');
    await using _ = disk;
    await using place = await serve(join(disk.folder, 'state.sqlite'));
    const { service } = place;
    const ada = await login(service.base, 'ada', 'lovelace');
    await writeFile(join(disk.folder, 'filling'), Buffer.alloc(4 * 1024 * 1024)).catch(() => {});
    // Some free pages may be left; each login takes one or more.
    const answers = [];
    for (let i = 0; i < 400; i++) {
      const answer = await service.post('/api/login', credentials);
      if (answer.status !== 200) answers.push(answer);
      if (answers.length === 3) break;
    }
    expect(answers).toHaveLength(3);
    for (const answer of answers) await expectAway(answer);
    expect((await service.get('/api/database', { headers: ada })).status).toBe(200);
    await expectAway(await service.post('/api/logout', undefined, { headers: ada }));
    // The write was not acknowledged, so it did not happen.
    expect((await service.get('/api/database', { headers: ada })).status).toBe(200);
    await disk.resize(64);
    expect((await service.post('/api/logout', undefined, { headers: ada })).status).toBe(200);
    expect((await service.get('/api/database', { headers: ada })).status).toBe(401);
    expect((await service.post('/api/login', credentials)).status).toBe(200);
  });

  test('locked by another program serves reads, and refuses writes after a while', async () => {
    const file = join(await temporaryFolder(), 'state.sqlite');
    await using place = await serve(file);
    const { service } = place;
    const ada = await login(service.base, 'ada', 'lovelace');
    const other = new Sqlite(file);
    other.exec('begin immediate');
    const refused = service.post('/api/login', credentials);
    // Other requests do not wait meanwhile.
    for (let i = 0; i < 20; i++)
      expect((await service.get('/api/database', { headers: ada })).status).toBe(200);
    await expectAway(await refused);
    const patient = service.post('/api/login', credentials);
    other.exec('commit');
    expect((await patient).status).toBe(200);
    other.close();
  });

  test('that cannot be created fails the start if it was named, otherwise only the requests that need it', async () => {
    const blocked = join(await temporaryFolder(), 'file');
    await writeFile(blocked, '');
    const state = `sqlite:///${join(blocked, 'state.sqlite')}`;
    const { code, log } = await runCommand(['--database', database.url, '--state', state]);
    expect(code).toBe(1);
    expect(log).toMatch(/^joinery: The state store \S+ cannot be used: [^\n]+\n$/);
    const users = join(await temporaryFolder(), 'users.txt');
    await writeFile(users, 'ada=lovelace\n');
    await using closed = await startCommand(['--database', database.url, '--users', users], {
      JOINERY_HOME: blocked,
    });
    await expectAway(
      await fetch(`${closed.base}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      }),
    );
    await using open = await startCommand(['--database', database.url], { JOINERY_HOME: blocked });
    expect((await fetch(`${open.base}/api/database/tables/thing/recs/[1]`)).status).toBe(200);
  });

  test('that is not a store is refused at the start', async () => {
    const file = join(await temporaryFolder(), 'state.sqlite');
    await writeFile(file, 'this is a text'.repeat(1_000));
    const { code, log } = await runCommand(['--database', database.url, '--state', `sqlite:///${file}`]);
    expect(code).toBe(1);
    expect(log).toMatch(/^joinery: The state store \S+ cannot be used: file is not a database\.\n$/);
  });
});
