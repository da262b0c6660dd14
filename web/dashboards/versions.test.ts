import { expect, test } from 'vitest';
import type { Tile } from '../../src/contract/dashboards.ts';
import type { Dashboard } from '../api/saved.ts';
import { boardChanges } from './versions.ts';

const at = { x: 0, y: 0, w: 6, h: 4 };
const films: Tile = { ...at, kind: 'table', query: 'films' };
const note: Tile = { ...at, y: 4, kind: 'text', text: 'Note' };

function board(tiles: readonly Tile[], more: Partial<Dashboard> = {}): Dashboard {
  const about = { slug: 'b', title: 'Board', description: '', owner: null, visibility: 'private' } as const;
  return { ...about, version: 1, updated: '', tiles: [...tiles], ...more };
}

const changeTexts = (before: Dashboard, after: Dashboard) =>
  boardChanges(before, after, ({ query, text }) => query ?? text ?? '').map((parts) =>
    parts.map(({ text }) => text).join(''),
  );

test('names what changed in each tile', () => {
  const before = board([films, note]);
  expect(changeTexts(before, before)).toEqual([]);
  expect(changeTexts(before, board([films]))).toEqual(['Tile removed: Note']);
  expect(changeTexts(board([note]), before)).toEqual(['Tile added: films']);
  expect(changeTexts(before, board([note, films]))).toEqual([]);
  expect(changeTexts(before, board([{ ...films, kind: 'chart' }, note]))).toEqual([
    'Shown differently: films',
  ]);
  expect(changeTexts(before, board([films, { ...note, text: 'Other', h: 1 }]))).toEqual([
    'Text changed: Other',
    'Resized: Other',
  ]);
  expect(
    changeTexts(
      before,
      board([
        { ...films, y: 1 },
        { ...note, x: 3, y: 9 },
      ]),
    ),
  ).toEqual(['Moved: films and Note']);
});

test('distinguishes two tiles of the same query', () => {
  const chart: Tile = { ...films, kind: 'chart', y: 8 };
  expect(changeTexts(board([films, chart]), board([chart]))).toEqual(['Tile removed: films']);
  expect(changeTexts(board([films, chart]), board([{ ...chart, w: 2 }, films]))).toEqual(['Resized: films']);
});

test('names a changed title, description and sharing', () => {
  const after = board([], { title: 'Wall', description: 'x', visibility: 'everyone' });
  expect(changeTexts(board([]), after)).toEqual([
    'Renamed: Wall',
    'The description was changed.',
    'Shared with: everyone',
  ]);
});
