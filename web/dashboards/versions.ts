// The differences between two versions of a dashboard, in sentences.
import type { Tile } from '../../src/contract/dashboards.ts';
import type { Dashboard } from '../api/saved.ts';
import type { Changes } from '../library/VersionsDialog.tsx';
import { aboutChanges } from '../library/versions.ts';
import { list } from '../messages/format.ts';
import { late } from '../messages/late.ts';

interface Pair {
  readonly old: Tile;
  readonly now: Tile;
}

/** Criteria for matching tiles, from the strongest to the weakest. */
const tileMatchers: readonly ((a: Tile, b: Tile) => boolean)[] = [
  (a, b) => a.query === b.query && a.kind === b.kind && a.text === b.text,
  (a, b) => a.query !== undefined && a.query === b.query,
  (a, b) => a.kind === 'text' && b.kind === 'text',
];

/** Tiles have no ids, so similar tiles in both versions are matched. */
function paired(before: readonly Tile[], after: readonly Tile[]) {
  const removed = [...before];
  const added = [...after];
  const pairs: Pair[] = [];
  for (const matches of tileMatchers) {
    for (const old of [...removed]) {
      const at = added.findIndex((now) => matches(old, now));
      const now = added[at];
      if (now === undefined) continue;
      pairs.push({ old, now });
      added.splice(at, 1);
      removed.splice(removed.indexOf(old), 1);
    }
  }
  return { pairs, removed, added };
}

const differs =
  (...keys: readonly (keyof Tile)[]) =>
  ({ old, now }: Pair) =>
    keys.some((key) => old[key] !== now[key]);

/** `titleOf` returns the title of a tile. */
export function boardChanges(before: Dashboard, after: Dashboard, titleOf: (tile: Tile) => string): Changes {
  const { pairs, removed, added } = paired(before.tiles, after.tiles);
  const describe = (what: string, tiles: readonly Tile[]): Changes =>
    tiles.length === 0
      ? []
      : [
          [
            { kind: 'word', text: `${what}: ` },
            { kind: 'name', text: list(tiles.map(titleOf)) },
          ],
        ];
  const changed = (what: string, isChanged: (pair: Pair) => boolean): Changes =>
    describe(
      what,
      pairs.filter(isChanged).map(({ now }) => now),
    );
  return [
    ...aboutChanges(before, after),
    ...describe(late.difference.tileAdded, added),
    ...describe(late.difference.tileRemoved, removed),
    ...changed(late.difference.tileKind, differs('kind')),
    ...changed(late.difference.tileText, differs('text')),
    ...changed(late.difference.tileResized, differs('w', 'h')),
    ...changed(late.difference.tileMoved, differs('x', 'y')),
  ];
}
