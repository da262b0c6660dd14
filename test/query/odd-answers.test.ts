/** Minimal forms of answers that generated requests have shown to be wrong. */
import { describe, expect, test } from 'vitest';
import { liveEngines } from '../support/servers.ts';
import { fn, func, shopOn, value } from './shop.ts';

const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
const customers = (fields: object[], more: object = {}) => ({
  entities: [{ id: 'customer', attributes: [{ id: 'id' }, ...fields] }],
  order: [{ alias: 'id' }],
  ...more,
});
const chain = (...fields: object[]) => ({
  id: 'orders',
  relation: { attr_parent: 'id' },
  attributes: [
    hidden('id', 'order'),
    {
      entity: { id: 'line', relation: { attr_parent: 'id' }, attributes: [hidden('id', 'line'), ...fields] },
    },
  ],
});
const one = (expr: object) =>
  customers([{ alias: 'x', expr }], { where: func('EQ', { alias: 'id' }, value(1)) });

/** Orders without lines: one among several, and a customer's only one. */
const empty = `
  INSERT INTO customer VALUES (5, 'Eve', 'Estonia', null);
  INSERT INTO orders VALUES (7, 2, null, null), (8, 5, null, null);`;

describe.each(liveEngines)('on %s', (engine) => {
  const shop = shopOn(engine, empty);

  test('the last of a chain of relations is from an existing row', async () => {
    const last = { alias: 'x', rollup: { entity: chain(), summary: 'last', of: 'line' } };
    expect(await shop.rows(customers([last]))).toEqual([
      [1, 4],
      [2, 6],
      [3, 8],
      [4, null],
      [5, null],
    ]);
  });

  test('a constant field is not counted where its entity is missing', async () => {
    const always = { alias: 'always', expr: value(1), selected: false };
    const counted = { alias: 'x', rollup: { entity: chain(always), summary: 'count', of: 'always' } };
    expect((await shop.rows(customers([counted]))).map(([, count]) => count)).toEqual([4, 2, 2, 0, 0]);
    const lines = { id: 'line', relation: { attr_parent: 'id' }, attributes: [] };
    const asked = {
      entities: [
        {
          id: 'orders',
          attributes: [
            { id: 'id' },
            { entity: { ...lines, attributes: [{ ...always, summaries: ['count', 'sum'] }] } },
          ],
        },
      ],
    };
    expect((await shop.ask(asked)).summaries).toEqual({ always: { count: 8, sum: 8 } });
  });

  test('a missing value sorts last, although its column is never null', async () => {
    const last = { alias: 'x', rollup: { entity: chain(), summary: 'last', of: 'line' } };
    const order = [{ alias: 'x', asc: false }];
    const top = { n: 9, order: [{ alias: 'id' }] };
    expect((await shop.rows(customers([last], { order, top }))).map(([id]) => id)).toEqual([3, 2, 1, 4, 5]);
    expect((await shop.rows(customers([last], { order }))).map(([id]) => id)).toEqual([3, 2, 1, 4, 5]);
  });

  test('a pivot without groups has no rows and no columns', async () => {
    const asked = {
      entities: [
        { id: 'customer', attributes: [{ id: 'country' }, { ...hidden('id'), summaries: ['count'] }] },
      ],
      group: ['country'],
      pivot: 'country',
      having: func('GT', { alias: 'count_id' }, value(100)),
    };
    const { cols, data, size, pivot } = await shop.ask(asked);
    expect({ cols, data, total: size.total, pivot }).toEqual({
      cols: [],
      data: [],
      total: 0,
      pivot: { values: [], measures: ['count_id'] },
    });
    for (const format of ['csv', 'tsv']) {
      expect((await shop.text(asked, `/export?format=${format}`)).trim()).toBe('');
    }
    expect(await shop.text(asked, '/export?format=ndjson')).toBe('');
    expect(await shop.sheet(asked)).toEqual([[]]);
  });

  test.each<[string, object, unknown]>([
    ['NULLIF keeps multiples of ten', fn('NULLIF', fn('MUL', 'id', value(10)), value(0.5)), 10],
    ['NULLIF keeps zero', fn('NULLIF', fn('SUB', 'id', value(1)), value(0.5)), 0],
    ['MOD returns zero without a sign', fn('CONCAT', fn('MOD', value(-10.5), value(10.5)), value('')), '0'],
    [
      'REPLACE with null returns null',
      fn('REPLACE', value(''), value(''), fn('CAST', value(null), value('text'))),
      null,
    ],
    [
      'SHIFT to before the year 1 returns null',
      fn('SHIFT', fn('CAST', value('0001-03-01'), value('date')), value(-5), value('month')),
      null,
    ],
  ])('%s', async (_, expr, expected) => {
    expect(await shop.rows(one(expr))).toEqual([[1, expected]]);
  });

  test('a date of the year 0 is compared where the engine has one, and refused where not', async () => {
    for (const id of ['customer', 'orders']) {
      const field = id === 'customer' ? 'born' : 'placed';
      const where = func('LT', { alias: field }, value('0000-01-01'));
      const asked = { entities: [{ id, attributes: [{ id: 'id' }, hidden(field)] }], where };
      if (engine !== 'postgres') expect(await shop.rows(asked)).toEqual([]);
      else
        expect(await shop.refusal(asked)).toMatchObject({ status: 400, pointer: '/where/func/args/1/value' });
    }
  });

  test('a sum has the number of decimals of the first argument of NULLIF', async () => {
    const expr = fn('NULLIF', fn('MOD', value(0.495), 'id'), { param: 'p' });
    const asked = customers([{ alias: 'x', expr, selected: false, summaries: ['sum'] }], {
      where: func('LTE', { alias: 'id' }, value(4)),
      parameters: [{ name: 'p', type: 'numeric' }],
      arguments: { p: 0.5 },
    });
    expect(await shop.text(asked, '')).toContain('"x":{"sum":1.980}');
  });

  test('a sum of columns that are never null counts each of their rows once', async () => {
    const twice = {
      alias: 'twice',
      expr: fn('ADD', 'id', 'id'),
      selected: false,
      summaries: ['count', 'sum'],
    };
    const orders = {
      entity: {
        id: 'orders',
        relation: { attr_parent: 'id' },
        attributes: [{ ...hidden('note'), summaries: ['count'] }],
      },
    };
    const asked = customers([twice, orders], { group: ['id'] });
    const rows = await shop.rows(asked);
    expect(rows.map(([id, count, sum]) => [id, count, sum])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, 1, id * 2]),
    );
  });

  test('rows may be sorted by a constant', async () => {
    const asked = customers([{ alias: 'x', expr: value(false) }], {
      order: [{ alias: 'x' }, { alias: 'id', asc: false }],
      limit: 1,
    });
    expect(await shop.rows(asked)).toEqual([[5, false]]);
  });

  test('averages may be used in computed fields like other measures', async () => {
    const mean = {
      alias: 'mean',
      rollup: { entity: chain(hidden('quantity')), summary: 'avg', of: 'quantity' },
    };
    const twice = { alias: 'twice', expr: fn('MUL', 'mean', value(2)) };
    expect((await shop.rows(customers([mean, twice])))[0]).toEqual([1, 1.5, 3]);
  });

  test('summaries include only the rows that "top" keeps', async () => {
    const asked = {
      entities: [
        {
          id: 'orders',
          attributes: [
            { id: 'id', alias: 'order', summaries: ['count', 'sum'] },
            {
              entity: {
                id: 'line',
                relation: { attr_parent: 'id' },
                attributes: [
                  { id: 'price', summaries: ['sum', 'max'] },
                  { ...hidden('quantity'), summaries: ['sum'] },
                ],
              },
            },
          ],
        },
      ],
      where: func('LTE', { alias: 'order' }, value(2)),
      top: { n: 2, order: [{ alias: 'price' }] },
    };
    const kept = await shop.ask(asked);
    expect(kept.data).toEqual([
      [1, 0.1],
      [1, 0.2],
    ]);
    expect(kept.summaries).toEqual({
      order: { count: 1, sum: 1 },
      price: { sum: 0.3, max: 0.2 },
      quantity: { sum: 4 },
    });
    const { data } = JSON.parse(await shop.text(asked, '/summaries'));
    expect(data).toEqual([1, 1, 0.3, 0.2, 4]);
  });

  test('an invalid default is refused even if it is not used', async () => {
    const parameters = [{ name: 'p', type: 'integer', default: 'many' }];
    const asked = customers([], {
      where: func('EQ', { alias: 'id' }, { param: 'p' }),
      parameters,
      arguments: { p: 1 },
    });
    expect(await shop.refusal(asked)).toMatchObject({ status: 400, pointer: '/parameters/0/default' });
    const list = { ...asked, parameters: [{ name: 'p', type: 'integer', default: [1] }] };
    expect(await shop.refusal(list)).toMatchObject({ status: 400, pointer: '/parameters/0/default' });
  });
});
