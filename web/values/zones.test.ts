import { describe, expect, test } from 'vitest';
import { instantOf, wallTimeAt } from './zones.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('the local time', () => {
  test.each([
    ['2024-01-31T23:00:00', 'Europe/Vienna', '2024-02-01T00:00:00'],
    ['2024-06-30T22:00:00', 'Europe/Vienna', '2024-07-01T00:00:00'],
    ['2024-03-31T01:00:00', 'Europe/Vienna', '2024-03-31T03:00:00'],
    ['2024-10-26T22:00:00', 'Europe/Vienna', '2024-10-27T00:00:00'],
    ['2024-10-27T23:00:00', 'Europe/Vienna', '2024-10-28T00:00:00'],
    ['2024-11-03T04:00:00', 'America/New_York', '2024-11-03T00:00:00'],
    ['2024-07-01T05:15:00', 'Asia/Kathmandu', '2024-07-01T11:00:00'],
    ['2024-07-01T00:00:00', 'UTC', '2024-07-01T00:00:00'],
  ])('of %s in %s is %s, and converts back', (instant, zone, wall) => {
    expect(wallTimeAt(at(instant), zone)).toBe(at(wall));
    expect(instantOf(at(wall), zone)).toBe(at(instant));
  });

  test.each([
    // At midnight, in the west and in the east of Greenwich.
    ['2018-11-04T00:00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00'],
    ['2024-04-26T00:00:00', 'Africa/Cairo', '2024-04-25T22:00:00'],
    ['2024-03-31T00:00:00', 'Asia/Beirut', '2024-03-30T22:00:00'],
    // From 23:30 to 0:30, and a whole day.
    ['1919-03-31T00:00:00', 'America/Toronto', '1919-03-31T04:30:00'],
    ['2011-12-30T00:00:00', 'Pacific/Apia', '2011-12-30T10:00:00'],
    ['2024-03-31T02:30:00', 'Europe/Vienna', '2024-03-31T01:00:00'],
  ])('%s, which clocks in %s skip, is the instant of the skip', (wall, zone, instant) =>
    expect(new Date(instantOf(at(wall), zone)).toISOString()).toBe(`${instant}.000Z`),
  );

  test.each([
    ['2018-02-17T23:30:00', 'America/Sao_Paulo', '2018-02-18T01:30:00'],
    ['2018-02-18T00:00:00', 'America/Sao_Paulo', '2018-02-18T03:00:00'],
    ['2024-11-03T00:00:00', 'America/Havana', '2024-11-03T04:00:00'],
    ['2024-10-27T02:30:00', 'Europe/Vienna', '2024-10-27T00:30:00'],
  ])('%s, near a repeated hour in %s, is the first such instant', (wall, zone, instant) =>
    expect(new Date(instantOf(at(wall), zone)).toISOString()).toBe(`${instant}.000Z`),
  );
});
