import { describe, expect, test } from 'vitest';
import { afterEditor, afterKey, atStart, blockOf, isInBlock, select, within } from './selection.ts';

const bounds = { rows: 100, columns: 5, page: 20 };
const press = (key: string, more: Partial<Parameters<typeof afterKey>[1]> = {}) =>
  afterKey({ row: 10, column: 2 }, { key, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, bounds);

describe('arrow and navigation keys', () => {
  test.each([
    ['ArrowDown', 11, 2],
    ['ArrowUp', 9, 2],
    ['ArrowLeft', 10, 1],
    ['ArrowRight', 10, 3],
    ['PageDown', 30, 2],
    ['PageUp', 0, 2],
    ['Home', 10, 0],
    ['End', 10, 4],
  ])('%s moves to row %i, column %i', (key, row, column) => expect(press(key)).toEqual({ row, column }));
  test('with Ctrl move to the ends', () => {
    expect(press('End', { ctrlKey: true })).toEqual({ row: 99, column: 4 });
    expect(press('Home', { ctrlKey: true })).toEqual({ row: 0, column: 0 });
  });
  test('exclude other keys', () => expect(press('a')).toBeUndefined());
  test('reach the header, but do not extend a block to it', () => {
    const none = { ctrlKey: false, metaKey: false };
    expect(afterKey({ row: 0, column: 0 }, { key: 'ArrowUp', ...none, shiftKey: false }, bounds)?.row).toBe(
      -1,
    );
    expect(afterKey({ row: 0, column: 0 }, { key: 'ArrowUp', ...none, shiftKey: true }, bounds)?.row).toBe(0);
  });
});

test('a block extends from the cell where it began', () => {
  const block = blockOf(select(select(atStart, { row: 5, column: 3 }, false), { row: 2, column: 4 }, true));
  expect(block).toEqual({ top: 2, bottom: 5, left: 3, right: 4 });
  expect(isInBlock(block, { row: 3, column: 4 })).toBe(true);
  expect(isInBlock(block, { row: 6, column: 4 })).toBe(false);
});

test('a cell is still one cell after rows and columns have disappeared', () => {
  const cell = select(atStart, { row: 7, column: 4 }, false);
  expect(blockOf(within(cell, 3, 2))).toEqual({ top: 2, bottom: 2, left: 1, right: 1 });
  const header = select(atStart, { row: -1, column: 1 }, false);
  expect(within(header, 3, 2)).toEqual(header);
});

test('an editor moves to the next cell, across row ends, and stays within the grid', () => {
  const size = { rows: 2, columns: 3 };
  const steps = (row: number, column: number) =>
    (['down', 'up', 'next', 'previous', 'stay'] as const).map((step) => {
      const place = afterEditor({ row, column }, step, size);
      return [place.row, place.column];
    });
  expect(steps(0, 2)).toEqual([
    [1, 2],
    [0, 2],
    [1, 0],
    [0, 1],
    [0, 2],
  ]);
  expect(steps(1, 2)).toEqual([
    [1, 2],
    [0, 2],
    [1, 2],
    [1, 1],
    [1, 2],
  ]);
  expect(steps(0, 0)).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]);
});
