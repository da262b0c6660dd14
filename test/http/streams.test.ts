/** Long lists on every engine: slow readers, readers that disconnect, engines that fail. */
import { open } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeManyRows, rowCount } from '../support/many-rows.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type LiveDatabase as TestDatabase,
} from '../support/servers.ts';
import { type RunningCommand, startCommand, startService } from './service.ts';

/** Reads a body part by part, so that a test can stop in the middle. */
async function openList(base: string, path = '/api/database/tables/big') {
  const controller = new AbortController();
  const response = await fetch(base + path, { signal: controller.signal });
  if (response.body === null) throw new Error('The answer has no body.');
  return { response, reader: response.body.getReader(), abort: () => controller.abort() };
}

/** Kills all statements of the database except our own. */
const killStatements: Record<Exclude<Engine, 'sqlite'>, (database: TestDatabase) => Promise<number>> = {
  async postgres(database) {
    const rows = await database.rows(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows.length;
  },
  async mysql(database) {
    const rows = await database.rows(
      'SELECT id FROM information_schema.processlist WHERE db = database() AND id <> connection_id()',
    );
    for (const [id] of rows) await database.run(`KILL ${id}`);
    return rows.length;
  },
};

describe.each(engines)('a long list on %s', (engine) => {
  let database: TestDatabase;
  let service: RunningCommand;

  beforeAll(async () => {
    database = await createDatabase(engine);
    await makeManyRows(database, engine);
    service = await startCommand(['--database', database.url]);
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  test('is complete and in order', async () => {
    const text = await (await fetch(`${service.base}/api/database/tables/big`)).text();
    const begin = `{"add":"${service.base}/api/database/tables/big/add","data":[{"id":0,`;
    expect(text.slice(0, begin.length)).toBe(begin);
    const ids = Array.from(text.matchAll(/\{"id":(\d+),/g), ([, id]) => Number(id));
    expect(ids.findIndex((id, i) => id !== i)).toBe(-1);
    expect(ids).toHaveLength(rowCount);
    expect(text.slice(-300)).toMatch(
      new RegExp(`\\{"id":${rowCount - 1},[^{]*"__links__":\\{"ForeignKey[^{}]*\\}\\}\\]\\}$`),
    );
  });

  test('delays no other request when read slowly', async () => {
    const slow = await openList(service.base);
    await slow.reader.read();
    try {
      const one = await fetch(`${service.base}/api/database/tables/big/recs/[7]`);
      expect(await one.json()).toMatchObject({ id: 7 });
      const page = await fetch(`${service.base}/api/database/tables/big?offset=10&limit=1`);
      expect(await page.json()).toMatchObject({ data: [{ id: 10 }] });
    } finally {
      slow.abort();
    }
  });

  test('releases everything when its client disconnects', { timeout: 120_000 }, async () => {
    // More than there are connections.
    for (let i = 0; i < 12; i++) {
      const { reader, abort } = await openList(service.base);
      await reader.read();
      abort();
    }
    const page = await fetch(`${service.base}/api/database/tables/big?limit=1`);
    expect(await page.json()).toMatchObject({ data: [{ id: 0 }] });
  });

  test('is not read for HEAD', async () => {
    for (let i = 0; i < 20; i++) {
      const head = await fetch(`${service.base}/api/database/tables/big`, { method: 'HEAD' });
      expect(head.status).toBe(200);
    }
  });

  if (engine !== 'sqlite') {
    // Only the service itself could end the statements of a file.
    test('fails visibly when the engine breaks it off', async () => {
      const { reader } = await openList(service.base);
      await reader.read();
      expect(await killStatements[engine](database)).toBeGreaterThan(0);
      await expect(
        (async () => {
          for (;;) if ((await reader.read()).done) return;
        })(),
      ).rejects.toThrow();
      const after = await fetch(`${service.base}/api/database/tables/big?limit=1`);
      expect(after.status).toBe(200);
      expect((await fetch(`${service.base}/healthz`)).status).toBe(200);
    });
  }
});

test('a list of a damaged SQLite file fails visibly', async () => {
  await using database = await createDatabase('sqlite');
  await makeManyRows(database, 'sqlite');
  const file = await open(database.url.slice('sqlite:///'.length), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(64 * 1024, 0xa5), 0, 64 * 1024, Math.floor(size / 2 / 4096) * 4096);
  await file.close();
  await using service = await startService(database.url);
  const response = await service.get('/api/database/tables/big');
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect((await service.get('/healthz')).status).toBe(200);
});
