/** A small shop on any engine, and helpers to query it, for tests that state the expected answer. */
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { createDatabase, type Engine, type TestDatabase } from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { queryPath, type Service, serve } from './service.ts';

const answerSchema = z.object({
  cols: z.array(z.string()),
  data: z.array(z.array(z.unknown())),
  size: z.object({ total: z.number().nullable() }),
  next: z.string().optional(),
  pivot: z.unknown().optional(),
  summaries: z.unknown().optional(),
});

const problemSchema = z.object({ status: z.number(), detail: z.string(), pointer: z.string().optional() });

const customers = [
  [1, "'Ann'", "'Austria'", "'2020-02-29'"],
  [2, "'Bob'", "'Brazil'", 'null'],
  [3, "'Cyd'", "'Austria'", "'1999-12-31'"],
  [4, "'Dee'", 'null', "'2001-06-15'"],
];

/** id, customer, timestamp, note */
const orders = [
  [1, 1, "'2023-01-31 10:00:00'", "'Ünder'"],
  [2, 1, "'2023-12-31 23:59:59'", "'  two  '"],
  [3, 1, "'2024-02-29 12:30:15'", 'null'],
  [4, 2, "'2024-03-01 00:00:00'", "'x'"],
  [5, 3, "'2024-07-04 08:00:00'", "'Straße'"],
  [6, 'null', 'null', "''"],
];

/** id, order, price, quantity */
const lines = [
  [1, 1, '0.10', 3],
  [2, 1, '0.20', 1],
  [3, 2, '10.05', 2],
  [4, 3, '99.99', 0],
  [5, 4, '1.50', 4],
  [6, 4, 'null', 2],
  [7, 5, '-3.25', 2],
  [8, 5, '2.00', 'null'],
];

const values = (rows: readonly (readonly unknown[])[]) => rows.map((row) => `(${row.join(', ')})`).join(', ');

const script = (engine: Engine) => `
  CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(20), country VARCHAR(20), born DATE);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER,
    placed ${engine === 'postgres' ? 'TIMESTAMP' : 'DATETIME'}, note VARCHAR(40),
    FOREIGN KEY (customer_id) REFERENCES customer (id));
  CREATE TABLE line (id INTEGER PRIMARY KEY, order_id INTEGER, price NUMERIC(10,2), quantity INTEGER,
    FOREIGN KEY (order_id) REFERENCES orders (id));
  INSERT INTO customer VALUES ${values(customers)};
  INSERT INTO orders VALUES ${values(orders)};
  INSERT INTO line VALUES ${values(lines)};`;

export interface Shop {
  /** Expects an answer. */
  ask(body: object, to?: string): Promise<z.infer<typeof answerSchema>>;
  /** The rows of an answer. */
  rows(body: object): Promise<unknown[][]>;
  /** Expects a refusal. */
  refusal(body: object): Promise<z.infer<typeof problemSchema>>;
  text(body: object, to: string): Promise<string>;
  /** The cells of a workbook's sheet. */
  sheet(body: object): Promise<string[][]>;
}

function cellsOf(workbook: Buffer): string[][] {
  const sheet = String(unzip(workbook).get('xl/worksheets/sheet1.xml'));
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    (row.match(/<c\/>|<c.*?<\/c>/gs) ?? []).map((cell) => cell.replace(/<[^>]*>/g, '')),
  );
}

/** Numbers keep their digits. */
const textOf = (body: object) => stringify(body) ?? '';

/** Call within a `describe`: sets the shop up for its tests; `more` is additional SQL. */
export function shopOn(engine: Engine, more = ''): Shop {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(script(engine) + more);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });
  const ask: Shop['ask'] = async (body, to) => {
    const { status, body: text } = await service.query(textOf(body), to);
    expect(status, `${text}\n${service.mistakes.join()}`).toBe(200);
    return answerSchema.parse(JSON.parse(text));
  };
  return {
    ask,
    rows: async (body) => (await ask(body)).data,
    async refusal(body) {
      const { status, body: text } = await service.query(textOf(body));
      expect(status, text).toBeGreaterThanOrEqual(400);
      return problemSchema.parse(JSON.parse(text));
    },
    async text(body, to) {
      const { status, body: text } = await service.query(textOf(body), to);
      expect(status, text).toBe(200);
      return text;
    },
    async sheet(body) {
      const { statusCode, rawPayload } = await service.app.inject({
        method: 'POST',
        url: `${queryPath}/export?format=xlsx`,
        headers: { host: 'localhost', 'content-type': 'application/json' },
        payload: textOf(body),
      });
      expect(statusCode, service.mistakes.join()).toBe(200);
      return cellsOf(rawPayload);
    },
  };
}

/** The first branch whose condition holds, or else `otherwise`. */
export const choice = (branches: [when: object, then: object][], otherwise?: object) => ({
  case: branches.map(([when, then]) =>
    Object.fromEntries([
      ['when', when],
      ['then', then],
    ]),
  ),
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

export const func = (name: string, ...args: object[]) => ({ func: { name, args } });
export const group = (combinator: string, ...entries: object[]) => ({ cond: { with: combinator, entries } });
/** A function expression; arguments that are not objects are aliases. */
export const fn = (name: string, ...args: (object | string)[]) => ({
  fn: name,
  args: args.map((arg) => (typeof arg === 'string' ? { alias: arg } : arg)),
});
export const value = (given: unknown) => ({ value: given });
