/** Computed fields: the result of each function, and that they are allowed wherever a column is. */
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../support/servers.ts';
import { fn, func, shopOn, value } from './shop.ts';

/** Written with numbers that JavaScript represents exactly. */
const leastWhole = fn('SUB', fn('MUL', value(-4611686018427387), value(2000)), value(1808));

const branch = (when: object, outcome: unknown) =>
  Object.fromEntries([
    ['when', when],
    ['then', value(outcome)],
  ]);
const hidden = (id: string) => ({ id, selected: false });

/** One value, independent of the row. */
const constant = (expr: object) => ({
  entities: [{ id: 'customer', attributes: [hidden('id'), { alias: 'x', expr }] }],
  where: func('EQ', { alias: 'id' }, { value: 1 }),
});

const line = (...fields: object[]) => ({
  id: 'line',
  attributes: [{ id: 'id' }, hidden('price'), hidden('quantity'), ...fields],
});
const revenue = { alias: 'revenue', expr: fn('MUL', 'price', 'quantity') };

describe.each(engines)('computed fields on %s', (engine) => {
  const shop = shopOn(engine);
  const of = async (expr: object) => (await shop.rows(constant(expr)))[0]?.[0];

  test('concatenate 900 texts', async () => {
    const texts = Array.from({ length: 900 }, (_, i) => (i % 3 === 0 ? 'name' : value(`${i} `)));
    const asked = {
      entities: [
        {
          id: 'customer',
          attributes: [hidden('id'), hidden('name'), { alias: 'x', expr: fn('CONCAT', ...texts) }],
        },
      ],
      where: func('EQ', { alias: 'id' }, { value: 1 }),
    };
    const wanted = texts.map((_, i) => (i % 3 === 0 ? 'Ann' : `${i} `)).join('');
    expect(await shop.rows(asked)).toEqual([[wanted]]);
  });

  test.each<[object, unknown]>([
    [fn('ADD', value(0.1), value(0.2)), 0.3],
    [fn('ADD', value(1), value(2), value(3.5)), 6.5],
    [fn('SUB', value(1), value(0.9)), 0.1],
    [fn('MUL', value(1.1), value(1.1)), 1.21],
    [fn('MUL', value(900000000000000), value(1000)), 900000000000000000],
    [fn('MUL', value(90000000000000000), value(90000000000000000)), null],
    [leastWhole, -(2 ** 63)],
    [fn('CAST', fn('NEG', leastWhole), value('numeric')), null],
    [fn('DIV', value(10), value(4)), 2.5],
    [fn('DIV', value(1), value(3)), 0.333333333333],
    [fn('DIV', value(2), value(3)), 0.666666666667],
    [fn('DIV', value(1), value(0)), null],
    [fn('MOD', value(-7), value(3)), -1],
    [fn('MOD', value(7.5), value(-2)), 1.5],
    [fn('MOD', value(7), value(0)), null],
    [fn('NEG', value(2.5)), -2.5],
    [fn('ABS', value(-2.5)), 2.5],
    [fn('ROUND', value(0.495), value(2)), 0.5],
    [fn('ROUND', value(2.5)), 3],
    [fn('ROUND', value(-2.5)), -3],
    [fn('ROUND', value(1234), value(-2)), 1200],
    [fn('ROUND', value(1.005), value(2)), 1.01],
    [fn('FLOOR', value(-1.5)), -2],
    [fn('CEIL', value(-1.5)), -1],
    [fn('CONCAT', value('a'), value(1.5), value(true)), 'a1.5true'],
    [fn('CONCAT', value('a'), value(null)), null],
    [fn('UPPER', value('Äpfel ß žluť')), 'ÄPFEL SS ŽLUŤ'],
    [fn('LOWER', value('ÄPFEL ŽLUŤ ΑΩ')), 'äpfel žluť αω'],
    [fn('TRIM', value('  a\t ')), 'a\t'],
    [fn('LENGTH', value('aé😀')), 3],
    [fn('SUBSTRING', value('a😀bc'), value(2), value(2)), '😀b'],
    [fn('SUBSTRING', value('abc'), value(0), value(2)), 'a'],
    [fn('SUBSTRING', value('abc'), value(2)), 'bc'],
    [fn('SUBSTRING', value('abc'), value(2), value(-1)), ''],
    [fn('SUBSTRING', value('abc'), value(9)), ''],
    [fn('REPLACE', value('aAa'), value('a'), value('b')), 'bAb'],
    [fn('COALESCE', value(null), value(2), value(3)), 2],
    [fn('NULLIF', value('a'), value('a')), null],
    [fn('NULLIF', value('a'), value('A')), 'a'],
    [fn('CAST', value('12.5'), value('integer')), 13],
    [fn('CAST', value('-12.5'), value('integer')), -13],
    [fn('CAST', value(' 1e2 '), value('numeric')), 100],
    [fn('CAST', value('12x'), value('numeric')), null],
    [fn('CAST', value(1.5), value('text')), '1.5'],
    [fn('CAST', value('2023-02-29'), value('date')), null],
    [fn('CAST', value('2024-02-29'), value('date')), '2024-02-29'],
    [fn('CAST', value('2024-02-29T10:11:12'), value('datetime')), '2024-02-29T10:11:12'],
    [fn('CAST', value('no'), value('datetime')), null],
    [fn('CAST', value('True'), value('boolean')), true],
    [fn('CAST', value('1'), value('boolean')), null],
    [fn('PART', value('2021-01-03T10:20:30'), value('week')), 53],
    [fn('PART', value('2021-01-03T10:20:30'), value('weekday')), 7],
    [fn('PART', value('2021-01-03T10:20:30'), value('quarter')), 1],
    [fn('PART', value('2021-01-03T10:20:30'), value('second')), 30],
    [fn('TRUNCATE', value('2021-05-20T10:20:30'), value('week')), '2021-05-17T00:00:00'],
    [fn('TRUNCATE', value('2021-05-20T10:20:30'), value('quarter')), '2021-04-01T00:00:00'],
    [fn('SHIFT', value('2024-01-31T10:00:00'), value(1), value('month')), '2024-02-29T10:00:00'],
    [fn('SHIFT', value('2024-02-29T10:00:00'), value(-1), value('year')), '2023-02-28T10:00:00'],
    [fn('SHIFT', value('2024-02-29T10:00:00'), value(90), value('minute')), '2024-02-29T11:30:00'],
    [fn('SHIFT', value('2024-02-29T10:00:00'), value(100000), value('year')), null],
    [fn('DISTANCE', value('2024-01-31'), value('2024-02-29'), value('month')), 0],
    [fn('DISTANCE', value('2024-01-29'), value('2024-02-29'), value('month')), 1],
    [fn('DISTANCE', value('2024-02-29'), value('2022-03-01'), value('year')), -1],
    [fn('DISTANCE', value('2024-01-01T12:00:00'), value('2023-12-31T13:00:00'), value('day')), 0],
  ])('compute %j as %j', async (expr, expected) => {
    expect(await of(expr)).toEqual(expected);
  });

  test('return null if any single argument is null', async () => {
    const moment = fn('CAST', value('2024-02-29T10:11:12'), value('datetime'));
    // Each argument with its null counterpart; the rest are texts.
    const nullOf = (type: string) => fn('CAST', value(null), value(type));
    const number = { value: value(2), none: nullOf('numeric') };
    const text = { value: value('abc'), none: nullOf('text') };
    const time = { value: moment, none: nullOf('datetime') };
    const word = (name: string) => ({ value: value(name), none: null });
    const calls: [string, { value: object; none: object | null }[]][] = [
      ...['ADD', 'SUB', 'MUL', 'DIV', 'MOD'].map((name): (typeof calls)[0] => [name, [number, number]]),
      ...['NEG', 'ABS', 'ROUND', 'FLOOR', 'CEIL'].map((name): (typeof calls)[0] => [name, [number]]),
      ['ROUND', [number, number]],
      ...['UPPER', 'LOWER', 'TRIM', 'LENGTH'].map((name): (typeof calls)[0] => [name, [text]]),
      ['CONCAT', [text, text, text]],
      ['SUBSTRING', [text, number]],
      ['SUBSTRING', [text, number, number]],
      ['REPLACE', [text, text, text]],
      ['PART', [time, word('year')]],
      ['TRUNCATE', [time, word('month')]],
      ['SHIFT', [time, number, word('day')]],
      ['DISTANCE', [time, time, word('day')]],
      ['CAST', [text, word('integer')]],
    ];
    const fields = calls.flatMap(([name, args]) =>
      args.flatMap(({ none }, i) => {
        const given = args.map((argument) => argument.value);
        return none === null
          ? []
          : [{ alias: `${name} of ${args.length} at ${i}`, expr: fn(name, ...given.with(i, none)) }];
      }),
    );
    const { cols, data } = await shop.ask({ entities: [{ id: 'customer', attributes: fields }], limit: 1 });
    expect(cols.filter((_, i) => data[0]?.[i] !== null)).toEqual([]);
    expect(cols).toHaveLength(39);
  });

  test('choose the first CASE branch that is true', async () => {
    const bands = {
      case: [
        branch(func('GT', { alias: 'price' }, { value: 5 }), 'dear'),
        branch(func('GT', { alias: 'price' }, { value: 0 }), 'cheap'),
      ],
      else: value('odd'),
    };
    const rows = await shop.rows({ entities: [line({ alias: 'band', expr: bands })] });
    expect(rows.map(([, band]) => band)).toEqual([
      'cheap',
      'cheap',
      'dear',
      'dear',
      'cheap',
      'odd',
      'odd',
      'cheap',
    ]);
    expect(await of({ case: [branch(func('EQ', { alias: 'id' }, { value: 9 }), 1)] })).toBe(null);
    // Results keep their own numbers of decimals.
    const nine = branch(func('EQ', { alias: 'id' }, { value: 9 }), 0.5);
    expect(await of({ case: [nine], else: value(0.495) })).toBe(0.495);
  });

  test('may refer to each other in any order', async () => {
    const fields = [{ alias: 'twice', expr: fn('MUL', 'revenue', value(2)) }, revenue];
    const rows = await shop.rows({ entities: [line(...fields)], limit: 3 });
    expect(rows).toEqual([
      [1, 0.6, 0.3],
      [2, 0.4, 0.2],
      [3, 40.2, 20.1],
    ]);
  });

  test('may be filtered, sorted and paged', async () => {
    const asked = {
      entities: [line(revenue)],
      where: func('LT', { alias: 'revenue' }, { value: 20.1 }),
      order: [{ alias: 'revenue', asc: false }],
      limit: 2,
    };
    const first = await shop.ask(asked);
    expect(first.data).toEqual([
      [5, 6],
      [1, 0.3],
    ]);
    expect(first.size.total).toBe(5);
    const second = await shop.ask({ ...asked, after: first.next });
    expect(second.data).toEqual([
      [2, 0.2],
      [4, 0],
    ]);
    const third = await shop.ask({ ...asked, after: second.next });
    expect(third.data).toEqual([[7, -6.5]]);
    expect(third.next).toBeUndefined();
  });

  test('are summarised once for each combination of the rows that they use', async () => {
    const order = {
      id: 'orders',
      attributes: [
        { id: 'customer_id', alias: 'customer', selected: false },
        { entity: { ...line(), relation: { attr_parent: 'id' } } },
        {
          entity: {
            id: 'customer',
            relation: { attr_parent: 'customer_id' },
            attributes: [
              {
                entity: {
                  id: 'orders',
                  relation: { attr_parent: 'id' },
                  attributes: [{ id: 'id', alias: 'again', selected: false }],
                },
              },
              { ...revenue, selected: false, summaries: ['sum', 'count', 'avg'] },
            ],
          },
        },
      ],
    };
    expect(await shop.rows({ entities: [order], group: ['customer'] })).toEqual([
      [1, 20.6, 4, 5.15],
      [2, 6, 1, 6],
      [3, -6.5, 1, -6.5],
      [null, null, 0, null],
    ]);
    const { summaries } = await shop.ask({ entities: [order] });
    expect(summaries).toEqual({ revenue: { sum: 20.1, count: 6, avg: 3.35 } });
  });

  test('that rename another field count the same rows as that field', async () => {
    const twin = { alias: 'twin', expr: { alias: 'one' }, selected: false, summaries: ['count'] };
    const { summaries } = await shop.ask({
      entities: [
        {
          id: 'orders',
          attributes: [
            { id: 'id' },
            { alias: 'one', expr: fn('ADD', value(1), value(0)), selected: false, summaries: ['count'] },
            { entity: { id: 'customer', relation: { attr_parent: 'customer_id' }, attributes: [twin] } },
          ],
        },
      ],
    });
    expect(summaries).toEqual({ one: { count: 6 }, twin: { count: 6 } });
  });

  test('each count their own rows where joins repeat the rows of several entities', async () => {
    const orders = (alias: string) => ({
      entity: {
        id: 'orders',
        relation: { attr_parent: 'id' },
        attributes: [{ id: 'id', alias, selected: false, summaries: ['count'] }],
      },
    });
    const customer = { id: 'customer', attributes: [{ id: 'id', alias: 'c' }, orders('a'), orders('b')] };
    expect(await shop.rows({ entities: [customer], group: ['c', 'a'], limit: 3 })).toEqual([
      [1, 1, 1, 3],
      [1, 2, 1, 3],
      [1, 3, 1, 3],
    ]);
  });

  test('are null outside the range of whole numbers, in running totals too', async () => {
    const big = { alias: 'big', expr: fn('MUL', value(3e9), value(3e9)), selected: false };
    const running = { alias: 'running', over: { fn: 'running', of: 'big', order: [{ alias: 'id' }] } };
    expect(
      await shop.rows({ entities: [{ id: 'customer', attributes: [{ id: 'id' }, big, running] }] }),
    ).toEqual([
      [1, 9e18],
      [2, null],
      [3, null],
      [4, null],
    ]);
  });

  test('of unknown scale have exact decimal sums and averages', async () => {
    // 0.1 + 0.2 + 10.05 + 99.99 + 1.5 - 3.25 + 2 is not exact in doubles.
    const price = { alias: 'exact', expr: fn('CAST', fn('CAST', 'price', value('text')), value('numeric')) };
    const { summaries } = await shop.ask({
      entities: [line({ ...price, selected: false, summaries: ['sum', 'avg'] })],
    });
    expect(summaries).toEqual({ exact: { sum: 110.59, avg: Number('15.7985714285714285714') } });
  });

  test('may be grouped by value and by period', async () => {
    const orders = (field: object) => ({
      entities: [
        {
          id: 'orders',
          attributes: [hidden('placed'), { id: 'id', selected: false, summaries: ['count'] }, field],
        },
      ],
      group: ['by'],
    });
    expect(await shop.rows(orders({ alias: 'by', expr: fn('PART', 'placed', value('year')) }))).toEqual([
      [2023, 2],
      [2024, 3],
      [null, 1],
    ]);
    const shifted = fn('SHIFT', 'placed', value(1), value('day'));
    expect(await shop.rows(orders({ alias: 'by', expr: shifted, bucket: 'month' }))).toEqual([
      ['2023-02-01T00:00:00', 1],
      ['2024-01-01T00:00:00', 1],
      ['2024-03-01T00:00:00', 2],
      ['2024-07-01T00:00:00', 1],
      [null, 1],
    ]);
  });

  test('of measures sort groups, even when hidden', async () => {
    const sorted = (selected: boolean, asc: boolean) => ({
      entities: [
        {
          id: 'line',
          attributes: [
            { id: 'order_id' },
            { ...hidden('quantity'), summaries: ['sum'] },
            { alias: 'rest', expr: fn('MOD', 'sum_quantity', value(3)), selected },
          ],
        },
      ],
      group: ['order_id'],
      order: [{ alias: 'rest', asc }],
      limit: 3,
      offset: 1,
    });
    const [up, down] = [
      [
        [4, 6, 0],
        [1, 4, 1],
        [2, 2, 2],
      ],
      [
        [5, 2, 2],
        [1, 4, 1],
        [3, 0, 0],
      ],
    ];
    expect(await shop.rows(sorted(true, true))).toEqual(up);
    expect(await shop.rows(sorted(true, false))).toEqual(down);
    expect(await shop.rows(sorted(false, true))).toEqual(up.map((row) => row.slice(0, 2)));
    expect(await shop.rows(sorted(false, false))).toEqual(down.map((row) => row.slice(0, 2)));
  });

  test('have the same digits when converted to text', async () => {
    const quotient = (by: object) => fn('DIV', value(100), by);
    const asked = (of: object) => ({
      entities: [
        {
          id: 'customer',
          attributes: [hidden('id'), { alias: 'text', expr: fn('CONCAT', of, value('!')) }],
        },
      ],
    });
    expect(await shop.rows(asked(quotient(value(9))))).toEqual(Array(4).fill(['11.111111111111!']));
    expect(await shop.rows(asked(quotient(fn('MUL', 'id', value(9)))))).toEqual([
      ['11.111111111111!'],
      ['5.555555555556!'],
      ['3.703703703704!'],
      ['2.777777777778!'],
    ]);
    expect(await shop.rows(asked(fn('DIV', 'id', value(-100_000_000))))).toEqual([
      ['-0.00000001!'],
      ['-0.00000002!'],
      ['-0.00000003!'],
      ['-0.00000004!'],
    ]);
    expect(await shop.rows(asked(fn('DIV', 'id', value(0.5))))).toEqual([['2!'], ['4!'], ['6!'], ['8!']]);
  });

  test('keep rows without a related record only if they have a value for them', async () => {
    const order = (expr: object) => ({
      entities: [
        {
          id: 'orders',
          attributes: [
            { id: 'id' },
            {
              entity: {
                id: 'customer',
                relation: { attr_parent: 'customer_id' },
                attributes: [{ id: 'name', selected: false }],
              },
            },
            { alias: 'x', expr, selected: false },
          ],
        },
      ],
      where: func('EQ', { alias: 'x' }, { value: 'none' }),
    });
    expect(await shop.rows(order(fn('COALESCE', 'name', value('none'))))).toEqual([[6]]);
    expect(await shop.rows(order(fn('LOWER', 'name')))).toEqual([]);
  });

  test('use parameters and the time zone of the request', async () => {
    const parameters = [{ name: 'p', type: 'integer' }];
    const asked = { ...constant(fn('ADD', { param: 'p' }, value(1))), parameters };
    expect(await shop.rows({ ...asked, arguments: { p: 4 } })).toEqual([[5]]);
    expect(await shop.rows(asked)).toEqual([[null]]);
    vi.useFakeTimers({ now: new Date('2024-12-31T23:30:00.500Z'), toFake: ['Date'] });
    try {
      const clock = {
        ...constant(fn('CONCAT', fn('NOW'), value(' '), fn('TODAY'))),
        timezone: 'Europe/Vienna',
      };
      expect(await shop.rows(clock)).toEqual([['2025-01-01T00:30:00 2025-01-01']]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('appear in exports and explanations', async () => {
    const asked = { entities: [line(revenue)], limit: 3 };
    expect(await shop.text(asked, '/export?format=csv')).toBe(
      'id,revenue\r\n1,0.3\r\n2,0.2\r\n3,20.1\r\n4,0\r\n5,6\r\n6,\r\n7,-6.5\r\n8,\r\n',
    );
    expect(await shop.text(asked, '/explain')).toContain('price');
  });

  test.each([
    [{ alias: 'x', expr: { alias: 'x' } }, '', 'itself'],
    [{ alias: 'x', expr: fn('ADD', 'nope', value(1)) }, '/expr/args/0/alias', 'nope'],
    [{ alias: 'x', expr: fn('ADD', value('a'), value(1)) }, '/expr/args/0', 'number'],
    [{ alias: 'x', expr: fn('ADD', value(1)) }, '/expr/args', '2 or more'],
    [{ alias: 'x', expr: fn('PLUS', value(1)) }, '/expr/fn', 'PLUS'],
    [{ alias: 'x', expr: fn('PART', 'price', value('year')) }, '/expr/args/0', 'date'],
    [{ alias: 'x', expr: fn('PART', fn('NOW'), value('era')) }, '/expr/args/1', 'year'],
    [{ alias: 'x', expr: fn('COALESCE', 'price', value('a')) }, '/expr/args/1', 'numeric'],
    [{ alias: 'x', expr: { param: 'p' } }, '/expr/param', '"p"'],
    [
      { alias: 'x', expr: fn('PART', fn('SHIFT', value('no date'), value(1), value('day')), value('day')) },
      '',
      'no date',
    ],
    [{ expr: value(1) }, '/alias', 'text'],
    [{ alias: 'x', expr: value(1), id: 'price' }, '', 'no field'],
  ])('%j is refused', async (field, pointer, words) => {
    const problem = await shop.refusal({ entities: [line(field)] });
    expect(problem.status).toBe(400);
    expect(problem.pointer).toContain(`/entities/0/attributes/3${pointer}`);
    expect(problem.detail).toContain(words);
  });
});
