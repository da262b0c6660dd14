/** Pages are complete: all pages together, by offset or cursor, are the whole answer, in order. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { buildRequest } from './build.ts';
import { storedOn } from './dataset.ts';
import { requestPlan } from './generate.ts';
import { loadData } from './load.ts';
import type { GridRequest } from './request.ts';
import { seed } from './seed.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

const pageSizes = [1, 2, 3, 7, 20, 64];
const mostPages = 100;

const answerSchema = z.object({ data: z.array(z.array(z.unknown())), next: z.string().optional() });
type Page = z.infer<typeof answerSchema>;

describe.each(engines)('pages on %s', (engine) => {
  const stored = storedOn(engine, zoo);
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await loadData(engine, zoo);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function page(request: GridRequest & { after?: string }): Promise<Page> {
    const { status, body } = await service.query(stringify({ unigrid: request }) ?? '');
    if (status !== 200) throw new Error(`${status} ${body} for ${stringify(request)}`);
    return answerSchema.parse(JSON.parse(body));
  }

  async function byOffset(request: GridRequest, limit: number, rows: number): Promise<unknown[]> {
    const data: unknown[] = [];
    for (let offset = 0; offset < rows; offset += limit) {
      data.push(...(await page({ ...request, offset, limit })).data);
    }
    return data;
  }

  async function byCursor(request: GridRequest, limit: number): Promise<unknown[]> {
    const data: unknown[] = [];
    let after: string | undefined;
    for (let pages = 0; pages <= mostPages; pages++) {
      const found = await page({ ...request, limit, ...(after === undefined ? {} : { after }) });
      data.push(...found.data);
      after = found.next;
      if (after === undefined) return data;
    }
    throw new Error(`there is no last page for ${stringify(request)}`);
  }

  test(`of generated requests add up to the whole answer (seed ${seed})`, { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(requestPlan, fc.constantFrom(...pageSizes), async (plan, limit) => {
        const { offset: _offset, limit: _limit, ...request } = buildRequest(stored, plan);
        const whole = (await page({ ...request, limit: 100_000 })).data;
        fc.pre(whole.length <= limit * mostPages);
        const label = `by ${limit} of ${stringify(request)}`;
        expect(await byOffset(request, limit, whole.length), `offset ${label}`).toEqual(whole);
        expect(await byCursor(request, limit), `cursor ${label}`).toEqual(whole);
      }),
      { numRuns: (isLongRun ? 12 : 4) / (engine === 'duckdb' ? 2 : 1), seed },
    );
  });

  test.each(fewOrAll([1, 7], pageSizes))(
    'of %i rows add up to the whole answer where the order has nulls and equal values',
    async (limit) => {
      for (const nulls of ['first', 'last'] as const) {
        for (const asc of [true, false]) {
          const request: GridRequest = {
            entities: [
              {
                id: 'tag',
                relation: null,
                attributes: [{ id: 'word' }, { id: 'weight' }, { id: 'day' }],
              },
            ],
            order: [{ alias: 'weight', asc, nulls }],
          };
          const whole = (await page({ ...request, limit: 100 })).data;
          expect(whole).toHaveLength(9);
          expect(await byOffset(request, limit, whole.length)).toEqual(whole);
          expect(await byCursor(request, limit)).toEqual(whole);
        }
      }
    },
  );
});

describe.each(engines)('pages of long texts on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    const text = { sqlite: 'TEXT', postgres: 'TEXT', mysql: 'LONGTEXT', duckdb: 'TEXT' }[engine];
    const same = 'a'.repeat(2_500);
    const rows = ['z', 'b', 'y', 'a', 'b'].map((end, id) => `(${id}, '${same}${end}', '${same}${end}')`);
    await database.run(`CREATE TABLE page (id INTEGER PRIMARY KEY, body ${text}, short VARCHAR(3000));
      INSERT INTO page VALUES ${rows.join(', ')};`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function ids(request: object): Promise<{ found: unknown[]; next: string | undefined }> {
    const { status, body } = await service.query(JSON.stringify(request));
    expect(status).toBe(200);
    const { data, next } = answerSchema.parse(JSON.parse(body));
    return { found: data.map((row) => row.at(-1)), next };
  }

  test.each([
    ['body', true],
    ['body', false],
    ['short', true],
    ['short', false],
  ])('by %s (ascending: %s) add up to the whole answer where the texts begin alike', async (alias, asc) => {
    const attributes = [{ id: 'body', selected: false }, { id: 'short', selected: false }, { id: 'id' }];
    const grouped = [{ id: alias }, { id: 'id', summaries: ['min'] }];
    const order = [{ alias, asc }];
    for (const request of [
      { entities: [{ id: 'page', attributes }], order },
      { entities: [{ id: 'page', attributes: grouped }], group: [alias], order },
    ]) {
      const whole = (await ids(request)).found;
      const paged: unknown[] = [];
      for (let after: string | undefined; paged.length <= whole.length; ) {
        const { found, next } = await ids({
          ...request,
          limit: 1,
          ...(after === undefined ? {} : { after }),
        });
        paged.push(...found);
        after = next;
        if (after === undefined) break;
      }
      expect(paged).toEqual(whole);
    }
  });
});
