/** Measures of related rows, groups and pivots together: every rule that is promised, on every engine alike. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { group as all, fn, func, shopOn } from './asking.ts';

/** Products that several orders have, staff that leads staff, and cells for pivots. */
const more = `
  CREATE TABLE product (id INTEGER PRIMARY KEY, title VARCHAR(20), cost NUMERIC(10,2));
  CREATE TABLE item (id INTEGER PRIMARY KEY, order_id INTEGER, product_id INTEGER, pieces INTEGER,
    FOREIGN KEY (order_id) REFERENCES orders (id), FOREIGN KEY (product_id) REFERENCES product (id));
  CREATE TABLE staff (id INTEGER PRIMARY KEY, name VARCHAR(20), boss INTEGER, pay INTEGER,
    FOREIGN KEY (boss) REFERENCES staff (id));
  CREATE TABLE cell (id INTEGER PRIMARY KEY, r VARCHAR(20), c VARCHAR(20), n INTEGER, ok BOOLEAN, day DATE);
  INSERT INTO product VALUES (1, 'Apple', 2.50), (2, 'Bread', 4.00), (3, 'Cider', null);
  INSERT INTO item VALUES (1, 1, 1, 2), (2, 1, 2, 1), (3, 2, 1, 5), (4, 3, null, 1), (5, 4, 3, 7);
  INSERT INTO staff VALUES (1, 'Root', null, 100);
  INSERT INTO staff VALUES (2, 'Left', 1, 50), (3, 'Right', 1, 50);
  INSERT INTO staff VALUES (4, 'Leaf', 2, 10);
  INSERT INTO cell VALUES (1, 'x', 'null', 1, true, '2024-01-31'), (2, 'x', null, 2, false, '2024-02-01'),
    (3, 'y', 'a', 3, true, null), (4, 'y', 'b', 4, false, '2023-12-31'), (5, 'y', '', null, null, '2024-01-01'),
    (6, 'a count_n', 'a', 6, true, '2024-01-15');
  CREATE TABLE tag (order_id INTEGER, word VARCHAR(20), FOREIGN KEY (order_id) REFERENCES orders (id));
  INSERT INTO tag VALUES (1, 'a'), (1, 'a'), (1, null), (2, 'b'), (null, 'z');
  CREATE TABLE house (street VARCHAR(20), nr INTEGER, PRIMARY KEY (street, nr));
  CREATE TABLE tenant (id INTEGER PRIMARY KEY, street VARCHAR(20), nr INTEGER,
    FOREIGN KEY (street, nr) REFERENCES house (street, nr));
  INSERT INTO house VALUES ('A', 1), ('A', 2), ('B', 1);
  INSERT INTO tenant VALUES (1, 'A', 1), (2, 'A', 1), (3, 'B', 1), (4, 'B', null);
  CREATE TABLE wide (id INTEGER PRIMARY KEY);
  INSERT INTO wide VALUES ${Array.from({ length: 200 }, (_, i) => `(${i + 1})`).join(', ')};`;

const hidden = (id: string, alias = id) => ({ id, alias, selected: false });
const by = (alias: string, asc = true, nulls?: string) => ({ alias, asc, ...(nulls && { nulls }) });
const related = (id: string, from: string, ...attributes: object[]) => ({
  id,
  relation: { attr_parent: from },
  attributes,
});
const rollup = (alias: string, entity: object, summary: string, given: object = {}) => ({
  alias,
  rollup: { entity, summary, ...given },
});
const over = (alias: string, how: string, of: string, given: object = {}) => ({
  alias,
  over: { fn: how, of, ...given },
});
const compare = (operator: string, alias: string, to: unknown) => func(operator, { alias }, { value: to });
const of = (id: string, attributes: object[], given: object = {}) => ({
  entities: [{ id, attributes }],
  ...given,
});
const customers = (...fields: object[]) => of('customer', [{ id: 'name' }, ...fields]);

const products = related('product', 'product_id', hidden('id', 'product'), hidden('title'), hidden('cost'));
const items = related('item', 'id', hidden('id', 'item'), hidden('pieces'), { entity: products });
const value = { alias: 'value', expr: fn('MUL', 'cost', 'pieces'), selected: false };
const orders = (...fields: object[]) =>
  related('orders', 'id', hidden('id', 'order'), hidden('placed'), hidden('note'), ...fields);
