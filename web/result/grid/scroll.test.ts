import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  elementHeight,
  moved,
  ROW_HEIGHT,
  revealRow,
  rowTop,
  TALLEST,
  toBar,
  toContent,
  visibleRows,
} from './scroll.ts';

const few = { rows: 1000, viewport: 600, rowHeight: ROW_HEIGHT };
const million = { rows: 1_000_000, viewport: 600, rowHeight: ROW_HEIGHT };
const lastTop = million.rows * ROW_HEIGHT - million.viewport;

describe('few rows', () => {
  test('stand where they are', () => {
    expect(elementHeight(few)).toBe(1000 * ROW_HEIGHT);
    expect(rowTop(few, { barTop: 500, contentTop: 500 }, 10)).toBe(10 * ROW_HEIGHT);
  });
});

describe('a million rows', () => {
  test('need no taller element than a browser can make', () => expect(elementHeight(million)).toBe(TALLEST));
  test('begin at the top of the bar and end at its bottom', () => {
    expect(toContent(million, 0)).toBe(0);
    expect(toContent(million, TALLEST - million.viewport)).toBe(lastTop);
    expect(visibleRows(million, lastTop, 0)).toEqual({ first: 999_981, end: 1_000_000 });
  });
  test('move pixel by pixel under the wheel', () => {
    const before = { barTop: 4_000_000, contentTop: toContent(million, 4_000_000) };
    expect(moved(million, before, 4_000_100).contentTop).toBe(before.contentTop + 100);
  });
  test('jump when the bar is dragged', () =>
    expect(moved(million, { barTop: 0, contentTop: 0 }, 4_000_000).contentTop).toBe(
      toContent(million, 4_000_000),
    ));
  test('are drawn inside the view wherever it is', () => {
    const position = { barTop: 1234, contentTop: 20_000_000 };
    const { first, end } = visibleRows(million, position.contentTop, 0);
    expect(rowTop(million, position, first)).toBeLessThanOrEqual(position.barTop);
    expect(rowTop(million, position, end)).toBeGreaterThanOrEqual(position.barTop + million.viewport);
  });
});

test('the bar and the rows agree within a row of each other', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastTop }), (contentTop) => {
      const back = toContent(million, toBar(million, contentTop));
      expect(Math.abs(back - contentTop)).toBeLessThanOrEqual(ROW_HEIGHT);
    }),
  ));

test('a row outside is brought into view, one inside leaves everything', () => {
  expect(revealRow(few, 0, 5)).toBe(0);
  expect(revealRow(few, 1000, 5)).toBe(5 * ROW_HEIGHT);
  expect(revealRow(few, 0, 50)).toBe(51 * ROW_HEIGHT - few.viewport);
});
