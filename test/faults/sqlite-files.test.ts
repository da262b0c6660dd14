/** What may befall a SQLite file while it is served: a typed refusal meanwhile, and life goes on. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, open, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const driver = fileURLToPath(import.meta.resolve('better-sqlite3'));

async function fileWith(rows: number, settings = '', width = 20, folder?: string): Promise<string> {
  const file = join(folder ?? (await temporaryFolder()), 'shop.db');
  const database = new Sqlite(file);
  database.exec(`${settings}
    create table thing (id integer primary key, name text not null);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
      insert into thing select i, printf('%.*c', ${width}, 'x') || i from n;`);
  database.close();
  return file;
}

/** Another process that works on the file, since locks are between processes; it tells when it is ready. */
async function other(
  script: string,
  file: string,
  prefix: readonly string[] = [],
): Promise<ChildProcess & AsyncDisposable> {
  const program = `const Sqlite = require(${JSON.stringify(driver)}); const db = new Sqlite(process.argv[1]); ${script}`;
  const [command = process.execPath, ...args] = [...prefix, process.execPath, '-e', program, file];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit')]);
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  });
}

const lock =
  "db.pragma('locking_mode = exclusive'); db.exec('begin exclusive'); console.log('locked'); process.stdin.resume();";

const paths = [
  '/api/database/tables/thing',
  '/api/database/tables/thing/recs/[1]',
  '/api/database/tables/thing?limit=1',
  '/readyz',
];
const ask = async (base: string, path: string) => {
  const response = await fetch(base + path);
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
};

/** Every kind of request is refused, none fails, and the process stays. */
async function isRefused(service: Pick<RunningCommand, 'base'>): Promise<void> {
  const answers = await Promise.all(paths.map((path) => ask(service.base, path)));
  for (const { status, retryAfter, text } of answers) {
    expect(status).toBe(503);
    expect(retryAfter).not.toBeNull();
    expect(JSON.parse(text)).toMatchObject({ type: 'urn:joinery:problem:database-unavailable' });
  }
  expect((await ask(service.base, '/healthz')).status).toBe(200);
}

async function isServed(service: Pick<RunningCommand, 'base'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const answers = await Promise.all(paths.map((path) => ask(service.base, path)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    },
    { timeout: 15_000, interval: 100 },
  );
}

function integrity(file: string): unknown {
  const database = new Sqlite(file);
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}

describe('a file', () => {
  test('locked by another program is waited for, then refused, then served', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    const file = await fileWith(100);
    await using service = await startCommand(['-d', `sqlite:///${file}?timeout=0.5`]);
    await isServed(service);
    {
      await using _locker = await other(lock, file);
      await isRefused(service);
    }
    await isServed(service);
    expect(integrity(file)).toBe('ok');
    await annotate('sqlite: locked → 503 with Retry-After, served again when free, integrity ok', 'F6');
  });

  test('that another program writes to all the time is read all the time', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    for (const mode of ['delete', 'wal']) {
      const file = await fileWith(100, `pragma journal_mode = ${mode};`);
      await using service = await startCommand(['-d', `sqlite:///${file}`]);
      const busy = `const put = db.prepare("insert into thing (name) values ('more')"); console.log('ready');
        setInterval(() => db.transaction(() => { for (let i = 0; i < 50; i++) put.run(); })(), 20);`;
      await using _writer = await other(busy, file);
      const answers = [];
      for (let i = 0; i < 30; i++) answers.push(await ask(service.base, paths[i % 3] ?? ''));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await annotate(`sqlite: ${answers.length} reads beside a busy writer (${mode}), all 200`, 'F6');
    }
  });

  test('damaged in the middle of a list cuts the answer, not the service', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    const file = await fileWith(200_000);
    await using service = await startCommand(['-d', `sqlite:///${file}`]);
    const response = await fetch(`${service.base}/api/database/tables/thing`);
    const reader = response.body?.getReader();
    await reader?.read();
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - 65_536, 0xa5), 0, size - 65_536, 65_536);
    await handle.close();
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow();
    expect((await ask(service.base, '/healthz')).status).toBe(200);
    expect([200, 503]).toContain((await ask(service.base, '/api/database/tables/thing/recs/[1]')).status);
    await annotate('sqlite: damaged in the middle of a list → the answer is cut, the service alive', 'F6');
  });

  test.each<[string, (file: string) => Promise<unknown>]>([
    ['cut short', (file) => truncate(file, 1_000)],
    ['emptied and filled with something else', (file) => writeFile(file, 'this is no database'.repeat(500))],
  ])('%s is refused until it is whole again', { timeout: 60_000 }, async (_what, harm) => {
    const file = await fileWith(2_000);
    await copyFile(file, `${file}.sound`);
    await using service = await startCommand(['-d', `sqlite:///${file}`]);
    await isServed(service);
    await harm(file);
    await isRefused(service);
    await copyFile(`${file}.sound`, file);
    await isServed(service);
  });

  test('removed or replaced goes on being served as it was opened', { timeout: 60_000 }, async () => {
    const file = await fileWith(100);
    await using service = await startCommand(['-d', `sqlite:///${file}`]);
    await isServed(service);
    await rename(file, `${file}.old`);
    const answers = await Promise.all(paths.map((path) => ask(service.base, path)));
    for (const { status } of answers) expect([200, 503]).toContain(status);
    await rename(`${file}.old`, file);
    await isServed(service);
    await rm(file);
    for (const { status } of await Promise.all(paths.map((path) => ask(service.base, path))))
      expect([200, 503]).toContain(status);
    expect((await ask(service.base, '/healthz')).status).toBe(200);
  });
});