const lines = (...fields: object[]) =>
  related('line', 'id', hidden('id', 'line'), hidden('price'), hidden('quantity'), ...fields);
const year = { alias: 'year', expr: fn('PART', 'placed', { value: 'year' }), selected: false };
const ordered = orders({ entity: { ...items, attributes: [...items.attributes, value] } });
const staff = (...fields: object[]) => of('staff', [{ id: 'name' }, ...fields]);
const team = (...fields: object[]) =>
  related('staff', 'id', hidden('id', 'member'), hidden('pay'), ...fields);

const tags = related('tag', 'id', hidden('word'));
const doubled = { alias: 'doubled', expr: fn('MUL', 'inner', { value: 2 }), selected: false };

/** The name of a case, what is asked, and the rows of the answer. */
type Case = readonly [string, object, unknown[][]];

const measures: Case[] = [
  [
    'a row that the chain passes twice counts once',
    customers(
      rollup('n', ordered, 'count'),
      rollup('products', ordered, 'count', { of: 'product' }),
      rollup('cost', ordered, 'sum', { of: 'cost' }),
      rollup('mean', ordered, 'avg', { of: 'cost' }),
      rollup('titles', ordered, 'list', { of: 'title' }),
      rollup('value', ordered, 'sum', { of: 'value' }),
      rollup('pieces', ordered, 'sum', { of: 'pieces' }),
    ),
    [
      ['Ann', 2, 2, 6.5, 3.25, ['Apple', 'Bread'], 21.5, 9],
      ['Bob', 1, 1, null, null, ['Cider'], null, 7],
      ['Cyd', 0, 0, null, null, [], null, null],
      ['Dee', 0, 0, null, null, [], null, null],
    ],
  ],
  [
    'a chain that comes back to where it began',
    customers(
      rollup('n', orders({ entity: related('customer', 'customer_id', hidden('name', 'back')) }), 'count'),
      rollup('who', orders({ entity: related('customer', 'customer_id', hidden('name', 'back')) }), 'list', {
        of: 'back',
      }),
    ),
    [
      ['Ann', 1, ['Ann']],
      ['Bob', 1, ['Bob']],
      ['Cyd', 1, ['Cyd']],
      ['Dee', 0, []],
    ],
  ],
  [
    'what a condition joins below repeats nothing',
    customers(
      rollup('notes', orders({ entity: lines() }), 'count', {
        of: 'note',
        where: compare('GT', 'price', 0),
      }),
      rollup('keys', orders({ entity: lines() }), 'sum', { of: 'order', where: compare('GT', 'price', 0) }),
      rollup('first', orders({ entity: lines() }), 'first', {
        of: 'order',
        where: compare('GT', 'price', 0),
        order: [by('price', false)],
      }),
      rollup('list', orders({ entity: lines() }), 'list', {
        of: 'order',
        where: compare('GT', 'price', 0),
        order: [by('price')],
      }),
      rollup('last', orders({ entity: lines() }), 'last', {
        of: 'order',
        where: compare('GT', 'price', 0),
        order: [by('price')],
      }),
    ),
    [
      ['Ann', 2, 6, 3, [1, 2, 3], 3],
      ['Bob', 1, 4, 4, [4], 4],
      ['Cyd', 1, 5, 5, [5], 5],
      ['Dee', 0, null, null, [], null],
    ],
  ],
  [
    'first and last are ends of one order, nulls where they are said to be, equal ones by the key',
    customers(
      rollup('first', orders(), 'first', { of: 'note', order: [by('note')] }),
      rollup('last', orders(), 'last', { of: 'note', order: [by('note')] }),
      rollup('null first', orders(), 'first', { of: 'note', order: [by('note', true, 'first')] }),
      rollup('last key', orders(), 'last', { of: 'order' }),
      rollup('pair', orders({ entity: lines() }), 'first', { of: 'line', order: [by('quantity', false)] }),
    ),
    [
      ['Ann', '  two  ', null, null, 3, 1],
      ['Bob', 'x', 'x', 'x', 4, 5],
      ['Cyd', 'Straße', 'Straße', 'Straße', 5, 7],
      ['Dee', null, null, null, null, null],
    ],
  ],
  [
    'every summary of dates and texts',
    customers(
      rollup('min', related('orders', 'id', hidden('placed'), year), 'min', { of: 'year' }),
      rollup('max', orders(), 'max', { of: 'note' }),
      rollup('distinct', orders(), 'count_distinct', { of: 'note' }),
      rollup('count', orders(), 'count', { of: 'note' }),
    ),
    [
      ['Ann', 2023, 'Ünder', 2, 2],
      ['Bob', 2024, 'x', 1, 1],
      ['Cyd', 2024, 'Straße', 1, 1],
      ['Dee', null, null, 0, 0],
    ],
  ],
  [
    'a list has its limit after nulls are left out, and may be of measures',
    customers(
      rollup('one', orders({ entity: lines() }), 'list', {
        of: 'quantity',
        limit: 1,
        order: [by('quantity', false, 'first')],
      }),
      rollup('sums', orders(rollup('sum', lines(), 'sum', { of: 'quantity' })), 'list', { of: 'sum' }),
      rollup('counts', orders(rollup('n', lines(), 'count', { of: 'quantity' })), 'sum', { of: 'n' }),
      rollup('by', orders(rollup('n', lines(), 'count')), 'list', { of: 'order', order: [by('n', false)] }),
    ),
    [
      ['Ann', [3], [4, 2, 0], 4, [1, 2, 3]],
      ['Bob', [4], [6], 2, [4]],
      ['Cyd', [2], [2], 1, [5]],
      ['Dee', [], [], null, []],
    ],
  ],
  [
    'of an entity on itself, downwards and upwards',
    staff(
      rollup('team', team(), 'count'),
      rollup('pay', team(), 'sum', { of: 'pay' }),
      rollup('below', team({ entity: related('staff', 'id', hidden('id', 'below')) }), 'count', {
        of: 'below',
      }),
      rollup('peers', related('staff', 'boss', { entity: team() }), 'count', { of: 'member' }),
      rollup('boss', related('staff', 'boss', hidden('name', 'chief')), 'first', { of: 'chief' }),
    ),
    [
      ['Root', 2, 100, 1, 0, null],
      ['Left', 1, 10, 0, 2, 'Root'],
      ['Right', 0, null, 0, 2, 'Root'],
      ['Leaf', 0, null, 0, 1, 'Left'],
    ],
  ],
  [
    'a missing entity has no measure, a count neither, and conditions take it for null',
    of(
      'staff',
      [
        { id: 'name' },
        {
          entity: related(
            'staff',
            'boss',
            rollup('n', team(), 'count'),
            rollup('all', team(), 'list', { of: 'member' }),
          ),
        },
        { alias: 'known', expr: fn('COALESCE', 'n', { value: -1 }) },
      ],
      { where: compare('LT', 'known', 2) },
    ),
    [
      ['Root', null, null, -1],
      ['Leaf', 1, [4], 1],
    ],
  ],
  [
    'names of the same words that stand for other columns are not taken for each other',
    customers(
      ...['quantity', 'id'].map((id) =>
        rollup(
          id,
          orders({
            entity: related('line', 'id', hidden(id, 'a'), {
              alias: 'b',
              expr: fn('NEG', 'a'),
              selected: false,
            }),
          }),
          'count',
          { of: 'order', where: func('IS_NULL', { alias: 'b' }) },
        ),
      ),
    ),
    [
      ['Ann', 0, 0],
      ['Bob', 0, 0],
      ['Cyd', 1, 0],
      ['Dee', 0, 0],
    ],
  ],
  [
    'rows that are repeated by another entity have the measure each, and summaries count it once',
    of(
      'customer',
      [
        { id: 'name', summaries: ['count'] },
        { ...rollup('n', orders(), 'count'), summaries: ['sum'] },
        { entity: related('orders', 'id', { id: 'id', alias: 'o' }) },
      ],
      { where: compare('LT', 'n', 3) },
    ),
    [
      ['Bob', 1, 4],
      ['Cyd', 1, 5],
      ['Dee', 0, null],
    ],
  ],
  [
    'rows without a key are rows each, though they are alike',
    customers(
      rollup('words', orders({ entity: tags }), 'count', { of: 'word' }),
      rollup('rows', orders({ entity: tags }), 'count'),
      rollup('list', orders({ entity: tags }), 'list', { of: 'word' }),
      rollup('orders', orders({ entity: tags }), 'sum', { of: 'order' }),
      rollup('beside', orders({ entity: tags }, { entity: lines() }), 'count', { of: 'word' }),
    ),
    [
      ['Ann', 3, 4, ['a', 'a', 'b'], 6, 3],
      ['Bob', 0, 0, [], 4, 0],
      ['Cyd', 0, 0, [], 5, 0],
      ['Dee', 0, 0, [], null, 0],
    ],
  ],
  [
    'along keys of several columns, up and down again',
    of('tenant', [
      { id: 'id' },
      rollup('houses', related('house', 'street', hidden('nr')), 'count'),
      rollup(
        'all',
        related('house', 'street', { entity: related('tenant', 'street', hidden('id', 'other')) }),
        'list',
        { of: 'other' },
      ),
    ]),
    [
      [1, 1, [1, 2]],
      [2, 1, [1, 2]],
      [3, 1, [3]],
      [4, 0, []],
    ],
  ],
  [
    'measures of fields of measures, and conditions on these',
    customers(
      rollup('twice', orders(doubled, rollup('inner', lines(), 'count')), 'sum', { of: 'doubled' }),
      rollup('mean', orders(rollup('inner', lines(), 'sum', { of: 'quantity' })), 'avg', {
        of: 'inner',
        where: compare('GT', 'inner', 2),
      }),
    ),
    [
      ['Ann', 8, 4],
      ['Bob', 4, 6],
      ['Cyd', 4, null],
      ['Dee', null, null],
    ],
  ],
  [
    'a condition with an absent parameter is left out of its group',
    {
      ...customers(
        rollup('n', orders(), 'count', {
          where: all('OR', func('EQ', { alias: 'order' }, { param: 'p' }), compare('EQ', 'order', 1)),
        }),
      ),
      parameters: [{ name: 'p', type: 'integer' }],
    },
    [
      ['Ann', 1],
      ['Bob', 0],
      ['Cyd', 0],
      ['Dee', 0],
    ],
  ],
  [
    'groups by a list',
    of(
      'customer',
      [
        { ...hidden('id'), summaries: ['count'] },
        { ...rollup('list', orders(), 'list', { of: 'order' }), selected: false },
      ],
      { group: ['list'] },
    ),
    [
      [[1, 2, 3], 1],
      [[4], 1],
      [[5], 1],
      [[], 1],
    ],
  ],
  [
    'groups by a measure',
    of(
      'customer',
      [
        { ...hidden('id'), summaries: ['count'] },
        { ...rollup('n', orders(), 'count'), selected: false },
      ],
      {
        group: ['n'],
        order: [by('count_id', false), by('n', false)],
      },
    ),
    [
      [1, 2],
      [3, 1],
      [0, 1],
    ],
  ],
  [
    'periods of a measure',
    of(
      'orders',
      [
        { ...hidden('id'), summaries: ['count'] },
        {
          ...rollup('born', related('customer', 'customer_id', hidden('born', 'day')), 'max', { of: 'day' }),
          bucket: 'year',
          selected: false,
        },
      ],
      { group: ['born'] },
    ),
    [
      ['1999-01-01', 1],
      ['2020-01-01', 3],
      [null, 2],
    ],
  ],
];

