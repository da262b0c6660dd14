import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { sharedNumber } from './sharedNumber.ts';

const number = (digits: string) => new LosslessNumber(digits);
const size = { offset: number('0'), total: number('633'), frame: number('1') };
const rows = { cols: ['name', 'max_load', 'sum_Total'], data: [['Bus', number('40'), number('2.5')]], size };

test('rows are counted, whatever their columns are called', () =>
  expect(sharedNumber(rows, false)).toEqual({ value: number('633'), label: 'Number of rows' }));

test('of groups the first measure is shown, and said to be of the first of them if there are several', () => {
  const one = { ...rows, size: { ...size, total: number('1') } };
  expect(sharedNumber(one, true)).toEqual({ value: number('40'), label: 'max_load' });
  const none = { ...rows, data: [], size: { ...size, total: number('0') } };
  expect(sharedNumber(none, true)).toEqual({ value: null, label: 'max_load' });
  expect(sharedNumber(rows, true)).toEqual({
    value: number('40'),
    label: 'max_load, of the first of 633 groups',
  });
});

test('of groups without a measure the first number is shown, if there is one', () => {
  const others = { ...rows, cols: ['name', 'share', 'Total'], size: { ...size, total: number('1') } };
  expect(sharedNumber(others, true)).toEqual({ value: number('40'), label: 'share' });
  expect(sharedNumber({ ...others, cols: ['name'], data: [['Bus']] }, true)).toBeUndefined();
});
