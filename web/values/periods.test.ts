import { describe, expect, test } from 'vitest';
import {
  allPeriods,
  endOperator,
  fittingBucket,
  nextPeriod,
  parseMoment,
  parsePeriodStart,
  periodName,
  periodText,
  startOfPeriod,
} from './periods.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('dates and times', () => {
  test.each([
    ['2024-02-01', '2024-02-01T00:00'],
    ['2024-02', '2024-02-01T00:00'],
    ['2024-02-01 13:45:10', '2024-02-01T13:45:10'],
  ])('%s is read as local time', (text, wall) => expect(parseMoment(text)).toBe(at(wall)));
  test.each([
    '',
    'infinity',
    '2024-13-01',
    '2024-02-30',
    '10000-01-01',
    '0044-03-15 BC',
    '0044-03-15T12:00:00 BC',
  ])('“%s” is not a date', (text) => expect(parseMoment(text)).toBeUndefined());
  test.each([
    ['2023-12-31T23:00:00+00:00', 'Europe/Vienna', '2024-01-01T00:00'],
    ['2023-12-31 23:00:00Z', 'Europe/Vienna', '2024-01-01T00:00'],
    ['2024-01-01T05:00:00+00', 'America/New_York', '2024-01-01T00:00'],
    ['2024-07-01T00:15:00.250+02:00', 'Asia/Kathmandu', '2024-07-01T04:00'],
    ['2024-07-01T00:00:00-0330', 'UTC', '2024-07-01T03:30'],
    ['2024-07-01', 'Asia/Tokyo', '2024-07-01T00:00'],
  ])('%s is converted to the time zone %s', (text, zone, wall) =>
    expect(parseMoment(text, zone)).toBe(at(wall)),
  );
  test('are sent without a time for periods of days or longer', () => {
    expect(periodText(at('2024-02-01T00:00'), 'month')).toBe('2024-02-01');
    expect(periodText(at('2024-02-01T13:00'), 'hour')).toBe('2024-02-01T13:00:00');
  });
});

describe('periods', () => {
  test.each([
    ['year', '2024-01-01', '2025-01-01'],
    ['quarter', '2024-10-01', '2025-01-01'],
    ['month', '2024-12-01', '2025-01-01'],
    ['week', '2024-02-26', '2024-03-04'],
    ['day', '2024-02-28', '2024-02-29'],
    ['year', '0001-01-01', '0002-01-01'],
    ['quarter', '0001-10-01', '0002-01-01'],
    ['month', '0099-12-01', '0100-01-01'],
    ['day', '0001-12-31', '0002-01-01'],
  ] as const)('the %s from %s ends at the start of %s', (bucket, start, end) =>
    expect(nextPeriod(at(`${start}T00:00`), bucket)).toBe(at(`${end}T00:00`)),
  );
  test.each(['year', 'quarter', 'month', 'week', 'day', 'hour'] as const)(
    'the last %s ends with the last moment that has a notation',
    (bucket) => {
      const start = startOfPeriod(at('9999-12-31T23:30'), bucket);
      const end = periodText(nextPeriod(start, bucket), bucket);
      expect([end, endOperator(end)]).toEqual(['9999-12-31T23:59:59.999999', 'LTE']);
    },
  );
  test.each([
    // Clocks show 1:00 at the start of these days.
    ['day', '2018-11-04T03:00:00+00:00', 'America/Sao_Paulo', '2018-11-04'],
    ['day', '2024-04-25T22:00:00+00:00', 'Africa/Cairo', '2024-04-26'],
    ['month', '2017-10-01T04:00:00+00:00', 'America/Asuncion', '2017-10-01'],
    ['week', '2016-09-25T21:00:00+00:00', 'Africa/Cairo', '2016-09-19'],
    // The offset has seconds.
    ['month', '1879-12-31T22:54:39+00:00', 'Europe/Vienna', '1880-01-01'],
    ['year', '0001-12-31T22:54:39+00:00 BC', 'Europe/Vienna', '0001-01-01'],
    ['year', '0001-12-31 (BC) 22:54:39+00', 'Europe/Vienna', '0001-01-01'],
    ['month', '0001-12-01T04:56:02+00:00 BC', 'America/New_York', '0000-12-01'],
    ['day', '0000-12-31T23:56:02Z', 'America/New_York', '0000-12-31'],
  ] as const)('a %s from %s in %s is that of %s', (bucket, text, zone, day) =>
    expect(parsePeriodStart(text, bucket, zone)).toBe(at(`${day}T00:00`)),
  );
  test('before the first year have no start here', () => {
    expect(parsePeriodStart('0002-01-01T00:00:00 BC', 'year')).toBeUndefined();
    expect(parsePeriodStart('0001-12-31T00:00:00 BC', 'day')).toBeUndefined();
  });
  test('without data are included', () => {
    const months = allPeriods(at('2024-01-01T00:00'), at('2024-04-01T00:00'), 'month', 100);
    expect(months.map((start) => periodText(start, 'month'))).toEqual([
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
      '2024-04-01',
    ]);
  });
  test('are not filled in if there are too many', () =>
    expect(allPeriods(at('0001-01-01T00:00'), at('2024-01-01T00:00'), 'day', 500)).toEqual([]));
  test('have names', () => {
    expect(periodName(at('2024-04-01T00:00'), 'quarter')).toBe('Q2 2024');
    expect(periodName(at('2024-04-01T00:00'), 'month')).toBe('Apr 2024');
    expect(periodName(at('2024-04-01T00:00'), 'year')).toBe('2024');
  });
});

describe('the fitting period', () => {
  test.each([
    ['2024-01-01', '2024-01-03', 'hour', 'hour'],
    ['2024-01-01', '2024-01-03', 'day', 'day'],
    ['2024-01-01', '2024-03-31', 'hour', 'day'],
    ['2022-01-01', '2024-01-01', 'day', 'week'],
    ['2019-01-01', '2024-01-01', 'day', 'month'],
    ['1800-01-01', '2024-01-01', 'day', 'year'],
  ] as const)('for %s to %s, no finer than a %s, is a %s', (from, to, finest, bucket) =>
    expect(fittingBucket(at(`${from}T00:00`), at(`${to}T00:00`), finest)).toBe(bucket),
  );
});
