import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterScroll,
  elementHeight,
  MAX_HEIGHT,
  ROW_HEIGHT,
  revealRow,
  rowTop,
  toBar,
  toContent,
  visibleRows,
} from './scroll.ts';

const few = { rows: 1000, viewport: 600, rowHeight: ROW_HEIGHT };
const million = { rows: 1_000_000, viewport: 600, rowHeight: ROW_HEIGHT };
const lastTop = million.rows * ROW_HEIGHT - million.viewport;

describe('a grid with few rows', () => {
  test('has each row at its natural position', () => {
    expect(elementHeight(few)).toBe(1000 * ROW_HEIGHT);
    expect(rowTop(few, { barTop: 500, contentTop: 500 }, 10)).toBe(10 * ROW_HEIGHT);
  });
});

describe('a grid with a million rows', () => {
  test('is not taller than browsers support', () => expect(elementHeight(million)).toBe(MAX_HEIGHT));
  test('shows the first row at the top of the scroll bar, and the last at the bottom', () => {
    expect(toContent(million, 0)).toBe(0);
    expect(toContent(million, MAX_HEIGHT - million.viewport)).toBe(lastTop);
    expect(visibleRows(million, lastTop, 0)).toEqual({ first: 999_981, end: 1_000_000 });
  });
  test('moves pixel by pixel with the wheel', () => {
    const before = { barTop: 4_000_000, contentTop: toContent(million, 4_000_000) };
    expect(afterScroll(million, before, 4_000_100).contentTop).toBe(before.contentTop + 100);
  });
  test('jumps when the scroll bar is dragged', () =>
    expect(afterScroll(million, { barTop: 0, contentTop: 0 }, 4_000_000).contentTop).toBe(
      toContent(million, 4_000_000),
    ));
  test('draws its rows in the visible area', () => {
    const position = { barTop: 1234, contentTop: 20_000_000 };
    const { first, end } = visibleRows(million, position.contentTop, 0);
    expect(rowTop(million, position, first)).toBeLessThanOrEqual(position.barTop);
    expect(rowTop(million, position, end)).toBeGreaterThanOrEqual(position.barTop + million.viewport);
  });
});

test('converting a position to the scroll bar and back is exact to one row', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastTop }), (contentTop) => {
      const back = toContent(million, toBar(million, contentTop));
      expect(Math.abs(back - contentTop)).toBeLessThanOrEqual(ROW_HEIGHT);
    }),
  ));

test('a hidden row is scrolled into view, and a visible row does not scroll', () => {
  expect(revealRow(few, 0, 5)).toBe(0);
  expect(revealRow(few, 1000, 5)).toBe(5 * ROW_HEIGHT);
  expect(revealRow(few, 0, 50)).toBe(51 * ROW_HEIGHT - few.viewport);
});
