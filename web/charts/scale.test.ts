import { describe, expect, test } from 'vitest';
import { axisOver, endsOf, roundSpan, spanOf } from './scale.ts';

test('a span is widened to round numbers', () => {
  expect(roundSpan([3, 97], 5)).toEqual([0, 100]);
  expect(roundSpan([0.13, 0.97], 5)).toEqual([0, 1]);
  expect(roundSpan([-7, 7], 3)).toEqual([-10, 10]);
});

test('a span of a single value still has a length', () => {
  expect(roundSpan([0, 0], 5)).toEqual([0, 1]);
  expect(roundSpan([8, 8], 5)).toEqual([0, 8]);
  expect(roundSpan([-8, -8], 5)).toEqual([-8, 0]);
  expect(roundSpan([Number.NaN, 1], 5)).toEqual([0, 1]);
});

describe('the span of an axis', () => {
  test('for bars starts at zero', () => expect(spanOf([80, 90], true)).toEqual([0, 90]));
  test('for a line starts at the lowest value', () => expect(spanOf([80, 90], false)).toEqual([80, 90]));
  test('for a line starts at zero if that is near', () => expect(spanOf([10, 90], false)).toEqual([0, 90]));
  test('includes zero if there are positive and negative values', () =>
    expect(spanOf([-5, 5], true)).toEqual([-5, 5]));
  test('without values is still a span', () => expect(spanOf([], true)).toEqual([0, 1]));
});

test('an axis maps values to positions, and has ends', () => {
  const axis = axisOver([10, 20], [0, 200]);
  expect(axis(15)).toBe(100);
  expect(endsOf(axis)).toEqual([10, 20]);
});
