import { describe, expect, test } from 'vitest';
import { LosslessNumber, parseExact } from '../api/exact.ts';
import { dateFormat } from '../messages/format.ts';
import { base64Size } from './bytes.ts';
import type { DateForm } from './columnFormat.ts';
import { displayValue, formatMoment, formatNumber } from './show.ts';
import { plainText } from './text.ts';

test.each(['th-TH', 'fa-IR-u-nu-latn', 'en-US'])('dates in %s have the year of the database', (locale) => {
  const shown = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }, locale);
  expect(shown.format(new Date('2024-02-29'))).toContain('2024');
});

describe('numbers', () => {
  test('keep every digit', () => {
    expect(formatNumber('9007199254740993')).toBe('9,007,199,254,740,993');
    expect(formatNumber('1.10')).toBe('1.10');
    expect(formatNumber('-12345678901234567890.123456789012345678')).toBe(
      '-12,345,678,901,234,567,890.123456789012345678',
    );
  });
  test('with an exponent stay unchanged', () => expect(formatNumber('1e400')).toBe('1e400'));
  test('that are names have no separators', () => expect(formatNumber('1994', false)).toBe('1994'));
  test('keep every digit when read from JSON', () => {
    const [value] = parseExact<LosslessNumber[]>('[0.30000000000000000001]');
    expect(value?.value).toBe('0.30000000000000000001');
  });
});

describe('dates and times', () => {
  test('without a time zone do not shift', () => {
    expect(formatMoment('2024-03-31')).toBe('Mar 31, 2024');
    expect(formatMoment('2024-03-31T02:30:00')).toContain('02:30');
  });
  test('at midnight are shown as a date', () =>
    expect(formatMoment('2024-03-31 00:00:00')).toBe('Mar 31, 2024'));
  test.each([
    'infinity',
    '0000-00-00',
    '0044-03-15 BC',
    '2024-02-01T10:00:00.123456',
    '2024-13-45',
    '2023-02-29',
    '2024-04-31T10:00:00',
  ])('%s stays unchanged', (text) => expect(formatMoment(text)).toBe(text));
});

describe('days in a chosen form', () => {
  const day = (text: string, date: DateForm) => displayValue(text, 'datetime', { format: { date } }).text;
  /** What a clock of this place shows at that instant. */
  const local = (text: string, options: Intl.DateTimeFormatOptions) =>
    new Date(text).toLocaleDateString('en', options);

  test.each(['2023-12-31T10:30:00+00:00', '2023-12-31T23:30:00+00:00', '2024-01-01T01:30:00Z'])(
    '%s is on the reader’s day',
    (text) => {
      expect(day(text, 'month')).toBe(local(text, { year: 'numeric', month: 'long' }));
      expect(day(text, 'numeric')).toBe(local(text, { year: 'numeric', month: 'numeric', day: 'numeric' }));
      expect(day(text, 'iso')).toBe(new Date(text).toLocaleDateString('sv'));
    },
  );
  test('without an offset do not shift', () => {
    expect(day('2023-12-31T23:30:00', 'iso')).toBe('2023-12-31');
    expect(day('2023-12-31', 'month')).toBe('December 2023');
    expect(day('0099-05-01', 'iso')).toBe('0099-05-01');
  });
  test('tell the century', () => {
    expect(day('1924-01-31', 'numeric')).toBe('1/31/1924');
    expect(day('2024-01-31', 'numeric')).toBe('1/31/2024');
  });
  test.each(['infinity', '2024-13-45', '2023-02-29'])('%s stays unchanged', (text) =>
    expect(day(text, 'year')).toBe(text),
  );
});

test('an average is rounded once to the decimals of its currency', () => {
  const format = { style: 'currency', currency: 'EUR' } as const;
  const shown = displayValue(new LosslessNumber('2.344960000000'), 'numeric', { isRounded: true, format });
  expect(shown.text).toBe('€2.34');
});

describe('cells', () => {
  test('null and empty text look different', () => {
    expect(displayValue(null, 'string').kind).toBe('null');
    expect(displayValue('', 'string').kind).toBe('empty');
    expect(displayValue('null', 'string').kind).toBe('text');
  });
  test('binary values show their size', () => expect(displayValue('AAECAw==', 'binary').text).toBe('4 B'));
  test('nested JSON keeps its digits', () =>
    expect(displayValue({ a: new LosslessNumber('12345678901234567890') }, 'json').text).toBe(
      '{"a":12345678901234567890}',
    ));
  test('numbers are copied exactly', () => expect(plainText(new LosslessNumber('1.10'))).toBe('1.10'));
});

test.each([
  ['', 0],
  ['AA==', 1],
  ['AAA=', 2],
  ['AAAA', 3],
])('%s has %i bytes', (text, size) => expect(base64Size(text)).toBe(size));
