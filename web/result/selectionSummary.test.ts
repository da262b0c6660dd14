import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { summarise } from './selectionSummary.ts';

const n = (digits: string) => new LosslessNumber(digits);

test('selected numbers are summed exactly', () => {
  expect(summarise([n('0.1'), n('0.2'), null])).toMatchObject({ count: 2, sum: '0.3' });
  expect(summarise([n('-12.5'), n('2.25'), n('9007199254740993')])).toMatchObject({
    sum: '9007199254740982.75',
  });
  expect(summarise([n('-0.5'), n('0.25')]).sum).toBe('-0.25');
});

test('numbers with an exponent are summed exactly, too', () =>
  expect(summarise([n('1e21'), n('1'), n('1.5e-7')]).sum).toBe('1000000000000000000001.00000015'));

test('the average of long numbers keeps their digits', () =>
  expect(summarise([n('9007199254740993'), n('9007199254740995')]).average).toMatch(
    /^9007199254740994\.0*$/,
  ));

test('other cells are counted, without a sum if there are no numbers', () =>
  expect(summarise(['a', null, true])).toEqual({ count: 2, sum: undefined, average: undefined }));

test('the average includes numbers only', () =>
  expect(summarise([n('1'), n('2'), 'x', null])).toMatchObject({
    count: 3,
    sum: '3',
    average: expect.stringMatching(/^1\.50*$/),
  }));
