/** Measures of related rows: requests, and the rows of their answers. */
import { group as all, fn, func } from '../shop.ts';
import {
  by,
  type Case,
  compare,
  customers,
  doubled,
  hidden,
  lines,
  of,
  ordered,
  orders,
  related,
  rollup,
  staff,
  tags,
  team,
  year,
} from './words.ts';

export const measures: Case[] = [
  [
    'a row reached twice along a chain counts once',
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
    'a chain that returns to its first entity',
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
    'a condition on entities further down repeats no rows',
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
    'first and last are the ends of one order, with nulls as requested and equal values by key',
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
    'summaries of dates and texts',
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
    'a list leaves out nulls before its limit applies, and may contain measures',
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
    'measures along a relation of an entity to itself, in both directions',
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
    'measures and counts of a missing entity are null, in conditions too',
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
    'equal aliases of different columns in two measures are kept apart',
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
    'rows repeated by another entity each show the measure, and summaries count it once',
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
    'equal rows without a key each count',
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
    'measures along composite keys, up and down again',
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
    'measures of computed fields of measures, with conditions on them',
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
    'groups by a list measure',
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
    'groups by periods of a measure',
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