/** A limit on the size of files is a full disk for one process: the way where nothing may be mounted. */
const limitedTo = (bytes: number) => ['prlimit', `--fsize=${bytes}`];

describe('a full disk', () => {
  test.for(['delete', 'wal'])(
    'ends a writer (%s), and the service reads on from a sound file',
    {
      timeout: 60_000,
    },
    async (mode, { annotate }) => {
      await using disk = await mountSmallDisk(4);
      const file = await fileWith(1_000, `pragma journal_mode = ${mode};`, 20, disk?.folder);
      await using service = await startCommand(['-d', `sqlite:///${file}`]);
      const greedy = `console.log('ready'); const put = db.prepare("insert into thing (name) values (hex(randomblob(2000)))");
      try { for (;;) db.transaction(() => { for (let i = 0; i < 20; i++) put.run(); })(); }
      catch (error) { process.exitCode = error.code === '${disk ? 'SQLITE_FULL' : 'SQLITE_IOERR_WRITE'}' ? 7 : 8; }`;
      await using writer = await other(greedy, file, disk ? [] : limitedTo(600_000));
      while (writer.exitCode === null && writer.signalCode === null) {
        expect((await ask(service.base, paths[1] ?? '')).status).toBe(200);
      }
      expect(writer.exitCode).toBe(7);
      await isServed(service);
      expect(integrity(file)).toBe('ok');
      const what = disk ? 'a file system of 4 MB, full' : 'files that cannot grow';
      await annotate(`sqlite: ${what}, under a writer (${mode}) → reads go on, integrity ok`, 'F6');
    },
  );

  test('under a large sort is refused in a sentence', { timeout: 60_000 }, async ({ annotate }) => {
    await using disk = await mountSmallDisk(256);
    const file = await fileWith(60_000, '', 300);
    await using service = await startCommand(
      ['-d', `sqlite:///${file}`],
      disk ? { SQLITE_TMPDIR: disk.folder } : {},
    );
    const sort = async () => {
      const entities = [{ id: 'thing', attributes: [{ id: 'name' }] }];
      const order = [{ alias: 'name', asc: false }];
      const response = await fetch(`${service.base}/api/database/uni-grid-request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entities, order, count: 'none', limit: 60_000 }),
      });
      return { status: response.status, text: await response.text() };
    };
    expect((await sort()).status).toBe(200);
    if (disk) await disk.resize(1);
    else await limitFiles(service.pid, 1_000_000);
    const refused = await sort();
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({ type: 'urn:joinery:problem:database-unavailable' });
    await isServed(service);
    if (disk) await disk.resize(256);
    else await limitFiles(service.pid, 'unlimited');
    expect((await sort()).status).toBe(200);
    const what = disk ? 'a file system of 1 MB for temporary files' : 'files that cannot grow';
    await annotate(`sqlite: ${what} under a sort → 503, the rest is served`, 'F6');
  });
});

/** From now on the process cannot make a file larger than this. */
async function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
