import { expect, test } from 'vitest';
import { bestScore, score } from './matching.ts';

test('a whole name scores higher than its beginning, then words, then the middle', () => {
  expect(score('Album', 'album')).toBe(4);
  expect(score('Album Review', 'alb')).toBe(3);
  expect(score('Invoice Line', 'inv li')).toBe(2);
  expect(score('Playlist', 'list')).toBe(1);
  expect(score('Album', 'artist')).toBe(0);
});

test('a merely similar text does not match', () => expect(score('Größe', 'grosse')).toBe(0));
test('an accented letter matches its plain form', () => expect(score('Björk', 'bjork')).toBe(4));
test('an empty search matches everything', () => expect(score('Album', ' ')).toBe(1));
test('the best score of several texts counts', () =>
  expect(bestScore(['Invoice Line', 'InvoiceLine'], 'invoiceline')).toBe(4));
