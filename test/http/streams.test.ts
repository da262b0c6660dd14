/** Long lists on every engine: constant memory, slow readers, readers that go away, engines that fail. */
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { type RunningCommand, startCommand, startService } from './service.ts';

const rowCount = 1_000_000;
const digits =
  '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';

/** The same words on every engine: six digits crossed are a million rows. */
const millionRows = `
CREATE TABLE kind (id integer PRIMARY KEY, label varchar(20) NOT NULL);
INSERT INTO kind SELECT d, 'one of ten' FROM ${digits} digits;
CREATE TABLE big (id integer PRIMARY KEY, name varchar(60) NOT NULL, kind integer NOT NULL, FOREIGN KEY (kind) REFERENCES kind (id));
INSERT INTO big SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d, 'a name of some length, as names are', a.d
FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f, ${digits} g;`;

/** To look every reference up would take longer than the rest. */
const unchecked: Record<Engine, string> = {
  sqlite: 'PRAGMA foreign_keys = off;',
  postgres: 'SET session_replication_role = replica;',
  mysql: 'SET foreign_key_checks = 0;',
};

const megabyte = 1024 * 1024;

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/** Reads a body part by part, so that a test can stop in the middle. */
async function openList(base: string, path = '/api/database/tables/big') {
  const controller = new AbortController();
  const response = await fetch(base + path, { signal: controller.signal });
  if (response.body === null) throw new Error('The answer has no body.');
  return { response, reader: response.body.getReader(), abort: () => controller.abort() };
}

/** Reads to the end, looking at the service's memory on the way. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, pid: number) {
  let bytes = 0;
  let sampledAt = 0;
  let highest = 0;
  let tail = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes, highest, tail: tail.toString() };
    bytes += value.length;
    tail = Buffer.concat([tail.subarray(-300), value.subarray(-300)]);
    if (bytes - sampledAt > 4 * megabyte) {
      sampledAt = bytes;
      highest = Math.max(highest, await residentBytes(pid));
    }
  }
}

/** Ends all statements of the database but our own. */
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
    await database.run(unchecked[engine] + millionRows);
    // Its own statistics would come a minute later; without them it sorts a million rows that have an index.
    if (engine === 'postgres') await database.run('ANALYZE');
    service = await startCommand(['--database', database.url]);
    // A short list first: what the code itself takes is not what a long list adds.
    await (await fetch(`${service.base}/api/database/tables/big?limit=1000`)).text();
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  test('is whole, in order, and takes no more memory than a short one', { timeout: 120_000 }, async ({
    annotate,
  }) => {
    const before = await residentBytes(service.pid);
    const { reader } = await openList(service.base);

    // The first records have come. Were the rest read as well, it would have to be in memory while we wait.
    let tail = Buffer.alloc(0);
    while (tail.length < 500) tail = Buffer.concat([tail, (await reader.read()).value ?? Buffer.alloc(0)]);
    const begin = `{"add":"${service.base}/api/database/tables/big/add","data":[{"id":0,`;
    expect(tail.toString().slice(0, begin.length)).toBe(begin);
    let highest = 0;
    for (let look = 0; look < 10; look++) {
      highest = Math.max(highest, await residentBytes(service.pid));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    const rest = await drain(reader, service.pid);
    const bytes = tail.length + rest.bytes;
    highest = Math.max(highest, rest.highest);
    expect(bytes).toBeGreaterThan(100 * megabyte);
    expect(highest - before).toBeLessThan(64 * megabyte);
    await annotate(`${engine}: a million rows: ${Math.round((highest - before) / megabyte)} MB more`, 'F8');
    expect(rest.tail).toMatch(
      new RegExp(`\\{"id":${rowCount - 1},[^{]*"__links__":\\{"ForeignKey[^{}]*\\}\\}\\]\\}$`),
    );
  });

  test('joined and exported takes no more memory either', { timeout: 240_000 }, async () => {
    const body = {
      entities: [
        {
          id: 'big',
          attributes: [
            { id: 'id' },
            { id: 'name' },
            { entity: { id: 'kind', relation: { attr_parent: 'kind' }, attributes: [{ id: 'label' }] } },
          ],
        },
      ],
    };
    const before = await residentBytes(service.pid);
    const response = await fetch(`${service.base}/api/database/uni-grid-request/export?format=csv`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.body === null) throw new Error('The answer has no body.');
    const { bytes, highest, tail } = await drain(response.body.getReader(), service.pid);
    expect(bytes).toBeGreaterThan(50 * megabyte);
    expect(tail).toMatch(/\r\n999999,"a name of some length, as names are",one of ten\r\n$/);
    expect(highest - before).toBeLessThan(64 * megabyte);
  });

  test('read slowly holds no other request up', async () => {
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

  test('left by its reader leaves nothing behind', { timeout: 120_000 }, async () => {
    for (let i = 0; i < 20; i++) {
      const { reader, abort } = await openList(service.base);
      await reader.read();
      abort();
    }
    const page = await fetch(`${service.base}/api/database/tables/big?limit=1`);
    expect(await page.json()).toMatchObject({ data: [{ id: 0 }] });
  });

  test('asked for by HEAD is not run', async () => {
    for (let i = 0; i < 20; i++) {
      const head = await fetch(`${service.base}/api/database/tables/big`, { method: 'HEAD' });
      expect(head.status).toBe(200);
    }
  });

  test.skipIf(engine === 'sqlite')('cut off by the engine never looks whole', async () => {
    if (engine === 'sqlite') return;
    const { reader } = await openList(service.base);
    await reader.read();
    expect(await killStatements[engine](database)).toBeGreaterThan(0);
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return;
      })(),
    ).rejects.toThrow();
    const after = await fetch(`${service.base}/api/database/tables/big?limit=1`);
    expect([200, 503]).toContain(after.status);
    expect((await fetch(`${service.base}/healthz`)).status).toBe(200);
  });
});

test('a list of a damaged SQLite file never looks whole', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(
    millionRows.replaceAll(/,[^,]* f, [^,]* g;/g, ';').replace(' + 10000 * f.d + 100000 * g.d', ''),
  );
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
