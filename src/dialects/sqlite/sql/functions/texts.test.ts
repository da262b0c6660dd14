import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parsePattern } from '../../../../query/patterns.ts';
import { fitting, length, like, replace, substring } from './texts.ts';

/** Characters of one, two, three and four bytes, including two surrogate pairs with the same first half. */
const drawn = array(constantFrom('a', 'b', 'é', '\0', '€', '😀', '😁'), { maxLength: 8 }).map((letters) =>
  letters.join(''),
);

test('a text is counted and cut by characters', () => {
  assert(
    property(drawn, integer({ min: -3, max: 10 }), integer({ min: -1, max: 10 }), (text, from, count) => {
      const letters = [...text];
      expect(length(text)).toBe(BigInt(letters.length));
      const start = Math.max(from - 1, 0);
      expect(substring(text, BigInt(from))).toBe(letters.slice(start).join(''));
      const end = Math.max(from - 1 + Math.max(count, 0), 0);
      expect(substring(text, BigInt(from), BigInt(count))).toBe(letters.slice(start, end).join(''));
    }),
  );
});

test('a pattern treats a surrogate pair as one character', () => {
  const pieces = array(constantFrom('a', 'b', '😀', '😁', '%', '_'), { maxLength: 6 });
  assert(
    property(drawn, pieces, (text, pattern) => {
      const words = pattern.map((piece) => (piece === '%' ? '.*' : piece === '_' ? '.' : piece)).join('');
      expect(like(text, parsePattern(pattern.join('')))).toBe(
        Number(new RegExp(`^${words}$`, 'su').test(text)),
      );
    }),
  );
});

test('an empty search text replaces nothing, and a replacement is taken literally', () => {
  expect(replace('a', '', 'b')).toBe('a');
  expect(replace('a.a', '.', '$&$1')).toBe('a$&$1a');
  expect(replace('a', 'a', null)).toBe(null);
});

test('concatenated texts have a maximum length', () => {
  expect(fitting('a'.repeat(2 ** 24))).toHaveLength(2 ** 24);
  expect(fitting('a'.repeat(2 ** 24 + 1))).toBe(null);
  expect(fitting(null)).toBe(null);
});

test('the result of a replacement has a maximum length', () => {
  expect(replace('a'.repeat(2 ** 20), 'a', 'bbbb')).toHaveLength(2 ** 22);
  expect(replace('a'.repeat(2 ** 20), 'a', 'b'.repeat(17))).toBe(null);
  // A text that was already long may keep its length.
  expect(replace('a'.repeat(2 ** 25), 'a', 'b')).toHaveLength(2 ** 25);
});