/** A measure of the orders of a customer under a condition that names the customer. */
const ofOutside = (where: object, ...fields: object[]) =>
  customers(rollup('x', orders(...fields), 'count', { where }));
const withName = { alias: 'both', expr: fn('CONCAT', 'note', 'name'), selected: false };

const country = hidden('country');
const born = { ...hidden('born'), summaries: ['min'] };
const countries = (given: object = {}, ...fields: object[]) =>
  of('customer', [country, { ...hidden('id'), summaries: ['count', 'sum'] }, born, ...fields], {
    group: ['country'],
    ...given,
  });
const cells = (given: object = {}, ...fields: object[]) =>
  of('cell', [{ id: 'id' }, hidden('n'), hidden('r'), ...fields], given);

const groups: Case[] = [
  [
    'conditions take groups and measures, joined and negated',
    countries({
      having: all(
        'OR',
        all('AND', compare('EQ', 'country', 'Austria'), compare('GTE', 'count_id', 2)),
        compare('GT', 'min_born', '2001-01-01'),
      ),
    }),
    [
      ['Austria', 2, 4, '1999-12-31'],
      [null, 1, 4, '2001-06-15'],
    ],
  ],
  [
    'conditions on groups come before what goes over them, and that before the top',
    countries(
      {
        having: compare('GT', 'sum_id', 3),
        top: { n: 1, order: [by('rank'), by('country', false)] },
      },
      over('rank', 'rank', 'count_id', { order: [by('count_id')] }),
      over('share', 'share', 'sum_id'),
    ),
    [[null, 1, 4, '2001-06-15', 1, 0.5]],
  ],
  [
    'what goes over groups may go over fields of groups, and over numbers of the group',
    countries(
      {},
      { alias: 'each', expr: fn('DIV', 'sum_id', 'count_id') },
      over('running', 'running', 'each', { order: [by('each', false)] }),
      over('previous', 'previous', 'sum_id', { order: [by('country', true, 'first')] }),
    ),
    [
      ['Austria', 2, 4, '1999-12-31', 2, 6, 4],
      ['Brazil', 1, 2, null, 2, 8, 4],
      [null, 1, 4, '2001-06-15', 4, 4, null],
    ],
  ],
  [
    'over rows: equal ones share a rank and go on by their key',
    cells(
      { where: compare('LT', 'id', 7) },
      over('rank', 'rank', 'n', { order: [by('r')] }),
      over('running', 'running', 'n', { order: [by('r', false)] }),
      over('previous', 'previous', 'n', { order: [by('r', false)] }),
      over('change', 'change', 'n', { order: [by('id')], per: ['r'] }),
      over('moving', 'moving', 'n', { order: [by('id')], size: 3 }),
      over('share', 'share', 'n', { per: ['r'] }),
    ),
    [
      [1, 2, 8, null, null, 1, 0.333333333333],
      [2, 2, 10, 1, 1, 1.5, 0.666666666667],
      [3, 4, 3, null, null, 2, 0.428571428571],
      [4, 4, 7, 3, 1, 3, 0.571428571429],
      [5, 4, 7, 4, null, 3.5, null],
      [6, 1, 16, 2, null, 5, 1],
    ],
  ],
  [
    'what goes over rows goes over all of them, not over the page',
    cells(
      { order: [by('id', false)], limit: 2, offset: 1 },
      over('share', 'share', 'n'),
      over('running', 'running', 'n', { order: [by('id')] }),
    ),
    [
      [5, null, 10],
      [4, 0.25, 10],
    ],
  ],
  [
    'a share of nothing is null',
    of('line', [{ id: 'id' }, hidden('quantity'), over('share', 'share', 'quantity')], {
      where: func('EQ', { alias: 'quantity' }, { value: 0 }),
    }),
    [[4, null]],
  ],
  [
    'the first of each by what goes over the rows, which is not shown',
    cells(
      { top: { n: 1, per: ['r'], order: [by('place')] } },
      { ...over('place', 'rank', 'n'), selected: false },
    ),
    [[2], [4], [6]],
  ],
  [
    'the first of each, equal ones by the key, nulls a part of their own',
    of('customer', [{ id: 'id' }, hidden('country')], {
      top: { n: 1, per: ['country'], order: [by('country')] },
    }),
    [[1], [2], [4]],
  ],
  [
    'over measures of related rows',
    customers(rollup('n', orders(), 'count'), over('rank', 'rank', 'n'), over('share', 'share', 'n')),
    [
      ['Ann', 3, 1, 0.6],
      ['Bob', 1, 2, 0.2],
      ['Cyd', 1, 2, 0.2],
      ['Dee', 0, 4, 0],
    ],
  ],
  [
    'over rows that another entity repeats: each row of the answer is one',
    of('orders', [
      { id: 'id' },
      { entity: related('line', 'id', { id: 'id', alias: 'line' }, hidden('quantity')) },
      over('running', 'running', 'quantity', { order: [by('id')] }),
    ]),
    [
      [1, 1, 3],
      [1, 2, 4],
      [2, 3, 6],
      [3, 4, 6],
      [4, 5, 10],
      [4, 6, 12],
      [5, 7, 14],
      [5, 8, 14],
      [6, null, 14],
    ],
  ],
];

