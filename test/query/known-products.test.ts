/** SQLite sums products without checking each one once it knows the columns, and the answer does not change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Explanation } from '../../src/contract/explain.ts';
import { DatabaseFile } from '../../src/dialects/base/file.ts';
import { openReader } from '../../src/dialects/sqlite/readers/open.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, serve } from './service.ts';

const lines = Array.from({ length: 500 }, (_, i) => ({ cents: (i * 7919) % 100_000, quantity: (i % 9) + 1 }));

describe('sums of products', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    const rows = lines.map(({ cents, quantity }, i) => `(${i}, ${quantity}, ${cents} / 100.0)`);
    await database.run(`
      CREATE TABLE line (id INTEGER PRIMARY KEY, quantity INTEGER, price NUMERIC(10,2));
      INSERT INTO line VALUES ${rows.join(', ')}, (900, 3, null), (901, null, 1.5);`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const request = (summaries: readonly string[]) => ({
    entities: [
      {
        id: 'line',
        attributes: [
          { id: 'quantity' },
          { id: 'price', selected: false },
          {
            alias: 'revenue',
            expr: { fn: 'MUL', args: [{ alias: 'price' }, { alias: 'quantity' }] },
            selected: false,
            summaries,
          },
        ],
      },
    ],
  });
  const grouped = (...summaries: string[]) => ({ ...request(summaries), group: ['quantity'] });
  const asked = JSON.stringify(grouped('sum', 'avg', 'count'));

  /**
   * Repeated, because a reader examines the columns only from a statement's third run on, and each reader does so
   * itself.
   */
  async function answers(body = asked): Promise<Set<string>> {
    const told = new Set<string>();
    for (let i = 0; i < 12; i++)
      told.add(/"data":(.*),"size"/.exec((await service.query(body)).body)?.[1] ?? '');
    return told;
  }

  /** How often each of four runs of a query's statement converts a double to a decimal. */
  async function decimalsMade(body: object): Promise<number[]> {
    const { body: told } = await service.query(JSON.stringify(body), '/explain');
    const { sql, parameters } = Explanation.parse(JSON.parse(told));
    const file = new DatabaseFile(database.url.replace('sqlite:///', ''));
    const reader = openReader({ file, expected: null, busyTimeoutMs: 0, tick: () => {} });
    let made = 0;
    reader.db.function('printf', { deterministic: true }, (_format: unknown, value: unknown) => {
      made++;
      return Number(value).toPrecision(15);
    });
    try {
      return Array.from({ length: 4 }, () => {
        made = 0;
        reader.prepare('begin').run();
        reader.prepared('pragma schema_version').get();
        reader.facts.begin();
        reader.prepared(sql).all(...parameters);
        reader.facts.settle();
        reader.prepare('commit').run();
        return made;
      });
    } finally {
      reader.db.close();
    }
  }

  function sumOf(quantity: number): string {
    const own = lines.filter((line) => line.quantity === quantity);
    const cents = own.reduce((sum, line) => sum + line.cents * line.quantity, 0);
    return `[${quantity},${(cents / 100).toFixed(2)},`;
  }

  test('are exact, however often they are requested', async () => {
    const [told = '', ...others] = await answers();
    expect(others).toEqual([]);
    for (const quantity of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect(told).toContain(sumOf(quantity));
    expect(told).toContain('[null,null,null,0]');
  });

  test('compute each product once, and none again once a reader knows the columns', async () => {
    const present = lines.length;
    expect(await decimalsMade(grouped('sum', 'avg', 'count'))).toEqual([present, present, 0, 0]);
  });

  test('are the same with the min and max of the products beside them', async () => {
    const [told = '', ...others] = await answers(JSON.stringify(grouped('sum', 'count', 'min', 'max')));
    expect(others).toEqual([]);
    for (const quantity of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const products = lines
        .filter((line) => line.quantity === quantity)
        .map(({ cents }) => cents * quantity);
      const least = Math.min(...products) / 100;
      const greatest = Math.max(...products) / 100;
      expect(told).toContain(`${sumOf(quantity)}${products.length},${least},${greatest}]`);
    }
  });

  test('are correct for all rows without groups', async () => {
    const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
    const body = JSON.stringify({ ...request(['sum', 'count']), limit: 1 });
    for (let i = 0; i < 4; i++) {
      const answer = await service.query(body);
      expect(answer.body).toContain(`"revenue":{"sum":${(cents / 100).toFixed(2)},"count":${lines.length}}`);
    }
  });

  test('count products only where there is one', async () => {
    await database.run(`
      CREATE TABLE sale (id INTEGER PRIMARY KEY, quantity INTEGER NOT NULL, price NUMERIC(10,2) NOT NULL);
      INSERT INTO sale SELECT id, quantity, price FROM line WHERE id < 500`);
    const [entity] = request(['sum', 'count']).entities;
    const body = JSON.stringify({ entities: [{ ...entity, id: 'sale' }], group: ['quantity'] });
    const present = (quantity: number) => lines.filter((line) => line.quantity === quantity).length;
    const known = await answers(body);
    expect(known.size).toBe(1);
    for (const quantity of [1, 9]) expect([...known][0]).toContain(`${sumOf(quantity)}${present(quantity)}]`);
    // Infinity times zero is no number.
    await database.run('INSERT INTO sale VALUES (600, 0, 9e999), (601, 0, 2.5)');
    const told = await answers(body);
    expect(told.size).toBe(1);
    expect([...told][0]).toContain('[0,0.00,1]');
  });

  test.each([
    ['more decimals', '(999, 1, 0.001)', '[1,28573.401,'],
    ['a text', "(999, 1, 'abc')", sumOf(1)],
    ['a large number', '(999, 1, 99999999999.99)', '100000'],
  ])('include %s as soon as a row contains it', async (_what, row, part) => {
    const before = await answers();
    await database.run(`INSERT INTO line VALUES ${row}`);
    const told = await answers();
    await database.run('DELETE FROM line WHERE id = 999');
    expect(told.size).toBe(1);
    expect(told).not.toEqual(before);
    expect([...told][0]).toContain(part);
    expect(await answers()).toEqual(before);
  });
});
