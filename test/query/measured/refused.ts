/** Queries that are refused, with the pointer of the refusal. */
import { group as all, fn, func } from '../shop.ts';
import { cells, countries, ofOutside, withName } from './groups.ts';
import { counted, pivoted } from './pivots.ts';
import { by, compare, customers, orders, over, related, rollup } from './words.ts';

const rank = over('x', 'rank', 'n');
export const refused: (readonly [string, object, string])[] = [
  [
    'a window with the alias of a measure',
    countries({}, over('count_id', 'rank', 'sum_id')),
    '/entities/0/attributes/1/summaries/0',
  ],
  [
    'a computed field of groups with the alias of a measure',
    countries({}, { alias: 'sum_id', expr: fn('ADD', 'count_id', { value: 1 }) }),
    '/entities/0/attributes/1/summaries/1',
  ],
  [
    'a measure with a condition on an outer column',
    ofOutside(func('EQ', { alias: 'note' }, { alias: 'name' })),
    '/entities/0/attributes/1/rollup/where',
  ],
  [
    'a measure with a condition on a computed field of an outer column',
    ofOutside(compare('EQ', 'both', 'x'), withName),
    '/entities/0/attributes/1/rollup/where',
  ],
  ['a pivot by an alias that is not in the group', pivoted('n', ['r'], [counted]), '/pivot'],
  [
    'a condition on a measure that is not requested',
    countries({ having: compare('GT', 'avg_id', 1) }),
    '/having/func/args/0/alias',
  ],
  [
    'a condition on a window over groups',
    countries({ having: compare('EQ', 'x', 1) }, over('x', 'rank', 'sum_id')),
    '/having/func/args/0/alias',
  ],
  ['a condition without groups', cells({ having: all('AND', compare('GT', 'n', 1)) }), '/having'],
  ['a window of a window', cells({}, rank, over('y', 'share', 'x')), '/entities/0/attributes/4/over/of'],
  [
    'a window ordered by a window',
    cells({}, rank, over('y', 'running', 'n', { order: [by('x')] })),
    '/entities/0/attributes/4/over/order/0/alias',
  ],
  [
    'a window per value of a window',
    cells({}, rank, over('y', 'share', 'n', { per: ['x'] })),
    '/entities/0/attributes/4/over/per/0',
  ],
  [
    'a window ordered by itself',
    cells({}, over('x', 'rank', 'n', { order: [by('x')] })),
    '/entities/0/attributes/3',
  ],
  [
    'a computed field of a window',
    cells({}, rank, { alias: 'y', expr: fn('ADD', 'x', { value: 1 }) }),
    '/entities/0/attributes/4/expr/args/0/alias',
  ],
  [
    'a computed field of groups of a window',
    countries({}, over('x', 'rank', 'sum_id'), { alias: 'y', expr: fn('ADD', 'x', 'sum_id') }),
    '/entities/0/attributes/4/expr/args/0/alias',
  ],
  [
    'a nested condition on a window',
    cells({ where: all('OR', compare('EQ', 'x', 1)) }, rank),
    '/where/cond/entries/0/func/args/0/alias',
  ],
  ['a share of texts', cells({}, over('x', 'share', 'r')), '/entities/0/attributes/3/over/of'],
  ['a change without an order', cells({}, over('x', 'change', 'n')), '/entities/0/attributes/3/over'],
  [
    'a moving mean over zero rows',
    cells({}, over('x', 'moving', 'n', { order: [by('n')], size: 0 })),
    '/entities/0/attributes/3/over/size',
  ],
  ['a window with a period', cells({}, { ...rank, bucket: 'year' }), '/entities/0/attributes/3/bucket'],
  ['an unknown window function', cells({}, over('x', 'median', 'n')), '/entities/0/attributes/3/over/fn'],
  ['a window of an unknown alias', cells({}, over('x', 'rank', 'nope')), '/entities/0/attributes/3/over/of'],
  [
    'a window of an ungrouped column',
    countries({}, over('x', 'rank', 'id')),
    '/entities/0/attributes/3/over/of',
  ],
  ['a top by an ungrouped column', countries({ top: { n: 1, order: [by('id')] } }), '/top/order/0/alias'],
  [
    'a list with a limit of zero',
    customers(rollup('x', orders(), 'list', { of: 'order', limit: 0 })),
    '/entities/0/attributes/1/rollup/limit',
  ],
  [
    'a measure ordered by an outer column',
    customers(rollup('x', orders(), 'first', { of: 'order', order: [by('name')] })),
    '/entities/0/attributes/1/rollup/order/0/alias',
  ],
  [
    'a measure ordered by an unknown alias',
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
    'an average of dates',
    customers(rollup('x', orders(), 'avg', { of: 'placed' })),
    '/entities/0/attributes/1/rollup/summary',
  ],
  [
    'an unknown entity',
    customers(rollup('x', related('nope', 'id'), 'count')),
    '/entities/0/attributes/1/rollup/entity/id',
  ],
];
