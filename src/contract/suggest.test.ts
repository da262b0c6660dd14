import { expect, test } from 'vitest';
import { didYouMean, nearest, suggest } from './suggest.ts';

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

test.each([
  ['Total', ['Id', 'TotalAmount', 'Net'], ['TotalAmount']],
  ['FullName', ['Id', 'Name', 'Nick'], ['Name']],
  ['Qty', ['Quantity', 'Price'], ['Quantity']],
  ['Name', ['LongerSurname', 'Surname', 'Nam', 'Id'], ['Nam', 'Surname', 'LongerSurname']],
  ['Title', ['TitleOfAlbum', 'Titel', 'Subtitle', 'TitleSort'], ['Titel', 'Subtitle', 'TitleSort']],
  ['Id', ['ArtistId', 'Paid'], []],
  ['Total', ['Price', 'Tax', 'AltColour'], []],
])('the nearest names to %s in %j are %j', (given, known, expected) => {
  expect(nearest(given, known, 3)).toEqual(expected);
});
