import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { fuzzRawHttp } from '../safety/raw-http.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

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

test(`100,000 mutated requests do not stop the service (seed ${seed})`, async ({ annotate }) => {
  const { sent, statuses, strange } = await fuzzRawHttp(service.base, 100_000, seed);
  expect(strange.slice(0, 3)).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(service.process.exitCode).toBeNull();
  expect((await fetch(`${service.base}/healthz`)).status).toBe(200);
  expect(service.log()).not.toMatch(/"level":(50|60)/);
  await annotate(`${sent} mutated requests, 0 crashes, 0 × 5xx`, 'A15');
});
