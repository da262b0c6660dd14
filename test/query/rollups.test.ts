/** Measures of related rows: the result of each summary, and that they never repeat rows of the query. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { fn, func, shopOn } from './shop.ts';

const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
const lines = (...more: object[]) => ({
  id: 'line',
  relation: { attr_parent: 'id' },
  attributes: [hidden('id', 'line'), hidden('price'), hidden('quantity'), ...more],
});
const revenue = { alias: 'revenue', expr: fn('MUL', 'price', 'quantity'), selected: false };
const orders = (...more: object[]) => ({
  id: 'orders',
  relation: { attr_parent: 'id' },
  attributes: [hidden('id', 'order'), hidden('placed'), hidden('note'), ...more],
});
const bought = orders({ entity: lines(revenue) });
const rollup = (alias: string, entity: object, summary: string, more: object = {}) => ({
  alias,
  rollup: { entity, summary, ...more },
});
const customers = (...fields: object[]) => ({
  entities: [{ id: 'customer', attributes: [{ id: 'name' }, ...fields] }],
});
const since2024 = func('GTE', { alias: 'placed' }, { value: '2024-01-01' });

/** Two rooms of one house have no lamp, and another house has no room. */
const houses = `
  CREATE TABLE house (id INTEGER PRIMARY KEY, owner_id INTEGER, FOREIGN KEY (owner_id) REFERENCES customer (id));
  CREATE TABLE room (id INTEGER PRIMARY KEY, house_id INTEGER, FOREIGN KEY (house_id) REFERENCES house (id));
  CREATE TABLE lamp (id INTEGER PRIMARY KEY, room_id INTEGER, watts INTEGER, FOREIGN KEY (room_id) REFERENCES room (id));
  INSERT INTO house VALUES (7, 1), (8, 1);
  INSERT INTO room VALUES (1, 7), (2, 7), (3, 7);
  INSERT INTO lamp VALUES (1, 3, 60), (2, 3, 40);`;

