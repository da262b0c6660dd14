import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { measure, openSlowSockets } from '../safety/slow-sockets.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
let service: RunningCommand;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1), (2), (3);');
  service = await startCommand(['-d', database.url]);
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

test('5,000 connections that never end their request delay nobody, and are closed', async ({ annotate }) => {
  const path = '/api/database/tables/thing/recs/[1]';
  await measure(service.base, path, 500);
  const alone = await measure(service.base, path, 500, 7);
  await using slow = await openSlowSockets(service.base, 5_000);
  expect(slow.open).toBe(5_000);
  const beside = await measure(service.base, path, 500, 7);
  expect(beside.answered).toBe(3_500);
  await annotate(
    `5,000 slow sockets: p99 of others ${alone.p99Ms.toFixed(1)} ms alone, ${beside.p99Ms.toFixed(1)} ms beside them`,
    'A15',
  );
  expect(beside.p99Ms).toBeLessThan(2 * alone.p99Ms);
  await vi.waitFor(() => expect(slow.open).toBe(0), { timeout: 60_000, interval: 500 });
});
