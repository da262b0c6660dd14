// The grid layout of tiles. A tile placed on others pushes them down; tiles never overlap.
import type { Tile } from '../../src/contract/dashboards.ts';

export const COLUMNS = 12;

export type Place = Pick<Tile, 'x' | 'y' | 'w' | 'h'>;

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** Clamps a tile to the grid, at least one cell large. */
function clampTile<T extends Place>(tile: T): T {
  const w = Math.max(1, Math.min(tile.w, COLUMNS));
  const x = Math.max(0, Math.min(tile.x, COLUMNS - w));
  return { ...tile, w, x, y: Math.max(0, tile.y), h: Math.max(1, tile.h) };
}

/** Moves overlapping tiles below the given one, and those that they overlap below them in turn. */
function pushDown<T extends Place>(tiles: readonly T[], index: number): readonly T[] {
  const above = tiles[index];
  if (!above) return tiles;
  return tiles.reduce<readonly T[]>((next, _, i) => {
    const tile = next[i];
    if (i === index || !tile || !overlap(above, tile)) return next;
    return pushDown(next.with(i, { ...tile, y: above.y + above.h }), i);
  }, tiles);
}

function replaceTile<T extends Place>(tiles: readonly T[], index: number, tile: T): readonly T[] {
  return pushDown(tiles.with(index, clampTile(tile)), index);
}

export function moveTile<T extends Place>(
  tiles: readonly T[],
  index: number,
  dx: number,
  dy: number,
): readonly T[] {
  const tile = tiles[index];
  return tile ? replaceTile(tiles, index, { ...tile, x: tile.x + dx, y: tile.y + dy }) : tiles;
}

export function resizeTile<T extends Place>(
  tiles: readonly T[],
  index: number,
  dw: number,
  dh: number,
): readonly T[] {
  const tile = tiles[index];
  if (!tile) return tiles;
  // A tile at the edge stops growing instead of moving.
  const w = Math.max(1, Math.min(tile.w + dw, COLUMNS - tile.x));
  return replaceTile(tiles, index, { ...tile, w, h: tile.h + dh });
}

/** Adds a tile in the first gap, or in a new row below all others. */
export function addTile<T extends Place>(tiles: readonly T[], tile: T): readonly T[] {
  const end = Math.max(0, ...tiles.map(({ y, h }) => y + h));
  for (let y = 0; y <= end; y++) {
    for (let x = 0; x + tile.w <= COLUMNS; x++) {
      const place = { ...tile, x, y };
      if (!tiles.some((other) => overlap(place, other))) return [...tiles, place];
    }
  }
  return [...tiles, { ...tile, x: 0, y: end }];
}

/** A drawable layout of tiles from any source: in reading order, within the grid, without overlaps. */
export function packTiles<T extends Place>(tiles: readonly T[]): readonly T[] {
  const ordered = tiles.map(clampTile).sort((a, b) => a.y - b.y || a.x - b.x);
  return ordered.reduce<readonly T[]>((next, _, i) => pushDown(next, i), ordered);
}

/** The reading order of tiles: row by row. */
export function readingOrder(tiles: readonly Place[]): readonly number[] {
  const place = (i: number) => tiles[i] ?? { x: 0, y: 0 };
  return tiles.map((_, i) => i).sort((a, b) => place(a).y - place(b).y || place(a).x - place(b).x);
}
