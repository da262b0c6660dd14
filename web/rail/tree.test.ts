import { expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument } from '../query/document.ts';
import { addField, addList, addRoot } from '../query/edits.ts';
import { parentIndex, treeRows } from './tree.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const words = (rows: ReturnType<typeof treeRows>) =>
  rows.map((row) => {
    const mark = '  '.repeat(row.depth);
    if (row.kind === 'root') return `${mark}# ${row.label}`;
    if (row.kind === 'relation') return `${mark}${row.open ? 'v' : '>'} ${row.relation.label} ${row.chosen}`;
    return `${mark}${row.chosen ? 'x' : 'o'} ${row.column.name}`;
  });

test('a single root entity has no row of its own', () =>
  expect(words(treeRows(albums, shop, new Map()))).toEqual([
    '> Artist 0',
    '> Track 0',
    'x AlbumId',
    'x Title',
    'x ArtistId',
  ]));

test('a relation with selected fields is expanded', () => {
  const doc = addField(albums, shop, { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' });
  const rows = treeRows(doc, shop, new Map());
  expect(words(rows).slice(0, 4)).toEqual(['v Artist 1', '  > Album 0', '  o ArtistId', '  x Name']);
  const key = rows[0]?.key ?? '';
  expect(words(treeRows(doc, shop, new Map([[key, false]])))[0]).toBe('> Artist 1');
});

test('a list counts as selected', () => {
  const doc = addList(albums, { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' });
  expect(words(treeRows(doc, shop, new Map()))).toContain('  x Name');
});

test('several root entities have their own rows, which can be collapsed', () => {
  const both = addRoot(albums, shop, 'Weather');
  expect(words(treeRows(both, shop, new Map([['root Album', false]])))).toEqual([
    '# Album',
    '# Weather',
    '  x Day',
    '  x Rain',
  ]);
});

test('a row knows its parent row', () => {
  const doc = addField(albums, shop, { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' });
  expect(parentIndex(treeRows(doc, shop, new Map()), 3)).toBe(0);
});

test('a relation that was expanded by hand stays expanded', () => {
  const rows = treeRows(albums, shop, new Map());
  const artist = rows.find((row) => row.kind === 'relation')?.key ?? '';
  const opened = new Map([[artist, true]]);
  const name = { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' };
  expect(words(treeRows(albums, shop, opened))).toContain('v Artist 0');
  expect(words(treeRows(addField(albums, shop, name), shop, opened))).toContain('v Artist 1');
});
