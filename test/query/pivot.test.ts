/** Pivoted groups: the values of one alias as columns, in answers and in files. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { fn, func, shopOn } from './shop.ts';

const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
const groups = (more: object = {}, summaries = ['sum']) => ({
  entities: [
    {
      id: 'orders',
      attributes: [
        hidden('placed'),
        { ...hidden('id'), summaries: ['count'] },
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
            attributes: [{ ...hidden('quantity'), summaries }],
          },
        },
      ],
    },
  ],
  group: ['country', 'year'],
  pivot: 'year',
  ...more,
});

/** Thirty thousand nights of ten thousand guests. */
const nights = `
  CREATE TABLE digit (n INTEGER PRIMARY KEY);
  CREATE TABLE night (id INTEGER PRIMARY KEY, guest INTEGER, room VARCHAR(5));
  INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
  INSERT INTO night SELECT g.n * 10 + r.n, g.n, CONCAT('r', r.n)
    FROM (SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n AS n FROM digit a, digit b, digit c, digit d) g, digit r
    WHERE r.n < 3;`;

describe.each(engines)('a pivot on %s', (engine) => {
  const shop = shopOn(engine, nights);

  test('returns a page of 10,000 groups, and is refused with 10,000 columns', async () => {
    const asked = {
      entities: [
        {
          id: 'night',
          attributes: [hidden('guest'), hidden('room'), { ...hidden('id'), summaries: ['sum'] }],
        },
      ],
      group: ['guest', 'room'],
      pivot: 'room',
      limit: 2,
    };
    const answer = await shop.ask(asked);
    expect(answer.cols).toEqual(['guest', 'r0 sum_id', 'r1 sum_id', 'r2 sum_id']);
    expect(answer.data).toEqual([
      [0, 0, 1, 2],
      [1, 10, 11, 12],
    ]);
    expect(answer.size.total).toBe(10_000);
    // With guests as columns it is refused as too wide.
    const problem = await shop.refusal({ ...asked, pivot: 'guest' });
    expect(problem.status).toBe(422);
    expect(problem.detail).toContain('10000');
  });

  test('has a column for each value, in ascending order with null last', async () => {
    const answer = await shop.ask(groups());
    expect(answer.cols).toEqual([
      'country',
      '2023 count_id',
      '2023 sum_quantity',
      '2024 count_id',
      '2024 sum_quantity',
      'null count_id',
      'null sum_quantity',
    ]);
    expect(answer.data).toEqual([
      ['Austria', 2, 6, 2, 2, 0, null],
      ['Brazil', 0, null, 1, 6, 0, null],
      [null, 0, null, 0, null, 1, null],
    ]);
    expect(answer.size.total).toBe(3);
    expect(answer.pivot).toEqual({ values: [2023, 2024, null], measures: ['count_id', 'sum_quantity'] });
  });

  test('sorts its rows by a measure of the whole row', async () => {
    const rows = async (order: object[], more: object = {}) =>
      (await shop.ask(groups({ order, ...more }))).data.map(([country]) => country);
    expect(await rows([{ alias: 'count_id', asc: false }, { alias: 'country' }])).toEqual([
      'Austria',
      'Brazil',
      null,
    ]);
    expect(await rows([{ alias: 'count_id' }, { alias: 'country', asc: false }])).toEqual([
      'Brazil',
      null,
      'Austria',
    ]);
    // 6 + 2 against 6; null sorts last.
    expect(await rows([{ alias: 'sum_quantity' }])).toEqual(['Brazil', 'Austria', null]);
    expect(await rows([{ alias: 'sum_quantity', asc: false }])).toEqual(['Austria', 'Brazil', null]);
    const first = await shop.ask(groups({ order: [{ alias: 'sum_quantity' }], limit: 2 }));
    const next = await shop.ask(groups({ order: [{ alias: 'sum_quantity' }], limit: 2, after: first.next }));
    expect([...first.data, ...next.data].map(([country]) => country)).toEqual(['Brazil', 'Austria', null]);
  });

  test('orders its columns by a rule of "order", and pages its rows', async () => {
    const asked = groups({
      order: [
        { alias: 'year', asc: false },
        { alias: 'country', asc: false },
      ],
      limit: 1,
    });
    const first = await shop.ask(asked);
    expect(first.pivot).toMatchObject({ values: [2024, 2023, null] });
    expect(first.data).toEqual([['Brazil', 1, 6, 0, null, 0, null]]);
    expect(first.size.total).toBe(3);
    const second = await shop.ask({ ...asked, after: first.next });
    expect(second.data).toEqual([['Austria', 2, 2, 2, 6, 0, null]]);
  });

  test.each<[object, (number | null)[]]>([
    [{ nulls: 'first' }, [null, 2023, 2024]],
    [{ nulls: 'last' }, [2023, 2024, null]],
    [{ asc: false, nulls: 'first' }, [null, 2024, 2023]],
  ])('puts its column of null where the rule %j wants it', async (rule, values) => {
    const asked = groups({ order: [{ alias: 'year', ...rule }, { alias: 'country' }] });
    const answer = await shop.ask(asked);
    expect(answer.pivot).toMatchObject({ values });
    expect(answer.cols.slice(1)).toEqual(
      values.flatMap((value) => [`${value} count_id`, `${value} sum_quantity`]),
    );
    const [header] = (await shop.text(asked, '/export?format=csv')).split('\r\n');
    expect(header).toBe(answer.cols.join(','));
  });

  test('has columns only for the groups that "having" keeps', async () => {
    const having = func('GT', { alias: 'sum_quantity' }, { value: 2 });
    const answer = await shop.ask(groups({ having, pivot: 'country' }));
    expect(answer.cols).toEqual([
      'year',
      'Austria count_id',
      'Austria sum_quantity',
      'Brazil count_id',
      'Brazil sum_quantity',
    ]);
    expect(answer.data).toEqual([
      [2023, 2, 6, 0, null],
      [2024, 0, null, 1, 6],
    ]);
    const alone = await shop.ask(groups({ group: ['year'] }));
    expect(alone.data).toEqual([[2, 6, 3, 8, 1, null]]);
    expect(alone.size.total).toBe(1);
  });

  test('may be exported as CSV and NDJSON, and explained', async () => {
    const asked = groups({ pivot: 'country' });
    expect(await shop.text(asked, '/export?format=csv')).toBe(
      [
        'year,Austria count_id,Austria sum_quantity,Brazil count_id,Brazil sum_quantity,null count_id,null sum_quantity',
        '2023,2,6,0,,0,',
        '2024,2,2,1,6,0,',
        ',0,,0,,1,',
        '',
      ].join('\r\n'),
    );
    const [first = ''] = (await shop.text(asked, '/export?format=ndjson')).split('\n');
    expect(JSON.parse(first)).toMatchObject({ year: 2023, 'Austria sum_quantity': 6, 'Brazil count_id': 0 });
    expect(await shop.text(asked, '/explain')).toContain('dense_rank');
  });

  test.each(['sum', 'max'])(
    'names columns by the %s of related rows as the answer shows it',
    async (summary) => {
      const lines = {
        id: 'line',
        alias: 'lines',
        relation: { attr_parent: 'id', attr_child: 'order_id' },
        attributes: [hidden('price')],
      };
      const asked = {
        entities: [
          {
            id: 'orders',
            attributes: [
              { ...hidden('id'), summaries: ['count'] },
              { alias: 'measure', rollup: { entity: lines, summary, of: 'price' } },
            ],
          },
        ],
        group: ['measure'],
      };
      const shown = [...(await shop.text(asked, '')).matchAll(/\[([^[\],]+),1\]/g)].map(([, text]) => text);
      expect(shown.map(Number)).toEqual(
        summary === 'sum'
          ? [-1.25, 0.3, 1.5, 10.05, 99.99, Number.NaN]
          : [0.2, 1.5, 2, 10.05, 99.99, Number.NaN],
      );
      const { cols } = await shop.ask({ ...asked, pivot: 'measure' });
      expect(cols).toEqual(shown.map((text) => `${text} count_id`));
    },
  );

  test('numbers a column name that is already taken', async () => {
    const asked = {
      entities: [
        {
          id: 'orders',
          attributes: [
            hidden('placed'),
            { ...hidden('id'), summaries: ['count'] },
            { alias: 'year', expr: fn('PART', 'placed', { value: 'year' }), selected: false },
            hidden('note', '2024 count_id'),
          ],
        },
      ],
      group: ['2024 count_id', 'year'],
      pivot: 'year',
      limit: 0,
    };
    expect((await shop.ask(asked)).cols).toEqual([
      '2024 count_id',
      '2023 count_id',
      '2024 count_id (2)',
      'null count_id',
    ]);
  });

  test('is refused with more than 200 column values', async () => {
    const label = fn('CONCAT', 'a', { value: '/' }, 'b', { value: '/' }, 'c');
    const lines = (alias: string) => ({
      id: 'line',
      alias: `lines ${alias}`,
      attributes: [hidden('id', alias)],
    });
    const [first, ...others] = ['a', 'b', 'c'].map(lines);
    const asked = {
      entities: [
        {
          ...first,
          attributes: [
            { ...hidden('id', 'a'), summaries: ['count'] },
            { alias: 'label', expr: label, selected: false },
          ],
        },
        ...others,
      ],
      group: ['label'],
      pivot: 'label',
    };
    const problem = await shop.refusal(asked);
    expect(problem.status).toBe(422);
    expect(problem.detail).toContain('512');
  });

  test.each<[object, number, string]>([
    [groups({ pivot: 'nope' }), 400, '/pivot'],
    [groups({ pivot: 'placed' }), 400, '/pivot'],
    [groups({ group: undefined }), 400, '/pivot'],
    [groups({ order: [{ alias: 'year' }, { alias: 'avg_quantity' }] }), 400, '/order/1/alias'],
  ])('%j is refused', async (body, status, pointer) => {
    expect(await shop.refusal(body)).toMatchObject({ status, pointer });
  });

  test.each(['avg', 'count_distinct'])(
    'is refused if sorted by %s, with the aliases that are allowed',
    async (name) => {
      const measure = `${name}_quantity`;
      const asked = groups({ order: [{ alias: measure, asc: false }] }, ['sum', name]);
      expect(await shop.refusal(asked)).toEqual({
        status: 400,
        pointer: '/order/0/alias',
        detail: `The rows of a pivot cannot be sorted by this: what "${measure}" is for a whole row does not follow from its cells, as a sum, a count, the least or the greatest does. Sort by "country", "year", "count_id", "sum_quantity".`,
      });
    },
  );
});
