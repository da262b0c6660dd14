/** Accidents of a SQLite file while it is served: typed refusals meanwhile, then normal operation. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, open, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { isLongRun } from '../support/long-run.ts';
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

/** Another process that works on the file, since locks are per process; it reports when it is ready. */
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

interface Thing {
  readonly id: number;
  readonly name: string;
}

/** The rows that the file was created with. */
function things(rows: number, width = 20): Thing[] {
  return Array.from({ length: rows }, (_, i) => ({ id: i + 1, name: `${'x'.repeat(width)}${i + 1}` }));
}

const paths = {
  list: '/api/database/tables/thing',
  record: '/api/database/tables/thing/recs/[1]',
  part: '/api/database/tables/thing?limit=1',
  ready: '/readyz',
} as const;
const query = '/api/database/uni-grid-request';

const ask = async (base: string, path: string, body?: object) => {
  const response = await fetch(base + path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
};

const page = (order: boolean) => ({
  entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'name' }] }],
  order: order ? [{ alias: 'name' }, { alias: 'id' }] : [],
});

/** The answers to every kind of request. */
async function answers(service: Pick<RunningCommand, 'base'>) {
  const asked = [
    ...Object.values(paths).map((path) => ask(service.base, path)),
    ask(service.base, query, page(true)),
  ];
  return Promise.all(asked);
}

/** Every kind of request is refused, none fails unexpectedly, and the process survives. */
async function isRefused(service: Pick<RunningCommand, 'base'>): Promise<void> {
  for (const { status, retryAfter, text } of await answers(service)) {
    expect(status).toBe(503);
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(JSON.parse(text)).toMatchObject({ type: 'urn:joinery:problem:database-unavailable' });
  }
  expect((await ask(service.base, '/healthz')).status).toBe(200);
}

/** The answer's records, without the service's own properties. */
function shownIn(text: string): Thing[] {
  const { data }: { data: Thing[] } = JSON.parse(text);
  return data.map(({ id, name }) => ({ id, name }));
}

/** Every kind of request is answered with exactly these rows. */
async function shows(service: Pick<RunningCommand, 'base'>, rows: readonly Thing[]): Promise<void> {
  const [list, record, part, , grid] = await answers(service);
  expect([list, record, part, grid].map((answer) => answer?.status)).toEqual([200, 200, 200, 200]);
  expect(shownIn(list?.text ?? '')).toEqual(rows);
  expect(JSON.parse(record?.text ?? '')).toMatchObject(rows[0] ?? {});
  expect(shownIn(part?.text ?? '')).toEqual(rows.slice(0, 1));
  const sorted = rows
    .map(({ id, name }) => [id, name])
    .toSorted(([, a], [, b]) => (`${a}` < `${b}` ? -1 : 1));
  const { data, size }: { data: unknown[]; size: { total: number } } = JSON.parse(grid?.text ?? '');
  expect(data).toEqual(sorted.slice(0, 100));
  expect(size.total).toBe(rows.length);
}

function integrity(file: string): unknown {
  const database = new Sqlite(file);
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}

/** The file's content, read by another program. */
function rowsIn(file: string): Thing[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare<[], Thing>('select id, name from thing order by id').all();
  } finally {
    database.close();
  }
}

