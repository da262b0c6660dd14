/** SQLite adds products up without a look at each once it knows the columns, and says the same as before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

  const asked = JSON.stringify({
    entities: [
      {
        id: 'line',
        attributes: [
          { id: 'quantity', selected: false },
          { id: 'price', selected: false },
          {
            alias: 'revenue',
            expr: { fn: 'MUL', args: [{ alias: 'price' }, { alias: 'quantity' }] },
            selected: false,
            summaries: ['sum', 'avg', 'count', 'min', 'max'],
          },
        ],
      },
    ],
    group: ['quantity'],
  });

  /** Two statements ask before a reader looks, and each reader looks for itself. */
  async function answers(): Promise<Set<string>> {
    const told = new Set<string>();
    for (let i = 0; i < 12; i++)
      told.add(/"data":(.*),"size"/.exec((await service.query(asked)).body)?.[1] ?? '');
    return told;
  }

  function sumOf(quantity: number): string {
    const own = lines.filter((line) => line.quantity === quantity);
    const cents = own.reduce((sum, line) => sum + line.cents * line.quantity, 0);
    return `[${quantity},${(cents / 100).toFixed(2)},`;
  }

  test('are those of the exact numbers, however often they were asked for', async () => {
    const [told = '', ...others] = await answers();
    expect(others).toEqual([]);
    for (const quantity of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect(told).toContain(sumOf(quantity));
    expect(told).toContain('[null,null,null,0,null,null]');
  });

  test.each([
    ['more decimals', '(999, 1, 0.001)', '[1,28573.401,'],
    ['a text', "(999, 1, 'abc')", sumOf(1)],
    ['a large number', '(999, 1, 99999999999.99)', '100000'],
  ])('tell of %s as soon as a row has it', async (_what, row, part) => {
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
