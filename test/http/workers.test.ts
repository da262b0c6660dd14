import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Session } from '../../src/contract/session.ts';
import { childrenOf } from '../support/children.ts';
import { startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase } from '../support/servers.ts';

const Page = z.object({ data: z.array(z.unknown()), next: z.string() });

const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

it('several processes share one port and one set of sessions, and a lost one is replaced', async () => {
  await using database = await createDatabase('sqlite');
  await database.run('create table t (id integer primary key); insert into t values (1), (2), (3)');
  const users = join(await temporaryFolder(), 'users.txt');
  await writeFile(users, 'ann=secret\n');
  const parameters = ['--database', database.url, '--users', users, '--port', '0', '--workers', '3'];
  await using service = await startCommand(process.execPath, [command, ...parameters]);

  const login = await fetch(`${service.address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ann', password: 'secret' }),
  });
  const { sessionId } = Session.parse(await login.json());
  const authorization = `Basic ${btoa(`ann:${sessionId}`)}`;
  // A connection of its own for each request, since a kept one stays with one process.
  const statuses = () =>
    Promise.all(
      Array.from({ length: 24 }, async () => {
        const headers = { authorization, connection: 'close' };
        return (await fetch(`${service.address}/api/database`, { headers })).status;
      }),
    );
  expect(new Set(await statuses())).toEqual(new Set([200]));

  const page = async (after?: string) => {
    const response = await fetch(`${service.address}/api/database/uni-grid-request`, {
      method: 'POST',
      headers: { authorization, connection: 'close', 'content-type': 'application/json' },
      body: JSON.stringify({ entities: [{ id: 't', attributes: [{ id: 'id' }] }], limit: 1, after }),
    });
    return Page.parse(await response.json());
  };
  const { next } = await page();
  const following = await Promise.all(Array.from({ length: 24 }, () => page(next)));
  expect(following.map(({ data }) => data)).toEqual(Array.from({ length: 24 }, () => [[2]]));

  const [first = 0, ...others] = await childrenOf(service.pid);
  expect(others).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 5_500)); // A process that dies sooner ends the service.
  process.kill(first, 'SIGKILL');
  await vi.waitFor(
    async () => {
      const now = await childrenOf(service.pid);
      expect(now).toHaveLength(3);
      expect(now).not.toContain(first);
    },
    { timeout: 20_000 },
  );
  expect(new Set(await statuses())).toEqual(new Set([200]));

  await fetch(`${service.address}/api/logout`, { method: 'POST', headers: { authorization } });
  expect(new Set(await statuses())).toEqual(new Set([401]));
  process.kill(service.pid, 'SIGTERM');
  expect(await service.ended).toBe(0);
});
