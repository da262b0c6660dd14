import { expect, test } from 'vitest';
import { startCommand } from '../http/service.ts';
import { createDatabase } from '../support/servers.ts';
import { measure, openSlowSockets } from './slow-sockets.ts';

test('500 connections that never end their request delay nobody', { timeout: 120_000 }, async ({
  annotate,
}) => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1);');
  await using service = await startCommand(['-d', database.url]);
  const path = '/api/database/tables/thing/recs/[1]';
  await using slow = await openSlowSockets(service.base, 500);
  expect(slow.open).toBe(500);
  const { answered } = await measure(service.base, path, 300);
  expect(slow.open).toBe(500);
  expect(answered).toBe(300);
  await annotate(`500 slow sockets, ${answered} of 300 other requests answered`, 'A15');
});