const pivoted = (pivot: string, group: string[], fields: object[], given: object = {}) =>
  of('cell', [hidden('r'), hidden('c'), ...fields], { group, pivot, ...given });
const counted = { ...hidden('n'), summaries: ['count', 'max'] };

/** The name of a case, what is asked, the columns and the rows of the answer. */
const pivots: (readonly [string, object, string[], unknown[][]])[] = [
  [
    'the empty text first, null last, and names that are taken get a number',
    pivoted('c', ['r', 'c'], [{ ...hidden('n'), summaries: ['count'] }]),
    ['r', ' count_n', 'a count_n', 'b count_n', 'null count_n', 'null count_n (2)'],
    [
      ['a count_n', 0, 1, 0, 0, 0],
      ['x', 0, 0, 0, 1, 1],
      ['y', 0, 1, 1, 0, 0],
    ],
  ],
  [
    'truth values, and the greatest of them',
    pivoted('ok', ['ok'], [hidden('ok'), { ...hidden('n'), summaries: ['max', 'count_distinct'] }]),
    [
      'false max_n',
      'false count_distinct_n',
      'true max_n',
      'true count_distinct_n',
      'null max_n',
      'null count_distinct_n',
    ],
    [[4, 2, 6, 3, null, 0]],
  ],
  [
    'measures that are truth values and dates',
    pivoted(
      'r',
      ['r'],
      [
        { ...hidden('ok'), summaries: ['max', 'min'] },
        { ...hidden('day'), summaries: ['min'] },
      ],
    ),
    ['a count_n', 'x', 'y'].flatMap((name) => [`${name} max_ok`, `${name} min_ok`, `${name} min_day`]),
    [[true, true, '2024-01-15', true, false, '2024-01-31', true, false, '2023-12-31']],
  ],
  [
    'periods become columns',
    pivoted('day', ['day', 'r'], [{ ...hidden('day'), bucket: 'month' }, counted], {
      order: [by('day', false), by('r', false)],
    }),
    [
      'r',
      ...['2024-02-01', '2024-01-01', '2023-12-01', 'null'].flatMap((day) => [
        `${day} count_n`,
        `${day} max_n`,
      ]),
    ],
    [
      ['y', 0, null, 0, null, 1, 4, 1, 3],
      ['x', 1, 2, 1, 1, 0, null, 0, null],
      ['a count_n', 0, null, 1, 6, 0, null, 0, null],
    ],
  ],
  [
    'fields of groups and what goes over them are measures, too',
    pivoted(
      'ok',
      ['r', 'ok'],
      [
        hidden('ok'),
        { ...hidden('n'), summaries: ['sum'] },
        { alias: 'twice', expr: fn('MUL', 'sum_n', { value: 2 }) },
        over('share', 'share', 'sum_n', { per: ['r'] }),
      ],
      { having: func('NOT_IS_NULL', { alias: 'ok' }) },
    ),
    ['r', 'false sum_n', 'false twice', 'false share', 'true sum_n', 'true twice', 'true share'],
    [
      ['a count_n', null, null, null, 6, 12, 1],
      ['x', 2, 4, 0.666666666667, 1, 2, 0.333333333333],
      ['y', 4, 8, 0.571428571429, 3, 6, 0.428571428571],
    ],
  ],
  [
    'only what the top keeps',
    pivoted('c', ['r', 'c'], [{ ...hidden('n'), summaries: ['sum'] }], {
      top: { n: 1, per: ['r'], order: [by('sum_n', false)] },
    }),
    ['r', 'a sum_n', 'b sum_n', 'null sum_n'],
    [
      ['a count_n', 6, null, null],
      ['x', null, null, 2],
      ['y', null, 4, null],
    ],
  ],
  ['nothing', pivoted('c', ['r', 'c'], [counted], { where: compare('GT', 'r', 'z') }), ['r'], []],
];