describe('a SQLite file', () => {
  test('locked by another program is waited for, then refused with 503, then served again', {
    timeout: 60_000,
  }, async ({ annotate }) => {
    const file = await fileWith(100);
    await using service = await startCommand(['-d', `sqlite:///${file}?timeout=0.5`]);
    await shows(service, things(100));
    {
      await using _locker = await other(lock, file);
      await isRefused(service);
    }
    await shows(service, things(100));
    expect((await ask(service.base, paths.ready)).status).toBe(200);
    expect(integrity(file)).toBe('ok');
    await annotate('sqlite: locked → 503 with Retry-After, served again when free, integrity ok', 'F6');
  });

  test('locked for a short time is served as soon as it is free', {
    timeout: 60_000,
  }, async () => {
    const file = await fileWith(100);
    await using service = await startCommand(['-d', `sqlite:///${file}?timeout=30`]);
    const short = `${lock} setTimeout(() => { db.exec('commit'); db.close(); process.exit(); }, 700);`;
    await using _locker = await other(short, file);
    await shows(service, things(100));
  });

  test.for(['delete', 'wal'])(
    'with a constant writer (%s) is always readable, and each answer shows a single state',
    { timeout: 60_000 },
    async (mode, { annotate }) => {
      const file = await fileWith(100, `pragma journal_mode = ${mode};`);
      await using service = await startCommand(['-d', `sqlite:///${file}?timeout=60`]);
      // At every moment all rows have the same name, which is the number of rows.
      const busy = `const put = db.prepare("insert into thing (name) values ('')");
        const name = db.prepare('update thing set name = (select count(*) from thing)');
        const step = db.transaction(() => { for (let i = 0; i < 50; i++) put.run(); name.run(); });
        step(); console.log('ready'); setInterval(step, 20);`;
      await using _writer = await other(busy, file);
      const counts = new Set<number>();
      const rounds = isLongRun ? 6 : 4;
      for (let i = 0; i < rounds; i++) {
        const list = await ask(service.base, paths.list);
        const record = await ask(service.base, paths.record);
        const grid = await ask(service.base, query, page(true));
        expect([list.status, record.status, grid.status]).toEqual([200, 200, 200]);
        const rows = shownIn(list.text);
        expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([String(rows.length)]));
        const { data, size }: { data: [number, string][]; size: { total: number } } = JSON.parse(grid.text);
        expect(new Set(data.map(([, name]) => name))).toEqual(new Set([String(size.total)]));
        counts.add(rows.length).add(size.total);
      }
      expect(counts.size).toBeGreaterThan(3);
      await annotate(
        `sqlite: ${3 * rounds} answers beside a busy writer (${mode}), all 200, rows and totals of one moment each`,
        'F6',
      );
    },
  );

  test('damaged in the middle of a list breaks off the answer, not the service', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    // Few but long rows: only the bytes have to exceed the buffers.
    const [count, width] = [20_000, 500];
    const file = await fileWith(count, '', width);
    await copyFile(file, `${file}.sound`);
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
    // The first page of the table is intact, the others are not.
    const record = await ask(service.base, paths.record);
    expect(record.status).toBe(503);
    const last = await ask(service.base, `/api/database/tables/thing/recs/[${count}]`);
    expect(last.status).toBe(503);
    await copyFile(`${file}.sound`, file);
    expect(integrity(file)).toBe('ok');
    await shows(service, things(count, width));
    await annotate('sqlite: damaged in the middle of a list → the answer is cut, the service alive', 'F6');
  });

  describe('of a running service', () => {
    let file: string;
    let service: RunningCommand;
    beforeAll(async () => {
      file = await fileWith(2_000);
      await copyFile(file, `${file}.sound`);
      service = await startCommand(['-d', `sqlite:///${file}`]);
    });
    afterAll(() => service?.stop());

    test.each<[string, (file: string) => Promise<unknown>]>([
      ['cut short', (file) => truncate(file, 1_000)],
      ['emptied', (file) => truncate(file, 0)],
      [
        'emptied and filled with something else',
        (file) => writeFile(file, 'this is no database'.repeat(500)),
      ],
    ])('%s is refused until it is intact again', { timeout: 60_000 }, async (_what, harm) => {
      await shows(service, things(2_000));
      await harm(file);
      await isRefused(service);
      await copyFile(`${file}.sound`, file);
      await shows(service, things(2_000));
      expect(integrity(file)).toBe('ok');
    });
  });

  test('left by a killed writer is refused until a process with write access rolls it back', {
    timeout: 60_000,
  }, async () => {
    const file = await fileWith(5_000);
    await using service = await startCommand(['-d', `sqlite:///${file}`]);
    // Changed pages are in the file, and their original content is in its journal.
    const half = `db.pragma('cache_size = 1'); db.exec("begin; update thing set name = 'half'");
      console.log('ready'); process.kill(process.pid, 'SIGKILL');`;
    await using writer = await other(half, file);
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
    await isRefused(service);
    // A process with write access rolls the journal back.
    expect(integrity(file)).toBe('ok');
    await shows(service, things(5_000));
  });
});

/** A file size limit simulates a full disk for one process, where mounting is not permitted. */
const limitedTo = (bytes: number) => ['prlimit', `--fsize=${bytes}`];

describe('a full disk', () => {
  test.for(['delete', 'wal'])(
    'ends a writer (%s), and the service continues to read an intact file',
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
        const { status, text } = await ask(service.base, paths.record);
        expect(status).toBe(200);
        expect(JSON.parse(text)).toMatchObject(things(1)[0] ?? {});
      }
      expect(writer.exitCode).toBe(7);
      expect(integrity(file)).toBe('ok');
      // The writer's last transaction, of twenty rows, is rolled back as a whole.
      const stored = rowsIn(file);
      expect(stored.slice(0, 1_000)).toEqual(things(1_000));
      expect(stored.length % 20).toBe(0);
      await shows(service, stored);
      const what = disk ? 'a file system of 4 MB, full' : 'files that cannot grow';
      await annotate(`sqlite: ${what}, under a writer (${mode}) → reads go on, integrity ok`, 'F6');
    },
  );

  test('during a large sort makes the sort fail with 503', { timeout: 60_000 }, async ({ annotate }) => {
    await using disk = await mountSmallDisk(256);
    // Few but long rows: only the bytes fill a disk.
    const [count, width] = [4_000, 2_000];
    const file = await fileWith(count, '', width);
    await using service = await startCommand(
      ['-d', `sqlite:///${file}`],
      disk ? { SQLITE_TMPDIR: disk.folder } : {},
    );
    const sort = () => {
      const entities = [{ id: 'thing', attributes: [{ id: 'name' }] }];
      const order = [{ alias: 'name', asc: false }];
      return ask(service.base, query, { entities, order, count: 'none', limit: count });
    };
    const names = things(count, width).map(({ name }) => name);
    const isSorted = async () => {
      const { status, text } = await sort();
      expect(status).toBe(200);
      const { data }: { data: [string][] } = JSON.parse(text);
      expect(data.map(([name]) => name)).toEqual(names.toSorted().reverse());
    };
    await isSorted();
    if (disk) await disk.resize(1);
    else await limitFiles(service.pid, 1_000_000);
    const refused = await sort();
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({ type: 'urn:joinery:problem:database-unavailable' });
    const record = await ask(service.base, paths.record);
    expect(record.status).toBe(200);
    expect(JSON.parse(record.text)).toMatchObject(things(1, width)[0] ?? {});
    const list = await ask(service.base, paths.list);
    expect(list.status).toBe(200);
    expect(shownIn(list.text)).toEqual(things(count, width));
    if (disk) await disk.resize(256);
    else await limitFiles(service.pid, 'unlimited');
    await isSorted();
    expect(integrity(file)).toBe('ok');
    const what = disk ? 'a file system of 1 MB for temporary files' : 'files that cannot grow';
    await annotate(`sqlite: ${what} under a sort → 503, the rest is served`, 'F6');
  });
});

/** Limits the size of files that the process can write, from now on. */
async function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
