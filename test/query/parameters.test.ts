/** Values outside the query: parameters, their arguments, and periods relative to now. */
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../support/servers.ts';
import { func, group, shopOn } from './shop.ts';

const order = {
  id: 'orders',
  attributes: [{ id: 'id' }, { id: 'placed', selected: false }, { id: 'note', selected: false }],
};
const ids = (rows: readonly unknown[][]) => rows.map(([id]) => id);
const is = (name: string, alias: string, param: string) => func(name, { alias }, { param });

describe.each(engines)('parameters on %s', (engine) => {
  const shop = shopOn(engine);

  test('use their argument, as a number or text, or else their default', async () => {
    const asked = {
      entities: [order],
      where: is('LTE', 'id', 'most'),
      parameters: [{ name: 'most', type: 'integer', default: 2 }],
    };
    expect(ids(await shop.rows({ ...asked, arguments: { most: 3 } }))).toEqual([1, 2, 3]);
    expect(ids(await shop.rows({ ...asked, arguments: { most: '1' } }))).toEqual([1]);
    expect(ids(await shop.rows(asked))).toEqual([1, 2]);
    expect(ids(await shop.rows({ ...asked, arguments: { most: null } }))).toEqual([1, 2]);
  });

  // The JSON library ignores this name: the condition was lost and all rows were returned.
  test('may not be named __proto__, nor receive an argument of that name', async () => {
    const unread = JSON.parse('{"__proto__": 1}');
    const where = is('EQ', 'id', '__proto__');
    const parameters = [{ name: '__proto__', type: 'integer' }];
    expect(await shop.refusal({ entities: [order], arguments: unread })).toMatchObject({
      status: 400,
      pointer: '/arguments/__proto__',
    });
    expect(await shop.refusal({ entities: [order], where, parameters })).toMatchObject({
      status: 400,
      pointer: '/parameters/0/name',
    });
  });

  test('accept many values', async () => {
    const asked = {
      entities: [order],
      where: is('IN', 'id', 'some'),
      parameters: [{ name: 'some', type: 'integer', many: true }],
    };
    expect(ids(await shop.rows({ ...asked, arguments: { some: [2, '4'] } }))).toEqual([2, 4]);
    expect(ids(await shop.rows({ ...asked, arguments: { some: [] } }))).toEqual([]);
    expect(ids(await shop.rows(asked))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('remove their condition from any kind of group if they are absent', async () => {
    const parameters = [{ name: 'absent', type: 'integer' }];
    const absent = is('EQ', 'id', 'absent');
    const first = func('EQ', { alias: 'id' }, { value: 1 });
    const rows = async (where: object) => ids(await shop.rows({ entities: [order], parameters, where }));
    expect(await rows(group('OR', absent, first))).toEqual([1]);
    expect(await rows(group('NOT', absent, first))).toEqual([2, 3, 4, 5, 6]);
    expect(await rows(group('AND', group('OR', absent), first))).toEqual([1]);
    expect(await rows(group('NOT', absent))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await rows(func('BETWEEN_INC', { alias: 'id' }, { param: 'absent' }, { value: 2 }))).toHaveLength(
      6,
    );
    const lines = { id: 'line', relation: { attr_parent: 'id' }, attributes: [{ id: 'id', alias: 'line' }] };
    expect(await rows(func('EXISTS', { entity: lines, where: is('EQ', 'line', 'absent') }))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test.each([
    ['integer', 7],
    ['numeric', 7.5],
    ['text', 'seven'],
    ['boolean', true],
    ['date', '2024-02-29'],
    ['datetime', '2024-02-29T07:00:00'],
  ])('of type %s are nulls of this type in expressions if they are absent', async (type, given) => {
    const p = { param: 'p' };
    const fields = [
      { alias: 'alone', expr: p },
      { alias: 'first', expr: { fn: 'COALESCE', args: [p, p] } },
      { alias: 'same', expr: { fn: 'NULLIF', args: [p, { value: null }] } },
    ];
    const asked = {
      entities: [{ ...order, attributes: [...order.attributes, ...fields] }],
      parameters: [{ name: 'p', type }],
      order: [{ alias: 'alone' }, { alias: 'id' }],
      limit: 1,
    };
    expect(await shop.rows(asked)).toEqual([[1, null, null, null]]);
    expect(await shop.rows({ ...asked, group: ['alone'], order: [] })).toEqual([[null]]);
    expect(await shop.rows({ ...asked, arguments: { p: given } })).toEqual([[1, given, given, given]]);
  });

  test('of the wrong type in an expression are refused, absent or not', async () => {
    const either = { fn: 'COALESCE', args: [{ param: 'p' }, { alias: 'note' }] };
    const asked = {
      entities: [{ ...order, attributes: [...order.attributes, { alias: 'either', expr: either }] }],
      parameters: [{ name: 'p', type: 'integer' }],
    };
    const refused = { status: 400, pointer: '/entities/0/attributes/3/expr/args/1' };
    expect(await shop.refusal(asked)).toMatchObject(refused);
    expect(await shop.refusal({ ...asked, arguments: { p: 1 } })).toMatchObject(refused);
  });

  test.each([
    [{ parameters: [{ name: 'a', type: 'integer', required: true }] }, '/parameters/0', '"a"'],
    [{ arguments: { b: 1 } }, '/arguments/b', '"b"'],
    [{ arguments: { b: null } }, '/arguments/b', '"b"'],
    [{ parameters: [{ name: 'a', type: 'integer' }], arguments: { a: 1.5 } }, '/arguments/a', 'integer'],
    [{ parameters: [{ name: 'a', type: 'text' }], arguments: { a: 1 } }, '/arguments/a', 'text'],
    [{ parameters: [{ name: 'a', type: 'date' }], arguments: { a: '2024-02-30' } }, '/arguments/a', 'date'],
    [{ parameters: [{ name: 'a', type: 'integer' }], arguments: { a: [1] } }, '/arguments/a', 'list'],
    [
      { parameters: [{ name: 'a', type: 'integer', many: true }], arguments: { a: 1 } },
      '/arguments/a',
      'list',
    ],
    [{ parameters: [{ name: 'a', type: 'number' }] }, '/parameters/0/type', 'numeric'],
    [{ parameters: [{ name: 'a', type: 'text', default: 1 }] }, '/parameters/0/default', 'text'],
    [
      {
        parameters: [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'text' },
        ],
      },
      '/parameters/1/name',
      'Two',
    ],
    [{ where: is('EQ', 'id', 'a') }, '/where/func/args/1/param', '"a"'],
    [{ timezone: 'Mars/Olympus' }, '/timezone', 'Mars'],
    [{ timezone: '+01:00' }, '/timezone', 'IANA'],
  ])('%j is refused', async (more, pointer, words) => {
    const problem = await shop.refusal({ entities: [order], ...more });
    expect(problem).toMatchObject({ status: 400, pointer });
    expect(problem.detail).toContain(words);
  });

  describe('periods', () => {
    const during = (period: object, name = 'IN_PERIOD', more: object = {}) =>
      shop.rows({
        entities: [order],
        where: func(name, { alias: 'placed' }, { period }),
        timezone: 'Europe/Vienna',
        ...more,
      });

    test('are relative to the current time in the given time zone', async () => {
      vi.useFakeTimers({ now: new Date('2024-02-29T23:30:00Z'), toFake: ['Date'] });
      try {
        // In Vienna it is half past midnight on March 1st.
        expect(ids(await during({ unit: 'day', offset: 0 }))).toEqual([4]);
        expect(ids(await during({ unit: 'day', offset: 0 }, 'IN_PERIOD', { timezone: 'UTC' }))).toEqual([3]);
        expect(ids(await during({ unit: 'month', offset: -1 }))).toEqual([3]);
        expect(ids(await during({ unit: 'month', offset: -3, count: 3 }))).toEqual([2, 3]);
        expect(ids(await during({ unit: 'week', offset: 0 }))).toEqual([3, 4]);
        expect(ids(await during({ unit: 'quarter', offset: 0 }))).toEqual([3, 4]);
        expect(ids(await during({ unit: 'year', offset: -1 }))).toEqual([1, 2]);
        expect(ids(await during({ unit: 'year', offset: 0 }))).toEqual([3, 4, 5]);
        expect(ids(await during({ unit: 'year', offset: 0, to: 'now' }))).toEqual([3, 4]);
        expect(ids(await during({ unit: 'year', offset: -1, to: 'now' }))).toEqual([1, 2]);
        expect(ids(await during({ unit: 'year', offset: 1, to: 'now' }))).toEqual([]);
        // Null is neither inside nor outside the period.
        expect(ids(await during({ unit: 'year', offset: 0 }, 'NOT_IN_PERIOD'))).toEqual([1, 2]);
      } finally {
        vi.useRealTimers();
      }
    });

    test('may be applied to dates', async () => {
      vi.useFakeTimers({ now: new Date('2020-02-29T12:00:00Z'), toFake: ['Date'] });
      try {
        const asked = (period: object) => ({
          entities: [{ id: 'customer', attributes: [{ id: 'id' }, { id: 'born', selected: false }] }],
          where: func('IN_PERIOD', { alias: 'born' }, { period }),
          timezone: 'UTC',
        });
        expect(ids(await shop.rows(asked({ unit: 'day', offset: 0 })))).toEqual([1]);
        expect(ids(await shop.rows(asked({ unit: 'month', offset: 0, to: 'now' })))).toEqual([1]);
        expect(ids(await shop.rows(asked({ unit: 'year', offset: -21, count: 21 })))).toEqual([3, 4]);
      } finally {
        vi.useRealTimers();
      }
    });

    test.each([
      [func('IN_PERIOD', { alias: 'id' }, { period: { unit: 'day', offset: 0 } }), '/where/func/args/0'],
      [func('IN_PERIOD', { alias: 'placed' }, { value: '2024' }), '/where/func/args/1'],
      [func('EQ', { alias: 'placed' }, { period: { unit: 'day', offset: 0 } }), '/where/func/args/1'],
      [
        func('IN_PERIOD', { alias: 'placed' }, { period: { unit: 'hour', offset: 0 } }),
        '/where/func/args/1/period/unit',
      ],
      [
        func('IN_PERIOD', { alias: 'placed' }, { period: { unit: 'day', offset: 0.5 } }),
        '/where/func/args/1/period/offset',
      ],
    ])('%j is refused', async (where, pointer) => {
      expect(await shop.refusal({ entities: [order], where })).toMatchObject({ status: 400, pointer });
    });
  });
});
