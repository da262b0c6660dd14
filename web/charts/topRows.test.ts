import { describe, expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument } from '../query/document.ts';
import { addField, addRoot } from '../query/edits.ts';
import { setTop } from '../query/groups/shownGroups.ts';
import { onlyTopRows } from './topRows.ts';

describe('a chart of the top rows', () => {
  const albums = addRoot(emptyDocument, shop, 'Album');
  const top = setTop(albums, { n: 2, by: 'AlbumId', asc: false, per: [] });
  const answer = (rows: number) => ({
    cols: ['AlbumId', 'Title', 'ArtistId'],
    data: Array.from({ length: rows }, (_, i) => [new LosslessNumber(String(i)), 'x', null]),
  });

  test('is restricted to their keys', async () => {
    const only = await onlyTopRows(top, shop, new Date(2024, 0, 1), async () => answer(2));
    expect(only).not.toHaveProperty('top');
    expect(only?.where.cond.entries).toEqual([
      { func: { name: 'IN', args: [{ alias: 'AlbumId' }, { value: ['0', '1'] }] } },
    ]);
  });

  test('does not exist for too many rows, nor for repeated rows', async () => {
    const now = new Date(2024, 0, 1);
    expect(await onlyTopRows(top, shop, now, async () => answer(1001))).toBeUndefined();
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' };
    expect(await onlyTopRows(addField(top, shop, tracks), shop, now, async () => answer(2))).toBeUndefined();
  });
});
