import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { commonDigits, shareOf, toneOf } from './cellStyle.ts';
import { displayValue } from './show.ts';

const n = (digits: string) => new LosslessNumber(digits);

test('decimals of a column have the same number of digits, unless they have too many', () => {
  expect(commonDigits([n('0.5'), n('12.25'), n('3'), null])).toBe(2);
  expect(commonDigits([n('1'), n('2')])).toBeUndefined();
  expect(commonDigits([n('0.123456789'), n('1.5')])).toBeUndefined();
  const of = (nativeType: string, isRounded = false) => ({ column: { nativeType }, isRounded });
  expect(commonDigits([n('99'), n('20')], of('DECIMAL(8, 2)'))).toBe(2);
  expect(commonDigits([n('99.125')], of('numeric(8,2)'))).toBe(3);
  expect(commonDigits([n('99.5')], of('numeric(30,10)'))).toBe(1);
  expect(commonDigits([n('99')], of('numeric(8,2)', true))).toBeUndefined();
  expect(commonDigits([n('99')], of('NUMERIC'))).toBeUndefined();
  expect(displayValue(n('1200.5'), 'numeric', { digits: 2 })).toMatchObject({
    text: '1,200.50',
    exact: '1200.5',
  });
  expect(displayValue(n('1.2345'), 'numeric', { digits: 2 }).text).toBe('1.2345');
});

test('averages are rounded to readable digits, with the exact value available', () => {
  const shown = (digits: string, more = {}) =>
    displayValue(n(digits), 'numeric', { isRounded: true, ...more });
  expect(shown('2.788800000000').text).toBe('2.7888');
  expect(shown('337772.37435897434')).toEqual({
    kind: 'number',
    text: '337,772.3744',
    exact: '337772.37435897434',
  });
  // Small numbers are not rounded to zero.
  expect(shown('0.0000123456').text).toBe('0.00001235');
  expect(shown('0.666666666', { format: { digits: 6 } }).text).toBe('0.666667');
  expect(commonDigits([n('206970'), n('337772.37435897434')], { isRounded: true })).toBe(4);
  expect(shown('206970', { digits: 4 }).text).toBe('206,970.0000');
});

test('a number has the format of its column, with the exact value available', () => {
  const shown = (digits: string, format: object) => displayValue(n(digits), 'numeric', { format });
  expect(shown('1234.565', { digits: 2 })).toMatchObject({ text: '1,234.57', exact: '1234.565' });
  expect(shown('1234.5', { grouping: false }).text).toBe('1234.5');
  expect(shown('0.125', { style: 'percent' }).text).toBe('12.5%');
  expect(shown('5', { style: 'currency', currency: 'EUR' }).text).toBe('€5.00');
  expect(shown('9007199254740993.25', { digits: 1 }).text).toBe('9,007,199,254,740,993.3');
});

test('a date has the format of its column', () => {
  const shown = (date: 'iso' | 'month' | 'year') =>
    displayValue('2024-02-29T10:00:00', 'datetime', { format: { date } }).text;
  expect([shown('iso'), shown('month'), shown('year')]).toEqual(['2024-02-29', 'February 2024', '2024']);
});

test('the first matching rule determines the colour', () => {
  const rules = [
    { when: 'above', than: '100', tone: 'good' },
    { when: 'below', than: '0', tone: 'bad' },
    { when: 'equal', than: '', tone: 'warn' },
  ] as const;
  expect(['101', '100', '-1', '0'].map((digits) => toneOf(n(digits), { rules }))).toEqual([
    'good',
    undefined,
    'bad',
    undefined,
  ]);
  expect(toneOf('text', { rules })).toBeUndefined();
});

test('rules compare every digit', () => {
  const rules = [
    { when: 'equal', than: '9007199254740993', tone: 'good' },
    { when: 'above', than: ' 9007199254740992.5 ', tone: 'warn' },
    { when: 'below', than: '1,000', tone: 'bad' },
  ] as const;
  const tones = ['9007199254740993', '9007199254740994', '9007199254740992'].map((digits) =>
    toneOf(n(digits), { rules }),
  );
  expect(tones).toEqual(['good', 'warn', undefined]);
});

test('the colour scale depends on the position between the least and the greatest value', () => {
  const span = { least: 10, greatest: 30 };
  const shares = ['10', '15', '30', '99'].map((one) => shareOf(new LosslessNumber(one), span));
  expect(shares).toEqual([0, 0.25, 1, 1]);
  expect(shareOf(null, span)).toBeUndefined();
  expect(shareOf(new LosslessNumber('7'), { least: 7, greatest: 7 })).toBeUndefined();
});
