import { describe, expect, test } from 'vitest';
import { binOf, countBins, makeBins, tilePoints } from './bins.ts';

describe('histogram bins', () => {
  test('begin and end on round numbers', () => {
    const bins = makeBins(3, 97, 5, false);
    expect(bins.map(({ from }) => from)).toEqual([0, 20, 40, 60, 80]);
    expect(bins.at(-1)).toEqual({ from: 80, to: 100, last: true });
  });

  test('contain one number each for few whole numbers', () => {
    const bins = makeBins(1, 5, 20, true);
    expect(bins.map(({ from }) => from)).toEqual([1, 2, 3, 4, 5]);
    expect(binOf(bins, 5)).toBe(4);
  });

  test('become one bin for a single value', () => {
    const bins = makeBins(7, 7, 20, true);
    expect(bins).toHaveLength(1);
    expect(binOf(bins, 7)).toBe(0);
  });

  test('have exact decimal bounds', () =>
    expect(makeBins(0, 1, 10, false).map(({ from }) => from)).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    ]));

  test('do not exist without a range', () => expect(makeBins(Number.NaN, 1, 10, false)).toEqual([]));

  test('contain each number of their range exactly once', () => {
    for (const [min, max, whole] of [
      [-13, 40, true],
      [0.001, 0.0173, false],
      [1e9, 3e9, true],
      [-1, 1, false],
    ] as const) {
      const bins = makeBins(min, max, 18, whole);
      expect(binOf(bins, min)).toBeGreaterThanOrEqual(0);
      expect(binOf(bins, max)).toBe(bins.length - 1);
      for (const [i, bin] of bins.entries()) {
        expect(binOf(bins, bin.from)).toBe(i);
        expect(bins[i + 1]?.from ?? bin.to).toBe(bin.to);
      }
    }
  });
});

test('values are counted with their multiplicity', () => {
  const bins = makeBins(0, 10, 2, false);
  expect(
    countBins(bins, [
      { value: 0, count: 3 },
      { value: 5, count: 1 },
      { value: 10, count: 4 },
      { value: 99, count: 9 },
    ]),
  ).toEqual([3, 5]);
});

test('points are grouped into tiles', () => {
  const bins = makeBins(0, 10, 2, false);
  const tiles = tilePoints(
    [
      { x: 1, y: 1, count: 1 },
      { x: 2, y: 3, count: 2 },
      { x: 9, y: 1, count: 1 },
    ],
    bins,
    bins,
  );
  expect(tiles.map(({ x, y, count }) => [x.from, y.from, count])).toEqual([
    [0, 0, 3],
    [5, 0, 1],
  ]);
});
