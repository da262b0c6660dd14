/** Groups with conditions, windows and top N: requests, and the rows of their answers. */
import { group as all, fn, func } from '../shop.ts';
import { by, type Case, compare, customers, hidden, of, orders, over, related, rollup } from './words.ts';

export const ofOutside = (where: object, ...fields: object[]) =>
  customers(rollup('x', orders(...fields), 'count', { where }));
export const withName = { alias: 'both', expr: fn('CONCAT', 'note', 'name'), selected: false };

const country = hidden('country');
const born = { ...hidden('born'), summaries: ['min'] };
export const countries = (given: object = {}, ...fields: object[]) =>
  of('customer', [country, { ...hidden('id'), summaries: ['count', 'sum'] }, born, ...fields], {
    group: ['country'],
    ...given,
  });
export const cells = (given: object = {}, ...fields: object[]) =>
  of('cell', [{ id: 'id' }, hidden('n'), hidden('r'), ...fields], given);

export const groups: Case[] = [
  [
    'conditions on groups and measures are combined',
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
    'conditions on groups apply before windows, and windows before top',
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
    'windows over computed fields and measures of groups',
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
    'windows over rows give equal values the same rank, and order them by key',
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
    'windows over rows include all rows, not only the page',
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
    'a share of zero is null',
    of('line', [{ id: 'id' }, hidden('quantity'), over('share', 'share', 'quantity')], {
      where: func('EQ', { alias: 'quantity' }, { value: 0 }),
    }),
    [[4, null]],
  ],
  [
    'top keeps the first row of each part by a hidden rank',
    cells(
      { top: { n: 1, per: ['r'], order: [by('place')] } },
      { ...over('place', 'rank', 'n'), selected: false },
    ),
    [[2], [4], [6]],
  ],
  [
    'top keeps the first row of each part, with nulls as a separate part',
    of('customer', [{ id: 'id' }, hidden('country')], {
      top: { n: 1, per: ['country'], order: [by('country')] },
    }),
    [[1], [2], [4]],
  ],
  [
    'windows over measures of related rows',
    customers(rollup('n', orders(), 'count'), over('rank', 'rank', 'n'), over('share', 'share', 'n')),
    [
      ['Ann', 3, 1, 0.6],
      ['Bob', 1, 2, 0.2],
      ['Cyd', 1, 2, 0.2],
      ['Dee', 0, 4, 0],
    ],
  ],
  [
    'windows over rows that another entity repeats include each row of the answer',
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
