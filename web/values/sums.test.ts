import { expect, test } from 'vitest';
import { averageOf, compareNumbers, sumOf } from './sums.ts';

test.each([
  [['0.1', '0.2'], '0.3'],
  [['9007199254740993', '0.25'], '9007199254740993.25'],
  [['12345678901234567.89', '0.01'], '12345678901234567.90'],
  [['-0.5', '0.25'], '-0.25'],
  [['1e21', '1'], '1000000000000000000001'],
  [['1.5e-7', '1'], '1.00000015'],
  [['1', 'Infinity'], 'Infinity'],
  [['1e300', '1e-300'], '1e+300'],
  [[], '0'],
])('the sum of %j is %s', (numbers, sum) => expect(sumOf(numbers)).toBe(sum));

test.each([
  [['9007199254740993', '9007199254740995'], '9007199254740994'],
  [['1', '2'], '1.5'],
  [['1', '1', '2'], '1.33333333333333333333'],
  [['-1', '0', '0'], '-0.33333333333333333333'],
])('the average of %j is %s', (numbers, average) =>
  expect(averageOf(numbers).replace(/\.?0+$/, '')).toBe(average),
);

test.each([
  ['9007199254740993', '9007199254740992', 1],
  ['0.10', '0.1', 0],
  ['-1', '1e-9', -1],
  ['Infinity', '1', Number.POSITIVE_INFINITY],
  ['x', '1', undefined],
])('%s compared with %s is %s', (one, other, order) => expect(compareNumbers(one, other)).toBe(order));
