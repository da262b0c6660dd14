/** MariaDB and MySQL take 0000-00-00 in a column that is NOT NULL for null, but it is a value like any other. */
import { describe, expect, test } from 'vitest';
import { func, shopOn, value } from './shop.ts';

const script = `
  SET sql_mode = '';
  CREATE TABLE fee (id INTEGER PRIMARY KEY, customer_id INTEGER, paid DATE NOT NULL, seen DATETIME NOT NULL,
    FOREIGN KEY (customer_id) REFERENCES customer (id));
  INSERT INTO fee VALUES (1, 1, '0000-00-00', '0000-00-00 00:00:00'), (2, 1, '2024-05-01', '2024-05-01 10:00:00'),
    (3, 2, '0000-00-00', '2024-05-02 10:00:00'), (4, 2, '2024-05-03', '0000-00-00 00:00:00');`;

const fees = (more: object) => ({
  entities: [
    {
      id: 'fee',
      attributes: [{ id: 'id' }, { id: 'paid', selected: false }, { id: 'seen', selected: false }],
    },
  ],
  order: [{ alias: 'id' }],
  ...more,
});

describe('0000-00-00', () => {
  const shop = shopOn('mysql', script);
  const ids = async (where: object) => (await shop.rows(fees({ where }))).flat();

  test.each(['paid', 'seen'])('is no null of %s', async (alias) => {
    const all = [1, 2, 3, 4];
    expect(await ids(func('IS_NULL', { alias }))).toEqual([]);
    expect(await ids(func('NOT_IS_NULL', { alias }))).toEqual(all);
    expect(await ids({ cond: { with: 'NOT', entries: [func('IS_NULL', { alias })] } })).toEqual(all);
  });

  test('is not missing beside rows without a fee, which come last', async () => {
    const fee = { id: 'fee', relation: { attr_parent: 'id' } };
    const joined = (asc: boolean, more: object = {}) => ({
      entities: [
        {
          id: 'customer',
          attributes: [{ id: 'id' }, { entity: { ...fee, attributes: [{ id: 'paid' }] } }],
        },
      ],
      order: [{ alias: 'paid', asc }, { alias: 'id' }],
      ...more,
    });
    const missing = { where: func('IS_NULL', { alias: 'paid' }) };
    expect(await shop.rows(joined(true, missing))).toEqual([
      [3, null],
      [4, null],
    ]);
    const paged = async (asc: boolean) => {
      const rows: unknown[][] = [];
      let next: string | undefined;
      do {
        const page = await shop.ask(
          joined(asc, { limit: 1, ...(next === undefined ? {} : { after: next }) }),
        );
        rows.push(...page.data);
        next = page.next;
      } while (next !== undefined && rows.length < 10);
      return rows;
    };
    for (const asc of [true, false]) expect(await paged(asc)).toEqual(await shop.rows(joined(asc)));
  });

  test('is before every other day', async () =>
    expect(await ids(func('LT', { alias: 'paid' }, value('0001-01-01')))).toEqual([1, 3]));
});
