import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { startCommand } from '../http/service.ts';
import { createDatabase } from '../support/servers.ts';
import { fuzzRawHttp } from './raw-http.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

test(`1,000 mutated requests neither stop the service nor leak connections (seed ${seed})`, {
  timeout: 180_000,
}, async ({ annotate }) => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1), (2), (3);');
  await using service = await startCommand(['-d', database.url]);
  const descriptors = async () => (await readdir(`/proc/${service.pid}/fd`)).length;
  await fetch(`${service.base}/api/database/tables/thing`);
  const before = await descriptors();
  const { sent, statuses, strange } = await fuzzRawHttp(service.base, 1_000, seed);
  expect(strange.slice(0, 3)).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(0);
  expect(statuses.get(400)).toBeGreaterThan(0);
  expect(service.process.exitCode).toBeNull();
  expect((await fetch(`${service.base}/healthz`)).status).toBe(200);
  await vi.waitFor(async () => expect(await descriptors()).toBeLessThan(before + 10), { timeout: 30_000 });
  expect(service.log()).not.toMatch(/"level":(50|60)/);
  await annotate(`${sent} mutated requests, 0 crashes, 0 × 5xx`, 'A15');
});
