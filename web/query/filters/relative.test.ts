import { describe, expect, test } from 'vitest';
import { configureZones } from '../../values/zones.ts';
import {
  dayRange,
  fixedPeriod,
  type MovingPeriod,
  parsePeriod,
  periodBetween,
  periods,
  periodToken,
  resolvePeriod,
} from './relative.ts';

const now = new Date(2024, 1, 29, 15, 30); // a Thursday, and a leap day

const days = (kind: MovingPeriod['kind'], count: number, unit: MovingPeriod['unit']) => {
  const { from, before } = resolvePeriod({ kind, count, unit }, now);
  return [from, before];
};

describe('a period', () => {
  test('of the last days ends with today', () =>
    expect(days('last', 30, 'day')).toEqual(['2024-01-31', '2024-03-01']));
  test('of this day is today', () => expect(days('this', 1, 'day')).toEqual(['2024-02-29', '2024-03-01']));
  test('of the previous day is yesterday', () =>
    expect(days('previous', 1, 'day')).toEqual(['2024-02-28', '2024-02-29']));
  test('of this week starts on Monday', () =>
    expect(days('this', 1, 'week')).toEqual(['2024-02-26', '2024-03-04']));
  test('of the previous month is the whole month', () =>
    expect(days('previous', 1, 'month')).toEqual(['2024-01-01', '2024-02-01']));
  test('of the next periods contains whole periods', () => {
    expect(days('next', 1, 'month')).toEqual(['2024-03-01', '2024-04-01']);
    expect(days('next', 2, 'week')).toEqual(['2024-03-04', '2024-03-18']);
  });
  test('of this quarter is the whole quarter', () =>
    expect(days('this', 1, 'quarter')).toEqual(['2024-01-01', '2024-04-01']));
  test('of the last twelve months ends with this month', () =>
    expect(days('last', 12, 'month')).toEqual(['2023-03-01', '2024-03-01']));
  test.each([
    ['year', '2024-01-01', '2025-01-01'],
    ['quarter', '2024-01-01', '2024-04-01'],
    ['month', '2024-02-01', '2024-03-01'],
    ['day', '2024-02-29', '2024-03-01'],
  ] as const)('for a fixed %s does not move', (unit, from, before) => {
    const period = fixedPeriod(unit, now);
    expect(parsePeriod(periodToken(period))).toEqual(period);
    expect(resolvePeriod(period, new Date(2031, 5, 5))).toEqual({ from, before });
  });
  test.each(periods)('%o is written and read back', (period) =>
    expect(parsePeriod(periodToken(period))).toEqual(period),
  );
  test.each(['today', '@last', '@last x day', 5, null])('%s is not a period', (text) =>
    expect(parsePeriod(text)).toBeUndefined(),
  );
});

describe('a range of days', () => {
  const range = dayRange('2024-03-15', '2024-03-01');
  test('includes both ends, in either order', () => {
    expect(resolvePeriod(range, new Date())).toEqual({ from: '2024-03-01', before: '2024-03-16' });
    expect(resolvePeriod(dayRange('2024-02-28', '2024-02-29'), new Date()).before).toBe('2024-03-01');
  });
  test('is read back from a link and from a saved query', () => {
    expect(parsePeriod(periodToken(range))).toEqual(range);
    expect(periodBetween('2024-03-01', '2024-03-16')).toEqual(range);
    expect(periodBetween('2024-03-01', '2024-04-01')).toMatchObject({ unit: 'month' });
    expect(periodBetween('2024-03-16', '2024-03-01')).toBeUndefined();
    expect(parsePeriod('@month 2024-03-01 2024-03-15')).toBeUndefined();
  });
});

describe('in the first and the last year', () => {
  const last = '9999-12-31T23:59:59.999999';
  test.each([
    ['@year 0001-01-01', '0001-01-01', '0002-01-01'],
    ['@month 0001-01-01', '0001-01-01', '0001-02-01'],
    ['@year 9999-01-01', '9999-01-01', last],
    ['@day 9999-12-31', '9999-12-31', last],
    ['@day 9999-12-24 9999-12-31', '9999-12-24', last],
    ['@year 0001-01-01 zoned', '0001-01-01T00:00:00Z', '0001-12-31T22:54:39Z'],
    ['@year 9999-01-01 zoned', '9998-12-31T23:00:00Z', '9999-12-31T23:00:00Z'],
  ])('%s has bounds and is read back', (token, from, before) => {
    configureZones('postgres', () => 'Europe/Vienna');
    const period = parsePeriod(token);
    expect(period && resolvePeriod(period, now)).toEqual({ from, before });
    expect(periodBetween(from, before)).toEqual(period);
    configureZones('sqlite');
  });

  test('west of Greenwich the last period ends with the last moment', () => {
    const period = { kind: 'fixed', unit: 'year', start: '9999-01-01', isOfInstants: true } as const;
    expect(resolvePeriod(period, now, 'America/New_York').before).toBe(`${last}Z`);
  });
});
