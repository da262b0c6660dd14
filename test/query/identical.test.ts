/** The same request on the same data has the same answer on every engine, byte by byte. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type TestDatabase } from '../support/servers.ts';
import { buildRequest } from './build.ts';
import { type DataSet, storedOn, withoutOwnReferences } from './dataset.ts';
import { requestPlan } from './generate.ts';
import { loadData } from './load.ts';
import { seed } from './seed.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

const runs = 100;

const data: DataSet = {
  name: 'zoo',
  tables: zoo.tables.filter((table) => table.engines === undefined).map(withoutOwnReferences),
};

describe('all engines', () => {
  const databases: TestDatabase[] = [];
  const services: Service[] = [];
  beforeAll(async () => {
    for (const engine of engines) {
      const database = await loadData(engine, data);
      databases.push(database);
      services.push(await serve(database.url));
    }
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    for (const database of databases) await database.drop();
  });

  test(`give identical answers (seed ${seed})`, { timeout: 300_000 }, async () => {
    const stored = storedOn('sqlite', data);
    await fc.assert(
      fc.asyncProperty(requestPlan, async (plan) => {
        const request = buildRequest(stored, plan, (column) => column.portable !== false);
        // Each engine guesses in its own way.
        const body = (stringify({ unigrid: request }) ?? '').replace('"count":"estimate"', '"count":"exact"');
        const answers = await Promise.all(services.map((service) => service.query(body)));
        const [first, ...others] = answers.map(({ status, body: text }) => [status, comparable(text)]);
        for (const other of others) expect(other, body).toEqual(first);
      }),
      { numRuns: runs, seed },
    );
  });
});

/**
 * Some liberties remain. A cursor is opaque and holds values as its engine writes them: only whether there is one
 * must be the same. SQLite writes a double with all 17 digits where fewer would do, and a whole one with `.0`.
 */
function comparable(body: string): string {
  return body
    .replace(/"next":"[\w-]+"}$/, '"next":""}')
    .replace(/(?<=[[,:]-?\d+)\.0(?=[\],}])/g, '')
    .replace(/(?<=[[,:])-?(?=[\d.]{17})\d+\.\d+(?=[\],}])/g, (digits) => String(Number(digits)));
}
