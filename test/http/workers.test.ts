/** Several processes behind one port. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { childrenOf } from '../support/children.ts';
import { type RunningCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { isLongRun } from '../support/long-run.ts';
import { SlowReader } from '../support/reader.ts';
import { createDatabase, startServer } from '../support/servers.ts';
import { command, login, runCommand } from './service.ts';

/** The number of workers to kill: two are enough to be several, and each needs a start. */
const workers = isLongRun ? 3 : 2;

const Page = z.object({ data: z.array(z.array(z.number())), next: z.string().optional() });

const start = (...parameters: readonly string[]) =>
  startCommand(process.execPath, [command, '--port', '0', ...parameters]);

/** A separate connection for each request, since a kept one stays with its process. */
async function statuses({ address }: RunningCommand, path: string, headers: Record<string, string> = {}) {
  const asked = Array.from({ length: 24 }, async () => {
    const { status } = await fetch(address + path, { headers: { ...headers, connection: 'close' } });
    return status;
  });
  return new Set(await Promise.all(asked));
}

/** Waits until there are this many processes, none of them in `gone`, and returns them. */
function replaced({ pid }: RunningCommand, count: number, gone: readonly number[]): Promise<number[]> {
  return vi.waitFor(
    async () => {
      const now = await childrenOf(pid);
      expect(now).toHaveLength(count);
      expect(now.filter((child) => gone.includes(child))).toEqual([]);
      return now;
    },
    { timeout: 30_000 },
  );
}