const rank = over('x', 'rank', 'n');
const refused: (readonly [string, object, string])[] = [
  [
    'a window called like a measure',
    countries({}, over('count_id', 'rank', 'sum_id')),
    '/entities/0/attributes/1/summaries/0',
  ],
  [
    'a field of groups called like a measure',
    countries({}, { alias: 'sum_id', expr: fn('ADD', 'count_id', { value: 1 }) }),
    '/entities/0/attributes/1/summaries/1',
  ],
  [
    'a measure under a condition on what is around it',
    ofOutside(func('EQ', { alias: 'note' }, { alias: 'name' })),
    '/entities/0/attributes/1/rollup/where',
  ],
  [
    'a measure under a condition on a field of what is around it',
    ofOutside(compare('EQ', 'both', 'x'), withName),
    '/entities/0/attributes/1/rollup/where',
  ],
  ['a pivot that is not grouped by', pivoted('n', ['r'], [counted]), '/pivot'],
  [
    'a condition on a measure not asked for',
    countries({ having: compare('GT', 'avg_id', 1) }),
    '/having/func/args/0/alias',
  ],
  [
    'a condition on what goes over groups',
    countries({ having: compare('EQ', 'x', 1) }, over('x', 'rank', 'sum_id')),
    '/having/func/args/0/alias',
  ],
  ['a condition without groups', cells({ having: all('AND', compare('GT', 'n', 1)) }), '/having'],
  ['a window of a window', cells({}, rank, over('y', 'share', 'x')), '/entities/0/attributes/4/over/of'],
  [
    'a window by a window',
    cells({}, rank, over('y', 'running', 'n', { order: [by('x')] })),
    '/entities/0/attributes/4/over/order/0/alias',
  ],
  [
    'a window per window',
    cells({}, rank, over('y', 'share', 'n', { per: ['x'] })),
    '/entities/0/attributes/4/over/per/0',
  ],
  ['a window by itself', cells({}, over('x', 'rank', 'n', { order: [by('x')] })), '/entities/0/attributes/3'],
  [
    'a field of a window',
    cells({}, rank, { alias: 'y', expr: fn('ADD', 'x', { value: 1 }) }),
    '/entities/0/attributes/4/expr/args/0/alias',
  ],
  [
    'a field of groups of a window',
    countries({}, over('x', 'rank', 'sum_id'), { alias: 'y', expr: fn('ADD', 'x', 'sum_id') }),
    '/entities/0/attributes/4/expr/args/0/alias',
  ],
  [
    'a condition within a condition on a window',
    cells({ where: all('OR', compare('EQ', 'x', 1)) }, rank),
    '/where/cond/entries/0/func/args/0/alias',
  ],
  ['a window of texts', cells({}, over('x', 'share', 'r')), '/entities/0/attributes/3/over/of'],
  ['a window that needs an order', cells({}, over('x', 'change', 'n')), '/entities/0/attributes/3/over'],
  [
    'a moving mean of no rows',
    cells({}, over('x', 'moving', 'n', { order: [by('n')], size: 0 })),
    '/entities/0/attributes/3/over/size',
  ],
  ['a window with a period', cells({}, { ...rank, bucket: 'year' }), '/entities/0/attributes/3/bucket'],
  ['an unknown window', cells({}, over('x', 'median', 'n')), '/entities/0/attributes/3/over/fn'],
  ['a window of nothing known', cells({}, over('x', 'rank', 'nope')), '/entities/0/attributes/3/over/of'],
  [
    'a window of a column where there are groups',
    countries({}, over('x', 'rank', 'id')),
    '/entities/0/attributes/3/over/of',
  ],
  [
    'a top by what is no column of groups',
    countries({ top: { n: 1, order: [by('id')] } }),
    '/top/order/0/alias',
  ],
  [
    'a list of more than can be',
    customers(rollup('x', orders(), 'list', { of: 'order', limit: 0 })),
    '/entities/0/attributes/1/rollup/limit',
  ],
  [
    'a measure in an order that is not its own',
    customers(rollup('x', orders(), 'first', { of: 'order', order: [by('name')] })),
    '/entities/0/attributes/1/rollup/order/0/alias',
  ],
  [
    'a measure by nothing known',
    customers(rollup('x', orders(), 'first', { of: 'order', order: [by('nope')] })),
    '/entities/0/attributes/1/rollup/order/0/alias',
  ],
  [
    'a measure with an unknown name in its condition',
    customers(rollup('x', orders(), 'count', { where: compare('EQ', 'nope', 1) })),
    '/entities/0/attributes/1/rollup/where/func/args/0/alias',
  ],
  ['a measure of itself', customers(rollup('x', orders(), 'sum', { of: 'x' })), '/entities/0/attributes/1'],
  [
    'a mean of dates',
    customers(rollup('x', orders(), 'avg', { of: 'placed' })),
    '/entities/0/attributes/1/rollup/summary',
  ],
  [
    'an unknown entity',
    customers(rollup('x', related('nope', 'id'), 'count')),
    '/entities/0/attributes/1/rollup/entity/id',
  ],
];

