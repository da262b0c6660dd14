import { describe, expect, test } from 'vitest';
import { linearScale, niceRange, niceStep, niceTicks, valueRange } from './scale.ts';

describe('ticks', () => {
  test.each([
    [0, 100, 5, [0, 20, 40, 60, 80, 100]],
    [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [3, 17, 4, [5, 10, 15]],
    [-7, 7, 3, [-5, 0, 5]],
    [0, 3_000_000, 3, [0, 1_000_000, 2_000_000, 3_000_000]],
  ])('from %d to %d about %d', (min, max, wanted, ticks) =>
    expect(niceTicks(min, max, wanted)).toEqual(ticks),
  );

  test('small steps stay exact', () =>
    expect(niceTicks(0, 0.0005, 5)).toEqual([0, 0.0001, 0.0002, 0.0003, 0.0004, 0.0005]));

  test('one value is its own tick', () => expect(niceTicks(4, 4, 5)).toEqual([4]));
  test('nothing to show gives none', () => expect(niceTicks(Number.NaN, 1, 5)).toEqual([]));
});

describe('round steps', () => {
  test.each([
    [0.3, 0.5],
    [1, 1],
    [1.1, 2],
    [2.4, 5],
    [7, 10],
    [0, 1],
    [Number.POSITIVE_INFINITY, 1],
  ])('%d is at most %d', (raw, step) => expect(niceStep(raw)).toBeCloseTo(step, 12));
});

test('a range is widened to round ends', () => {
  expect(niceRange(3, 97, 5)).toEqual([0, 100]);
  expect(niceRange(0, 0, 5)).toEqual([0, 1]);
  expect(niceRange(8, 8, 5)).toEqual([0, 8]);
});

describe('the range of values', () => {
  test('of lengths begins at zero', () => expect(valueRange([80, 90], true)).toEqual([0, 90]));
  test('of a line begins where the values do', () => expect(valueRange([80, 90], false)).toEqual([80, 90]));
  test('of a line begins at zero where that is near', () =>
    expect(valueRange([10, 90], false)).toEqual([0, 90]));
  test('spans zero when there are both signs', () => expect(valueRange([-5, 5], true)).toEqual([-5, 5]));
  test('of nothing is still a range', () => expect(valueRange([], true)).toEqual([0, 1]));
});

test('a scale goes there and back', () => {
  const scale = linearScale([10, 20], [0, 200]);
  expect(scale.at(15)).toBe(100);
  expect(scale.value(100)).toBe(15);
});
