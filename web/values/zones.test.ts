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
});
