/** Conditions on groups, fields of groups, calculations over an answer, and top N. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { fn, func, shopOn } from './shop.ts';

const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
const by = (alias: string, asc = true) => ({ alias, asc });
const over = (alias: string, how: string, of: string, more: object = {}) => ({
  alias,
  over: { fn: how, of, ...more },
});

/** Revenue per country and year. */
const groups = (fields: object[] = [], more: object = {}) => ({
  entities: [
    {
      id: 'orders',
      attributes: [
        hidden('placed'),
        { alias: 'year', expr: fn('PART', 'placed', { value: 'year' }), selected: false },
        {
          entity: {
            id: 'customer',
            relation: { attr_parent: 'customer_id' },
            attributes: [hidden('country')],
          },
        },
        {
          entity: {
            id: 'line',
            relation: { attr_parent: 'id' },
            attributes: [hidden('price'), { ...hidden('quantity'), summaries: ['sum'] }],
          },
        },
        { alias: 'revenue', expr: fn('MUL', 'price', 'quantity'), selected: false, summaries: ['sum'] },
        ...fields,
      ],
    },
  ],
  group: ['country', 'year'],
  ...more,
});
const austria2023 = ['Austria', 2023, 6, 20.6];
const austria2024 = ['Austria', 2024, 2, -6.5];
const brazil = ['Brazil', 2024, 6, 6];
const nobody = [null, null, null, null];

/** Rows of lines. */
const rows = (fields: object[] = [], more: object = {}) => ({
  entities: [
    {
      id: 'line',
      attributes: [
        { id: 'id' },
        hidden('order_id', 'order'),
        hidden('price'),
        hidden('quantity'),
        { alias: 'revenue', expr: fn('MUL', 'price', 'quantity'), selected: false },
        ...fields,
      ],
    },
  ],
  ...more,
});

