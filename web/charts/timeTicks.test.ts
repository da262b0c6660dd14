import { describe, expect, test } from 'vitest';
import { timeTicks } from './timeTicks.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('ticks of a time axis', () => {
  test('are at the starts of years', () =>
    expect(
      timeTicks(at('2019-02-01T00:00'), at('2024-02-01T00:00'), 6, 'month').map(({ label }) => label),
    ).toEqual(['2020', '2021', '2022', '2023', '2024']));
  test('are at the starts of months', () =>
    expect(
      timeTicks(at('2024-01-15T00:00'), at('2024-06-15T00:00'), 6, 'day').map(({ label }) => label),
    ).toEqual(['Feb 2024', 'Mar 2024', 'Apr 2024', 'May 2024', 'Jun 2024']));
  test('are never within a period', () =>
    expect(
      timeTicks(at('2021-01-01T00:00'), at('2023-01-01T00:00'), 9, 'year').map(({ label }) => label),
    ).toEqual(['2021', '2022', '2023']));
  test('are at most one more than requested', () => {
    for (const years of [1, 7, 30, 400]) {
      const ticks = timeTicks(at('1600-06-01T00:00'), at(`${1600 + years}-06-01T00:00`), 8, 'month');
      expect(ticks.length).toBeLessThanOrEqual(9);
      expect(ticks.length).toBeGreaterThan(0);
    }
  });
});