describe.each(engines)('on %s', (engine) => {
  const shop = shopOn(engine, more);
  const cases = [...measures, ...groups];

  test.each(cases)('%s', async (_, body, rows) => {
    expect(await shop.rows(body)).toEqual(rows);
  });

  test.each(cases.filter(([, body]) => !('limit' in body)))('%s: in pages', async (_, body, rows) => {
    const found: unknown[][] = [];
    let after: object | null = {};
    while (after !== null && found.length <= rows.length) {
      const page = await shop.ask({ ...body, ...after, limit: 1 });
      expect(page.size.total).toBe(rows.length);
      found.push(...page.data);
      after = page.next === undefined ? null : { after: page.next };
    }
    expect(found).toEqual(rows);
  });

  test.each(cases)('%s: in files', async (_, body, rows) => {
    await sameInFiles(body, (await shop.ask(body)).cols, rows);
  });

  test.each(pivots)('a pivot: %s', async (_, body, cols, rows) => {
    const answer = await shop.ask(body);
    expect(answer.cols).toEqual(cols);
    expect(answer.data).toEqual(rows);
    expect(answer.size.total).toBe(rows.length);
    await sameInFiles(body, cols, rows);
  });

  test('a list is whole, however long it is', async () => {
    const long = fn('REPLACE', { value: 'x'.repeat(1_000) }, { value: 'x' }, { value: 'y'.repeat(400) });
    const text = { alias: 'text', expr: fn('CONCAT', 'line', long), selected: false };
    const [[, list] = []] = await shop.rows(
      customers(rollup('list', orders({ entity: lines(text) }), 'list', { of: 'text' })),
    );
    expect(list).toEqual([1, 2, 3, 4].map((line) => `${line}${'y'.repeat(400_000)}`));
  });

  test('a pivot has at most 1,600 columns', async () => {
    const summaries = ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];
    const wide = (...names: string[]) =>
      of(
        'wide',
        [
          hidden('id'),
          { alias: 'v', expr: fn('ADD', 'id', { value: 0 }), selected: false },
          ...names.map((alias) => ({ ...hidden('id', alias), summaries })),
        ],
        { group: ['v'], pivot: 'v' },
      );
    const problem = await shop.refusal(wide('a', 'b'));
    expect(problem.status).toBe(422);
    expect(problem.detail).toContain('2400 columns');
    const { cols, data } = await shop.ask(wide('a'));
    expect(cols).toHaveLength(1_200);
    expect(cols.slice(-6)).toEqual(summaries.map((summary) => `200 ${summary}_a`));
    expect(data[0]?.slice(-6)).toEqual([200, 200, 200, 200, 1, 1]);
  });

  test.each(refused)('%s is refused', async (_, body, pointer) => {
    expect(await shop.refusal(body)).toMatchObject({ status: 400, pointer });
  });

  async function sameInFiles(body: object, cols: readonly string[], rows: readonly unknown[][]) {
    const file: unknown = JSON.parse(await shop.text(body, '/export?format=json'));
    expect(file).toMatchObject({ cols, data: rows });
    const objects = (await shop.text(body, '/export?format=ndjson')).split('\n').slice(0, -1);
    expect(objects.map((line): unknown => JSON.parse(line))).toEqual(
      rows.map((row) => Object.fromEntries(cols.map((name, i) => [name, row[i]]))),
    );
    const tsv = (await shop.text(body, '/export?format=tsv')).split('\r\n').slice(0, -1);
    const texts = rows.map((row) => row.map(textOf));
    expect(tsv.map((line) => line.split('\t').map(unquoted))).toEqual([cols, ...texts]);
    const sheet = await shop.sheet(body);
    expect(sheet.map((row) => row.map(unescaped))).toEqual([cols, ...rows.map((row) => row.map(numberOf))]);
  }
});

/** A cell of a file of texts. */
function textOf(cell: unknown): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** A cell of a workbook: days are counted from the end of 1899. */
function numberOf(cell: unknown): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(cell)) return textOf(cell);
  return String((Date.parse(cell) - Date.parse('1899-12-30')) / 86_400_000);
}

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

function unescaped(cell: string): string {
  return cell.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