describe.each(engines)('measures of related rows on %s', (engine) => {
  const shop = shopOn(engine, houses);

  test('count, sum and compare each related row once', async () => {
    const asked = customers(
      rollup('orders', orders(), 'count'),
      rollup('lines', bought, 'count'),
      rollup('with lines', bought, 'count', { of: 'order' }),
      rollup('sum', bought, 'sum', { of: 'revenue' }),
      rollup('avg', bought, 'avg', { of: 'revenue' }),
      rollup('least', bought, 'min', { of: 'revenue' }),
      rollup('most', bought, 'max', { of: 'revenue' }),
      rollup('prices', bought, 'count_distinct', { of: 'quantity' }),
    );
    expect(await shop.rows(asked)).toEqual([
      ['Ann', 3, 4, 3, 20.6, 5.15, 0, 20.1, 4],
      ['Bob', 1, 2, 1, 6, 6, 6, 6, 2],
      ['Cyd', 1, 2, 1, -6.5, -6.5, -6.5, -6.5, 1],
      ['Dee', 0, 0, 0, null, null, null, null, 0],
    ]);
  });

  test('have more decimals in averages of measures, in conditions too', async () => {
    const worth = { ...rollup('worth', lines(revenue), 'sum', { of: 'revenue' }), selected: false };
    const asked = customers(rollup('mean', orders(worth), 'avg', { of: 'worth' }));
    const [[, mean] = []] = await shop.rows(asked);
    expect(mean).toBeCloseTo(20.6 / 3, 8);
    const above = (value: number) => shop.rows({ ...asked, where: func('GT', { alias: 'mean' }, { value }) });
    expect(await above(6.8666)).toHaveLength(1);
    expect(await above(6.8667)).toEqual([]);
  });

  test('keep the type of their field in min and max, even for lists', async () => {
    const notes = rollup('quantities', lines(), 'list', { of: 'quantity' });
    const asked = customers(
      rollup('least', orders({ ...notes, selected: false }), 'min', { of: 'quantities' }),
      rollup('most', orders({ ...notes, selected: false }), 'max', { of: 'quantities' }),
    );
    expect(await shop.rows(asked)).toEqual([
      ['Ann', [0], [3, 1]],
      ['Bob', [4, 2], [4, 2]],
      ['Cyd', [2], [2]],
      ['Dee', null, null],
    ]);
  });

  test('of a field of two entities count intermediate rows without related rows once', async () => {
    const lamps = { id: 'lamp', relation: { attr_parent: 'id' }, attributes: [hidden('watts')] };
    const rooms = { id: 'room', relation: { attr_parent: 'id' }, attributes: [{ entity: lamps }] };
    const field = { alias: 'x', expr: fn('COALESCE', 'watts', 'house'), selected: false };
    const owned = {
      id: 'house',
      relation: { attr_parent: 'id' },
      attributes: [hidden('id', 'house'), field, { entity: rooms }],
    };
    const asked = customers(
      rollup('list', owned, 'list', { of: 'x' }),
      rollup('last', owned, 'last', { of: 'x' }),
      rollup('sum', owned, 'sum', { of: 'x' }),
      rollup('count', owned, 'count', { of: 'x' }),
    );
    expect(await shop.rows(asked)).toEqual([
      ['Ann', [60, 40, 7, 8], 8, 115, 4],
      ['Bob', [], null, null, 0],
      ['Cyd', [], null, null, 0],
      ['Dee', [], null, null, 0],
    ]);
  });

  test('include only rows that meet their own condition', async () => {
    const asked = customers(
      rollup('sum', bought, 'sum', { of: 'revenue', where: since2024 }),
      rollup('orders', bought, 'count', { of: 'order', where: since2024 }),
    );
    expect(await shop.rows(asked)).toEqual([
      ['Ann', 0, 1],
      ['Bob', 6, 1],
      ['Cyd', -6.5, 1],
      ['Dee', null, 0],
    ]);
    const absent = { of: 'order', where: func('EQ', { alias: 'order' }, { param: 'p' }) };
    const parameters = [{ name: 'p', type: 'integer' }];
    const all = { ...customers(rollup('n', bought, 'count', absent)), parameters };
    expect(await shop.rows(all)).toEqual([
      ['Ann', 3],
      ['Bob', 1],
      ['Cyd', 1],
      ['Dee', 0],
    ]);
  });

  test('of the same rows are computed by one join', async () => {
    const both = customers(
      rollup('sum', orders({ entity: lines(revenue) }), 'sum', { of: 'revenue', where: since2024 }),
      rollup('n', orders({ entity: lines() }), 'count', { where: since2024 }),
    );
    const { sql } = JSON.parse(await shop.text(both, '/explain'));
    expect(sql.match(/\bas .r\d+. on/g)).toHaveLength(1);
  });

  test('return the first, the last or a list in the given order', async () => {
    const order = [{ alias: 'placed', asc: false }];
    const asked = customers(
      rollup('first', orders(), 'first', { of: 'order', order }),
      rollup('last', orders(), 'last', { of: 'order', order }),
      rollup('by key', orders(), 'first', { of: 'note' }),
      rollup('list', orders(), 'list', { of: 'order', order }),
      rollup('two', orders(), 'list', { of: 'order', limit: 2 }),
      rollup('notes', orders(), 'list', { of: 'note' }),
      rollup('once', bought, 'list', { of: 'order' }),
    );
    expect(await shop.rows(asked)).toEqual([
      ['Ann', 3, 1, 'Ünder', [3, 2, 1], [1, 2], ['Ünder', '  two  '], [1, 2, 3]],
      ['Bob', 4, 4, 'x', [4], [4], ['x'], [4]],
      ['Cyd', 5, 5, 'Straße', [5], [5], ['Straße'], [5]],
      ['Dee', null, null, null, [], [], [], []],
    ]);
    const file = customers(rollup('list', orders(), 'list', { of: 'order' }));
    expect(await shop.text(file, '/export?format=csv')).toBe(
      'name,list\r\nAnn,"[1,2,3]"\r\nBob,[4]\r\nCyd,[5]\r\nDee,[]\r\n',
    );
  });

  test('may be filtered, sorted, paged, computed with, grouped by and summarised', async () => {
    const sum = rollup('sum', bought, 'sum', { of: 'revenue' });
    const asked = {
      ...customers(sum),
      where: func('GT', { alias: 'sum' }, { value: -10 }),
      order: [{ alias: 'sum', asc: false }],
      limit: 2,
    };
    const first = await shop.ask(asked);
    expect(first.data).toEqual([
      ['Ann', 20.6],
      ['Bob', 6],
    ]);
    expect(first.size.total).toBe(3);
    expect((await shop.ask({ ...asked, after: first.next })).data).toEqual([['Cyd', -6.5]]);
    const none = {
      ...customers(rollup('n', orders(), 'count')),
      where: func('EQ', { alias: 'n' }, { value: 0 }),
    };
    expect(await shop.rows(none)).toEqual([['Dee', 0]]);
    const known = { alias: 'known', expr: fn('COALESCE', 'sum', { value: 0 }) };
    expect(await shop.rows(customers({ ...sum, selected: false }, known))).toEqual([
      ['Ann', 20.6],
      ['Bob', 6],
      ['Cyd', -6.5],
      ['Dee', 0],
    ]);
    const grouped = {
      entities: [
        {
          id: 'customer',
          attributes: [
            hidden('country'),
            { ...rollup('n', orders(), 'count'), selected: false, summaries: ['sum', 'max'] },
          ],
        },
      ],
      group: ['country'],
    };
    expect(await shop.rows(grouped)).toEqual([
      ['Austria', 4, 3],
      ['Brazil', 1, 1],
      [null, 0, 0],
    ]);
    const { summaries } = await shop.ask(
      customers({ ...rollup('n', orders(), 'count'), summaries: ['sum', 'count'] }),
    );
    expect(summaries).toEqual({ n: { sum: 5, count: 4 } });
  });

  test('sort an export that does not contain them', async () => {
    const last = { ...rollup('last', orders(), 'max', { of: 'placed' }), selected: false };
    const sum = { ...rollup('sum', bought, 'sum', { of: 'revenue' }), selected: false };
    const file = (...order: object[]) => shop.text({ ...customers(last, sum), order }, '/export?format=csv');
    const { data } = await shop.ask({ ...customers(last, sum), order: [{ alias: 'last', asc: false }] });
    expect(await file({ alias: 'last', asc: false })).toBe(['name', ...data.flat(), ''].join('\r\n'));
    expect(await file({ alias: 'sum', asc: false })).toBe('name\r\nAnn\r\nBob\r\nCyd\r\nDee\r\n');
    expect(await file({ alias: 'name' }, { alias: 'last' })).toBe('name\r\nAnn\r\nBob\r\nCyd\r\nDee\r\n');
  });

  test('may decide a CASE, which counts once however often joins repeat its row', async () => {
    const lately = func('GTE', { alias: 'placed' }, { value: '2024-03-01' });
    const n = rollup('n', orders(), 'count', { where: lately });
    const conditions = {
      measure: func('GT', { alias: 'n' }, { value: 0 }),
      exists: func('EXISTS', { entity: orders(), where: lately }),
    };
    const shares = Object.entries(conditions).map(([alias, when]) => {
      // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
      const expr = { case: [{ when, then: { value: 1 } }], else: { value: 0 } };
      return { alias, expr, selected: false, summaries: ['avg'] };
    });
    const attributes = [{ id: 'country' }, { ...n, selected: false }, ...shares];
    const joined = { ...orders(), attributes: [{ ...hidden('id', 'joined'), summaries: ['count'] }] };
    const asked = { entities: [{ id: 'customer', attributes: [...attributes, { entity: joined }] }] };
    expect(await shop.rows({ ...asked, group: ['country'] })).toEqual([
      ['Austria', 0.5, 0.5, 4],
      ['Brazil', 1, 1, 1],
      [null, 0, 0, 0],
    ]);
  });

  test('may be taken of other measures, and are null where their own entity is missing', async () => {
    const inner = orders(rollup('of order', lines(revenue), 'sum', { of: 'revenue' }));
    expect(await shop.rows(customers(rollup('best', inner, 'max', { of: 'of order' })))).toEqual([
      ['Ann', 20.1],
      ['Bob', 6],
      ['Cyd', -6.5],
      ['Dee', null],
    ]);
    const customer = {
      entity: {
        id: 'customer',
        relation: { attr_parent: 'customer_id' },
        attributes: [rollup('n', orders(), 'count'), rollup('all', orders(), 'list', { of: 'order' })],
      },
    };
    const asked = { entities: [{ id: 'orders', attributes: [{ id: 'id' }, customer] }] };
    expect((await shop.rows(asked)).slice(3)).toEqual([
      [4, 1, [4]],
      [5, 1, [5]],
      [6, null, null],
    ]);
    const within = func('EXISTS', {
      entity: orders(rollup('n', lines(), 'count')),
      where: func('GT', { alias: 'n' }, { value: 1 }),
    });
    expect(await shop.rows({ ...customers(), where: within })).toEqual([['Ann'], ['Bob'], ['Cyd']]);
  });

  test.each([
    [rollup('x', orders(), 'sum'), '/rollup', 'of'],
    [rollup('x', orders(), 'sum', { of: 'note' }), '/rollup/summary', 'numbers'],
    [rollup('x', orders(), 'sum', { of: 'nope' }), '/rollup/of', 'nope'],
    [rollup('x', orders(), 'sum', { of: 'name' }), '/rollup/of', 'related'],
    [rollup('x', orders(), 'median', { of: 'order' }), '/rollup/summary', 'sum'],
    [rollup('x', orders(), 'count', { order: [{ alias: 'placed' }] }), '/rollup/order', 'order'],
    [rollup('x', orders(), 'count', { limit: 3 }), '/rollup/limit', 'list'],
    [rollup('x', { id: 'line', relation: { attr_parent: 'id' } }, 'count'), '/rollup/entity', 'lead'],
  ])('%j is refused', async (field, pointer, words) => {
    const problem = await shop.refusal(customers(field));
    expect(problem.status).toBe(400);
    expect(problem.pointer).toContain(`/entities/0/attributes/1${pointer}`);
    expect(problem.detail).toContain(words);
  });
});
