import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTile, COLUMNS, moveTile, type Place, packTiles, readingOrder, resizeTile } from './layout.ts';

const tile = (x: number, y: number, w: number, h: number): Place => ({ x, y, w, h });

function overlaps(tiles: readonly Place[]): boolean {
  return tiles.some((a, i) =>
    tiles.some((b, j) => i < j && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );
}

describe('a tile', () => {
  test('moves only within the grid', () => {
    expect(moveTile([tile(0, 0, 4, 2)], 0, 1, 1)).toEqual([tile(1, 1, 4, 2)]);
    expect(moveTile([tile(0, 0, 4, 2)], 0, -1, -1)).toEqual([tile(0, 0, 4, 2)]);
    expect(moveTile([tile(8, 0, 4, 2)], 0, 1, 0)).toEqual([tile(8, 0, 4, 2)]);
  });
  test('pushes down the tiles in its way, which push down others', () =>
    expect(moveTile([tile(0, 0, 4, 2), tile(4, 0, 4, 2), tile(4, 2, 4, 1)], 0, 1, 0)).toEqual([
      tile(1, 0, 4, 2),
      tile(4, 2, 4, 2),
      tile(4, 4, 4, 1),
    ]));
  test('grows at most to the edge, and stays at least one cell large', () => {
    expect(resizeTile([tile(6, 0, 4, 2)], 0, 9, 1)).toEqual([tile(6, 0, 6, 3)]);
    expect(resizeTile([tile(6, 0, 4, 2)], 0, -9, -9)).toEqual([tile(6, 0, 1, 1)]);
  });
  test('is added where there is space', () => {
    expect(addTile([tile(0, 0, 6, 2)], tile(0, 0, 6, 2)).at(-1)).toEqual(tile(6, 0, 6, 2));
    expect(addTile([tile(0, 0, 8, 2)], tile(0, 0, 6, 2)).at(-1)).toEqual(tile(0, 2, 6, 2));
    expect(addTile([], tile(3, 3, 6, 2))).toEqual([tile(0, 0, 6, 2)]);
  });
});

test('tiles are read row by row', () =>
  expect(readingOrder([tile(0, 2, 1, 1), tile(6, 0, 1, 1), tile(0, 0, 1, 1)])).toEqual([2, 1, 0]));

const size = fc.integer({ min: 1, max: 1000 });
const place = fc.record({ x: fc.nat(1000), y: fc.nat(40), w: size, h: fc.integer({ min: 1, max: 6 }) });
const act = fc.record({
  resize: fc.boolean(),
  index: fc.nat(5),
  a: fc.integer({ min: -5, max: 5 }),
  b: fc.integer({ min: -5, max: 5 }),
});

test('no change makes tiles overlap or leave the grid', () =>
  fc.assert(
    fc.property(fc.array(place, { maxLength: 6 }), fc.array(act, { maxLength: 8 }), (places, acts) => {
      let tiles = packTiles(places);
      for (const { resize, index, a, b } of acts) {
        tiles = resize ? resizeTile(tiles, index, a, b) : moveTile(tiles, index, a, b);
        expect(overlaps(tiles)).toBe(false);
      }
      expect(overlaps(tiles)).toBe(false);
      expect(tiles).toHaveLength(places.length);
      for (const { x, y, w, h } of tiles) {
        expect(x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= COLUMNS).toBe(true);
      }
    }),
  ));