describe('several worker processes', () => {
  test('share sessions, logouts and cursors', { timeout: 60_000 }, async ({ annotate }) => {
    await using database = await createDatabase('sqlite');
    await database.run(`CREATE TABLE big (id integer PRIMARY KEY, body text);
      INSERT INTO big WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
        SELECT i, printf('%.*c', 3000, 'x') FROM n;`);
    const users = join(await temporaryFolder(), 'users.txt');
    await writeFile(users, 'ann=secret\nbo=peep\n');
    await using service = await start('--database', database.url, '--users', users, '--workers', '3');
    const ann = await login(service.address, 'ann', 'secret');
    const bo = await login(service.address, 'bo', 'peep');
    expect(await statuses(service, '/api/database', ann)).toEqual(new Set([200]));

    // Each process can open what another one has sealed.
    const page = async (after?: string) => {
      const response = await fetch(`${service.address}/api/database/uni-grid-request`, {
        method: 'POST',
        headers: { ...ann, connection: 'close', 'content-type': 'application/json' },
        body: JSON.stringify({ entities: [{ id: 'big', attributes: [{ id: 'id' }] }], limit: 1, after }),
      });
      return Page.parse(await response.json());
    };
    const { next } = await page();
    const following = await Promise.all(Array.from({ length: 24 }, () => page(next)));
    expect(following.map(({ data }) => data)).toEqual(Array.from({ length: 24 }, () => [[2]]));

    // Connections are distributed round-robin, so that each process has some.
    const open = async (headers: Record<string, string>) => {
      const reader = await SlowReader.ask(service.address, '/api/database/tables/big', { headers });
      expect(await reader.begin()).toBe(200);
      return reader;
    };
    const readers = await Promise.all(Array.from({ length: 6 }, () => open(ann)));
    const others = await Promise.all(Array.from({ length: 3 }, () => open(bo)));
    const logout = await fetch(`${service.address}/api/logout`, { method: 'POST', headers: ann });
    expect(logout.status).toBe(200);
    const endedAt = performance.now();
    const outcomes = await Promise.all(readers.map((reader) => reader.rest()));
    const tookMs = Math.round(performance.now() - endedAt);
    expect(outcomes).toEqual(readers.map(() => 'reset'));
    expect(tookMs).toBeLessThan(5_000);
    expect(await statuses(service, '/api/database', ann)).toEqual(new Set([401]));
    expect(await Promise.all(others.map((reader) => reader.rest()))).toEqual(others.map(() => 'whole'));
    await annotate(
      `3 processes: ${readers.length} lists under way at the logout, ${outcomes.length} reset after ${tookMs} ms`,
      'A12',
    );

    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended).toBe(0);
  });

  // These tests mostly wait.
  test.concurrent('are replaced when they die, even again and again', { timeout: 60_000 }, async () => {
    await using database = await createDatabase('sqlite');
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    await using service = await start('--database', database.url, '--workers', String(workers));
    const gone: number[] = [];
    for (let deaths = 0; deaths < workers; deaths++) {
      const [newest = 0] = (await replaced(service, workers, gone)).toSorted((a, b) => b - a);
      process.kill(newest, 'SIGKILL');
      gone.push(newest);
      expect(await statuses(service, '/api/database')).toEqual(new Set([200]));
    }
    // Then all of them at once.
    const all = await replaced(service, workers, gone);
    for (const pid of all) process.kill(pid, 'SIGKILL');
    await replaced(service, workers, [...gone, ...all]);
    await vi.waitFor(async () => expect(await statuses(service, '/api/database')).toEqual(new Set([200])), {
      timeout: 30_000,
    });
  });

  test.concurrent('survive while the database is down, and are replaced', { timeout: 120_000 }, async () => {
    await using server = await startServer('postgres');
    await using database = await server.createDatabase();
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    await using service = await start('--database', database.url, '--workers', '2');
    const [first = 0, ...others] = await childrenOf(service.pid);
    await server.kill();
    process.kill(first, 'SIGKILL');
    // Its successors find no database, one after another.
    await vi.waitFor(() => expect(service.output().match(/a worker process ended/g)).toHaveLength(3), {
      timeout: 30_000,
    });
    expect(await statuses(service, '/api/database/tables/thing')).toEqual(new Set([503]));
    expect(await statuses(service, '/healthz')).toEqual(new Set([200]));
    await server.start();
    await replaced(service, 2, [first]);
    expect(await childrenOf(service.pid)).toEqual(expect.arrayContaining(others));
    await vi.waitFor(
      async () => expect(await statuses(service, '/api/database/tables/thing')).toEqual(new Set([200])),
      { timeout: 30_000 },
    );
  });

  test.concurrent('end with the process that started them, with one log line each', {
    timeout: 60_000,
  }, async () => {
    await using database = await createDatabase('sqlite');
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    const users = join(await temporaryFolder(), 'users.txt');
    await writeFile(users, 'ann=secret\n');
    await using service = await start(
      '--database',
      database.url,
      '--users',
      users,
      '--workers',
      String(workers),
    );
    const headers = await login(service.address, 'ann', 'secret');
    // Each worker asks the primary process for the user, even at the moment when that process is gone.
    let answered = 0;
    const client = async () => {
      for (;;) {
        const { status } = await fetch(`${service.address}/api/me`, { headers });
        if (status === 200) answered++;
      }
    };
    const clients = Array.from({ length: 12 }, () => client().catch(() => 'refused'));
    await vi.waitFor(() => expect(answered).toBeGreaterThan(100), { timeout: 30_000 });
    process.kill(service.pid, 'SIGKILL');
    expect(await Promise.all(clients)).toEqual(clients.map(() => 'refused'));
    await service.ended;
    const logLines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":') && !line.includes('"level":30'));
    expect(logLines).toHaveLength(workers);
    for (const line of logLines)
      expect(line).toContain('"msg":"the process that started this one is gone, so it ends too"');
  });

  test.concurrent('end with one sentence if the first one cannot start', async () => {
    const missing = join(await temporaryFolder(), 'missing.db');
    const { code, log } = await runCommand(['-d', `sqlite:///${missing}`, '-p', '0', '--workers', '3']);
    expect(code).toBe(1);
    expect(log).toMatch(/^joinery: The SQLite file .* does not exist/m);
    expect(log.match(/joinery: /g)).toHaveLength(1);
  });
});
