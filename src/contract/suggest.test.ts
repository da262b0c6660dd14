import { expect, test } from 'vitest';
import { didYouMean, suggest } from './suggest.ts';

const names = ['Title', 'TrackId', 'Artist', 'id'];

test.each([
  ['Titel', 'Title'],
  ['title', 'Title'],
  ['TrackI', 'TrackId'],
  ['Artits', 'Artist'],
  ['ix', 'id'],
])('%s is near %s', (given, meant) => {
  expect(suggest(given, names)).toBe(meant);
});

test.each(['Quantity', 'xyz', '', 'x'.repeat(1_000)])('%s is near nothing', (given) => {
  expect(suggest(given, names)).toBeNull();
  expect(didYouMean(given, names)).toBe('');
});
