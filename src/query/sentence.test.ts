/** A sentence says what the query asks for, no less and no more. */
import { expect, test } from 'vitest';
import type { GridRequest, Where } from '../contract/grid.ts';
import { sentenceOf } from './sentence.ts';

const sale: GridRequest = { entities: [{ id: 'Sale', attributes: [{ id: 'Total' }, { id: 'Day' }] }] };

const equals: Where = { func: { name: 'EQ', args: [{ alias: 'Total' }, { param: 'total' }] } };
const parameters: GridRequest['parameters'] = [{ name: 'total', type: 'numeric' }];

test.each<[string, GridRequest, string]>([
  ['a value', { ...sale, where: equals, parameters, arguments: { total: 5 } }, 'where Total is 5.'],
  [
    'a default',
    { ...sale, where: equals, parameters: [{ name: 'total', type: 'numeric', default: 7 }] },
    'where Total is 7.',
  ],
  ['no value', { ...sale, where: equals, parameters }, 'Total and Day of Sale.'],
  ['null', { ...sale, where: equals, parameters, arguments: { total: null } }, 'Total and Day of Sale.'],
  [
    'no value in a group of its own',
    { ...sale, where: { cond: { with: 'NOT', entries: [equals] } }, parameters },
    'Total and Day of Sale.',
  ],
])('states a parameter with %s', (_, request, end) => {
  expect(sentenceOf(request)).toMatch(end);
  expect(sentenceOf(request).endsWith(end)).toBe(true);
});

test('states the first rows of each group and their order', () => {
  const top = { n: 3, per: ['Day'], order: [{ alias: 'Total', asc: false }] };
  expect(sentenceOf({ ...sale, top })).toBe(
    'Total and Day of Sale, the first 3 of each Day by Total descending.',
  );
});

test('states the period that a date is grouped by', () => {
  const attributes = [
    { id: 'Day', bucket: 'month' as const },
    { id: 'Total', summaries: ['sum' as const] },
  ];
  expect(sentenceOf({ entities: [{ id: 'Sale', attributes }], group: ['Day'] })).toBe(
    'sum of Total by month of Day of Sale.',
  );
});

test.each([
  [{ unit: 'month', offset: 0 }, 'this month'],
  [{ unit: 'day', offset: 0 }, 'today'],
  [{ unit: 'month', offset: -1 }, 'the last month'],
  [{ unit: 'year', offset: 1 }, 'the next year'],
  [{ unit: 'week', offset: -4 }, 'the week 4 weeks ago'],
  [{ unit: 'month', offset: -3, count: 3 }, 'the last 3 months'],
  [{ unit: 'month', offset: 0, to: 'now' }, 'this month until now'],
  [{ unit: 'day', offset: -1, count: 5 }, 'the 5 days from the last day on'],
] as const)('states the period %j', (period, words) => {
  const where: Where = { func: { name: 'IN_PERIOD', args: [{ alias: 'Day' }, { period }] } };
  expect(sentenceOf({ ...sale, where })).toBe(`Total and Day of Sale, where Day is in ${words}.`);
});