describe.each(engines)('on %s', (engine) => {
  const shop = shopOn(engine);
  const above = (alias: string, than: unknown) => func('GT', { alias }, { value: than });

  test('rank works over a constant, beside another rank', async () => {
    const same = { alias: 'same', expr: fn('ADD', { value: 1 }, { value: 0.5 }), selected: false };
    const asked = {
      entities: [
        {
          id: 'orders',
          attributes: [
            hidden('customer_id'),
            same,
            over('all', 'rank', 'same', { per: ['same'] }),
            over('rank', 'rank', 'customer_id'),
          ],
        },
      ],
    };
    // By customer, descending: 1, 1, 1, 2, 3 and null.
    expect(await shop.rows(asked)).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 2],
      [1, 1],
      [1, 6],
    ]);
  });

  test('groups are filtered by their measures and values, and counted afterwards', async () => {
    const kept = await shop.ask(groups([], { having: above('sum_revenue', 0), limit: 1 }));
    expect(kept.data).toEqual([austria2023]);
    expect(kept.size.total).toBe(2);
    expect(
      (await shop.ask(groups([], { having: above('sum_revenue', 0), limit: 1, after: kept.next }))).data,
    ).toEqual([brazil]);
    expect(await shop.rows(groups([], { having: func('IS_NULL', { alias: 'country' }) }))).toEqual([nobody]);
    const absent = {
      having: func('EQ', { alias: 'country' }, { param: 'p' }),
      parameters: [{ name: 'p', type: 'text' }],
    };
    expect(await shop.rows(groups([], absent))).toHaveLength(4);
    expect(await shop.rows(groups([], { ...absent, arguments: { p: 'Brazil' } }))).toEqual([brazil]);
  });

  test('fields of groups are computed from measures', async () => {
    const each = { alias: 'each', expr: fn('DIV', 'sum_revenue', 'sum_quantity') };
    const twice = { alias: 'twice', expr: fn('MUL', 'each', { value: 2 }) };
    const asked = groups([twice, each], { order: [by('each', false)], having: above('each', -1) });
    const { cols, data } = await shop.ask(asked);
    expect(cols).toEqual(['country', 'year', 'sum_quantity', 'sum_revenue', 'twice', 'each']);
    expect(data).toEqual([
      [...austria2023, 6.866666666666, 3.433333333333],
      [...brazil, 2, 1],
    ]);
    expect(await shop.text(asked, '/export?format=csv')).toContain(',6.866666666666,3.433333333333\r\n');
  });

  test('share, rank, running, previous, change and moving are computed over groups', async () => {
    const order = [by('year')];
    const per = ['country'];
    const asked = groups([
      over('share', 'share', 'sum_quantity', { per }),
      over('rank', 'rank', 'sum_quantity'),
      over('running', 'running', 'sum_revenue', { per, order }),
      over('previous', 'previous', 'sum_revenue', { per, order }),
      over('change', 'change', 'sum_revenue', { per, order }),
      over('moving', 'moving', 'sum_revenue', { per, order, size: 2 }),
    ]);
    expect(await shop.rows(asked)).toEqual([
      [...austria2023, 0.75, 1, 20.6, null, null, 20.6],
      [...austria2024, 0.25, 3, 14.1, 20.6, -27.1, 7.05],
      [...brazil, 1, 1, 6, null, null, 6],
      [...nobody, null, 4, null, null, null, null],
    ]);
    const sorted = groups([over('rank', 'rank', 'sum_revenue')], { order: [by('rank', false)], limit: 2 });
    expect(await shop.rows(sorted)).toEqual([
      [...nobody, 4],
      [...austria2024, 3],
    ]);
    const kept = groups([over('rank', 'rank', 'sum_revenue')], { having: above('sum_revenue', -10) });
    expect((await shop.rows(kept)).map((row) => row[4])).toEqual([1, 3, 2]);
  });

  test('top keeps the first of each part, and equal ones by their key', async () => {
    const best = { n: 1, per: ['country'], order: [by('sum_revenue', false)] };
    const kept = await shop.ask(groups([], { top: best }));
    expect(kept.data).toEqual([austria2023, brazil, nobody]);
    expect(kept.size.total).toBe(3);
    const lines = await shop.ask(
      rows([], { top: { n: 1, per: ['order'], order: [by('revenue', false)] }, limit: 2 }),
    );
    expect(lines.data).toEqual([[1], [3]]);
    expect(lines.size.total).toBe(5);
    const next = rows([], {
      top: { n: 1, per: ['order'], order: [by('revenue', false)] },
      after: lines.next,
    });
    expect(await shop.rows(next)).toEqual([[4], [5], [7]]);
    expect(await shop.rows(rows([], { top: { n: 2, order: [by('quantity')] } }))).toEqual([[2], [4]]);
    expect(await shop.rows(rows([], { where: above('id', 3), top: { n: 2, order: [by('id')] } }))).toEqual([
      [4],
      [5],
    ]);
  });

  test('top keeps nothing if there are no rows or groups', async () => {
    const none = func('LT', { alias: 'id' }, { value: 0 });
    const one = { alias: 'one', expr: fn('NEG', { value: 1 }), selected: false };
    const first = (n: number, per: string[], of: string) => ({ top: { n, per, order: [by(of)] } });
    const tops = [first(1, [], 'id'), first(1, [], 'one'), first(2, [], 'one'), first(1, ['order'], 'one')];
    for (const top of tops) {
      expect(await shop.ask(rows([one], { where: none, ...top }))).toMatchObject({
        data: [],
        size: { total: 0 },
      });
    }
    const of = {
      where: func('LT', { alias: 'placed' }, { value: '1900-01-01' }),
      top: { n: 1, order: [by('year')] },
    };
    expect(await shop.ask(groups([], of))).toMatchObject({ data: [], size: { total: 0 } });
  });

  test('windows are computed over rows, too', async () => {
    const order = [by('id')];
    const asked = rows([
      over('running', 'running', 'revenue', { order }),
      over('rank', 'rank', 'quantity'),
      over('share', 'share', 'quantity', { per: ['order'] }),
      over('change', 'change', 'quantity', { order }),
    ]);
    expect(await shop.rows(asked)).toEqual([
      [1, 0.3, 2, 0.75, null],
      [2, 0.5, 6, 0.25, -2],
      [3, 20.6, 3, 1, 1],
      [4, 20.6, 7, null, -2],
      [5, 26.6, 1, 0.666666666667, 4],
      [6, 26.6, 3, 0.333333333333, -2],
      [7, 20.1, 3, 1, 0],
      [8, 20.1, 8, null, null],
    ]);
    const sorted = rows([over('rank', 'rank', 'revenue')], { order: [by('rank')], limit: 2 });
    const first = await shop.ask(sorted);
    expect(first.data).toEqual([
      [3, 1],
      [5, 2],
    ]);
    expect((await shop.ask({ ...sorted, after: first.next })).data).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(await shop.text(sorted, '/export?format=csv')).toBe(
      'id,rank\r\n3,1\r\n5,2\r\n1,3\r\n2,4\r\n4,5\r\n7,6\r\n6,7\r\n8,7\r\n',
    );
  });

  test('each calculation is the same beside others as it is alone', async () => {
    const sorted = { order: [by('id')] };
    const overs = [
      over('total', 'running', 'revenue', { per: ['order'], ...sorted }),
      over('before', 'previous', 'revenue', sorted),
      over('part', 'share', 'revenue'),
      over('ofOrder', 'share', 'revenue', { per: ['order'] }),
      over('change', 'change', 'revenue', { order: [by('quantity'), by('id', false)] }),
    ];
    const alone = await Promise.all(overs.map((one) => shop.ask(rows([one], sorted))));
    for (const some of [overs, overs.slice(0, 3), overs.toReversed(), overs.slice(1)]) {
      const { data } = await shop.ask(rows(some, sorted));
      const given = some.map((one) => alone[overs.indexOf(one)]?.data);
      expect(data).toEqual(data.map(([id], row) => [id, ...given.map((rowsOf) => rowsOf?.[row]?.[1])]));
    }
  });

  test.each<[object, string, string]>([
    [rows([], { having: above('id', 1) }), '/having', 'group'],
    [groups([], { having: above('avg_revenue', 1) }), '/having/func/args/0/alias', 'avg_revenue'],
    [groups([], { having: above('price', 1) }), '/having/func/args/0/alias', 'price'],
    [
      groups([], { having: above('sum_revenue', 'x') }),
      '/having/func/args/1/value',
      'value of this measure,',
    ],
    [groups([over('x', 'running', 'sum_revenue')]), '/over', 'order'],
    [groups([over('x', 'moving', 'sum_revenue', { order: [by('year')] })]), '/over', 'size'],
    [groups([over('x', 'share', 'country')]), '/over/of', 'numbers'],
    [rows([over('x', 'rank', 'revenue')], { where: above('x', 1) }), '/where/func/args/0/alias', 'filtered'],
    [rows([over('x', 'rank', 'revenue')], { group: ['x'] }), '/group/0', 'grouped'],
    [rows([{ ...over('x', 'rank', 'revenue'), summaries: ['sum'] }]), '/summaries', 'summaries'],
    [rows([], { top: { n: 0, order: [by('id')] } }), '/top/n', 'whole number'],
    [rows([], { top: { n: 1, order: [] } }), '/top/order', 'order rule'],
    [rows([], { top: { n: 1, per: ['nope'], order: [by('id')] } }), '/top/per/0', 'nope'],
  ])('%j is refused', async (body, pointer, words) => {
    const problem = await shop.refusal(body);
    expect(problem.status).toBe(400);
    expect(problem.pointer).toContain(pointer);
    expect(problem.detail).toContain(words);
  });
});
