/** Questions typed on Home, on the demo: the first reading, sent as a query, returns the same as hand-written SQL. */
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildModel, type Catalog, type Model } from '../../web/model/model.ts';
import { interpretQuestion } from '../../web/query/question/question.ts';
import { toUniGrid } from '../../web/query/request.ts';
import { type Service, startService } from '../http/service.ts';
import { queryPath } from '../query/service.ts';

const file = fileURLToPath(new URL('../../dist/demo.sqlite', import.meta.url));
const Answer = z.object({ data: z.array(z.array(z.unknown())), size: z.object({ total: z.number() }) });

let demo: Database.Database;
let service: Service;
let model: Model;

beforeAll(async () => {
  demo = new Database(file, { readonly: true });
  service = await startService(`sqlite:///${file}`);
  const catalog: Catalog = JSON.parse(await (await service.get('/api/database/catalog')).text());
  model = buildModel(catalog);
});
afterAll(async () => {
  await service?.close();
  demo?.close();
});

const asked = (question: string) => interpretQuestion(model, question, () => false);

/** The rows of the first reading, as far as the first columns go. */
async function answer(question: string, columns: number): Promise<readonly unknown[][]> {
  const { readings = [], unknown = [] } = asked(question) ?? {};
  expect(unknown).toEqual([]);
  const [doc] = readings;
  const query = doc && { ...toUniGrid(doc, new Date()), limit: 5_000 };
  const asJson: unknown = await (await service.post(queryPath, query)).json();
  const { data, size } = Answer.parse(asJson);
  expect(data.length).toBe(size.total);
  return data.map((row) => row.slice(0, columns));
}

const ordered = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

async function check(question: string, sql: string): Promise<void> {
  const expected = demo.prepare<[], unknown[]>(sql).raw().all();
  // Neither nothing nor everything, which a condition that does not work returns, too.
  expect(expected.length).toBeGreaterThan(0);
  expect(ordered(await answer(question, expected[0]?.length ?? 0))).toEqual(ordered(expected));
}

describe('who has never had something', () => {
  const customers = (condition: string) =>
    `SELECT CustomerId FROM Customer c WHERE ${condition} (SELECT 1 FROM Invoice i WHERE i.CustomerId = c.CustomerId`;
  const never = `${customers('NOT EXISTS')})`;
  const since = `${customers('NOT EXISTS')} AND InvoiceDate >= '2024-01-01')`;
  const in2024 = `${customers('EXISTS')} AND InvoiceDate >= '2024-01-01' AND InvoiceDate < '2025-01-01')`;
  test.each([
    ['customers who have never had an invoice', never],
    ['customers who never had invoices', never],
    ['customers who have not had a single invoice', never],
    ['customers who did not have any invoice', never],
    ["customers who haven't had an invoice", never],
    ['customers who have never had an invoice since 2024', since],
    ['customers who have had an invoice in 2024', in2024],
    ['customers who had an invoice in 2024', in2024],
  ])('%s', check);

  test('is not asked with a number', () =>
    expect(asked('customers who have never had more than 5 invoices')?.unknown).toEqual([
      'have never had more than 5 invoices',
    ]));
});
