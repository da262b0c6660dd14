import { expect, test } from 'vitest';
import { fold, unfold } from './fold.ts';
import { likeText, parseLoosePattern, parsePattern } from './patterns.ts';

test.each([
  ['a%b_', [{ text: 'a' }, 'any', { text: 'b' }, 'one']],
  ['100\\%', [{ text: '100%' }]],
  ['\\\\', [{ text: '\\' }]],
  ['a\\', [{ text: 'a\\' }]],
  ['', []],
])('%j is parsed as a pattern', (text, parts) => {
  expect(parsePattern(text)).toEqual(parts);
});

test('a loose pattern without % is searched literally, anywhere', () => {
  expect(parseLoosePattern('a_b\\')).toEqual(['any', { text: 'a_b\\' }, 'any']);
  expect(parseLoosePattern('a_b%')).toEqual([{ text: 'a' }, 'one', { text: 'b' }, 'any']);
});

test('every wildcard in a literal part is escaped for the engine', () => {
  expect(likeText([{ text: '50%_!' }, 'any', 'one'])).toBe('50!%!_!!%_');
});

test.each([
  ['STRASSE', 'strasse'],
  ['ẞ', 'ß'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['\u212A', 'k'],
  ['Ǆ', 'ǆ'],
  ['Ꭰ', 'ꭰ'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('unfolding finds all characters that fold to one', () => {
  expect([...unfold('σ')].toSorted()).toEqual(['Σ', 'ς', 'σ']);
  expect([...unfold('å')].toSorted()).toEqual(['Å', 'å', '\u212B'].toSorted());
  expect(unfold('中')).toBe('中');
});
