import { describe, expect, test } from 'vitest';
import {
  compareDecimals,
  type Decimal,
  decimalOf,
  floorTo,
  momentOf,
  momentText,
  nearestFloat,
  plainDigits,
  wallClock,
} from './literals.ts';

const number = (text: string) => decimalOf({ kind: 'number', text });

function decimal(text: string): Decimal {
  const found = number(text);
  if (found === null) throw new Error(`${text} is no number`);
  return found;
}

describe('a number', () => {
  test.each([
    ['12', '12'],
    ['-0.50', '-0.5'],
    ['1e3', '1000'],
    ['12.5e-2', '0.125'],
    ['0.000', '0'],
    ['-0', '0'],
    ['00012', '12'],
    ['123456789012345678901234567890.12345', '123456789012345678901234567890.12345'],
  ])('%s is %s', (text, plain) => {
    expect(plainDigits(decimal(text))).toBe(plain);
  });

  test.each(['abc', '', '.', '1e', '0x10', '1,5', 'NaN', '1e999999999'])('%j is not a number', (text) => {
    expect(decimalOf({ kind: 'text', text })).toBeNull();
  });

  test.each([
    ['9007199254740993', '9007199254740992', 1],
    ['0.1', '0.10', 0],
    ['-1', '1', -1],
    ['1e30', '1000000000000000000000000000001', -1],
  ])('%s is compared with %s', (a, b, order) => {
    expect(compareDecimals(decimal(a), decimal(b))).toBe(order);
  });

  test('is at, above or below its nearest double', () => {
    expect(nearestFloat(decimal('0.1'), 'double')).toEqual({ value: 0.1, side: 0 });
    expect(nearestFloat(decimal('0.1000000000000000000001'), 'double')).toEqual({ value: 0.1, side: 1 });
    expect(nearestFloat(decimal('0.0999999999999999999999'), 'double')).toEqual({ value: 0.1, side: -1 });
    expect(nearestFloat(decimal('1e400'), 'double')).toEqual({ value: Number.MAX_VALUE, side: 1 });
    expect(nearestFloat(decimal('-1e-400'), 'double')).toEqual({ value: -0, side: -1 });
    expect(nearestFloat(decimal('0.1'), 'single')).toEqual({ value: Math.fround(0.1), side: 0 });
  });

  test('is rounded down to whole units', () => {
    expect(floorTo(decimal('2.5'), 0)).toEqual({ floor: 2n, above: true });
    expect(floorTo(decimal('-2.5'), 0)).toEqual({ floor: -3n, above: true });
    expect(floorTo(decimal('-2.50'), 2)).toEqual({ floor: -250n, above: false });
    expect(floorTo(decimal('1e3'), 2)).toEqual({ floor: 100_000n, above: false });
  });
});

describe('a moment', () => {
  test.each([
    ['2024-02-29', '2024-02-29', null, null],
    ['2024-02-29T10:20', '2024-02-29', '10:20:00', null],
    ['2024-02-29 10:20:30.5000', '2024-02-29', '10:20:30.5', null],
    ['2024-02-29T10:20:30Z', '2024-02-29', '10:20:30', 0],
    ['2024-02-29T10:20:30-0130', '2024-02-29', '10:20:30', -90],
    ['23:59:59', null, '23:59:59', null],
  ])('%s is read', (text, date, time, offsetMinutes) => {
    expect(momentOf(text)).toEqual({ date, time, offsetMinutes });
  });

  test.each(['2023-02-29', '2024-13-01', '2024-1-1', '24:00:00', 'T10:00', '2024-01-0110:00', '', 'soon'])(
    '%j is not a moment',
    (text) => {
      expect(momentOf(text)).toBeNull();
    },
  );

  test('with an offset is converted to UTC', () => {
    const at = (text: string) => {
      const moment = momentOf(text);
      return moment === null ? null : wallClock(moment);
    };
    expect(at('2024-03-01T01:30:00+02:00')).toEqual({ date: '2024-02-29', time: '23:30:00' });
    expect(at('2024-02-29T23:30:00.25-01:00')).toEqual({ date: '2024-03-01', time: '00:30:00.25' });
  });

  test('is cut to the precision of engines, and known to lie above', () => {
    const text = (value: string) => momentText('datetime', { kind: 'text', text: value });
    expect(text('2024-01-01T00:00:00.1234567')).toEqual({ text: '2024-01-01 00:00:00.123456', side: 1 });
    expect(text('2024-01-01')).toEqual({ text: '2024-01-01 00:00:00', side: 0 });
    expect(momentText('date', { kind: 'text', text: '2024-01-01T23:00:00Z' })).toEqual({
      text: '2024-01-01',
      side: 0,
    });
    expect(momentText('time', { kind: 'text', text: '2024-01-01' })).toBeNull();
  });
});

const many = 300_000;
const numberIn = (text: string) => decimalOf({ kind: 'text', text });

describe('a literal of any length is read at once', () => {
  test('a number with zeros in its middle, even with too many digits for any column', () => {
    expect(numberIn(`1${'0'.repeat(many)}1`)).toBeNull();
    expect(numberIn(`0.1${'0'.repeat(many)}1`)).toBeNull();
    expect(numberIn(`1${'0'.repeat(90_000)}1`)?.digits).toHaveLength(90_002);
  });

  test('a number with blanks around it, and blanks with anything else', () => {
    const blanks = ' '.repeat(many);
    expect(numberIn(`${blanks}7.50${blanks}`)).toEqual({ negative: false, digits: '75', exponent: -1 });
    expect(numberIn(`${blanks}x`)).toBeNull();
    expect(numberIn(`1${blanks}x`)).toBeNull();
    expect(numberIn(`${blanks}1${blanks}x`)).toBeNull();
  });

  test('a moment with a long fraction', () => {
    const zeros = '0'.repeat(many);
    expect(momentOf(`2024-01-02T03:04:05.${zeros}`)).toMatchObject({ time: '03:04:05' });
    expect(momentOf(`2024-01-02T03:04:05.5${zeros}`)).toMatchObject({ time: '03:04:05.5' });
    expect(momentOf(`2024-01-02T03:04:05.${zeros}1`)?.time).toHaveLength(9 + many + 1);
  });
});
