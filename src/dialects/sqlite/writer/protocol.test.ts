import { expect, test } from 'vitest';
import { packed, unpacked } from './protocol.ts';

const many = (list: readonly unknown[]) => Array.from({ length: 30 }, () => list);

test('many lists are sent as one text, and restored exactly', () => {
  for (const list of [[''], ['', null], [null], ['a', '', 'b\n\t"\\'], ['\ud800', 'é', '\0']]) {
    const text = packed(many(list));
    expect(typeof text).toBe('string');
    expect(unpacked(text)).toEqual(many(list));
  }
});

test('lists that a text cannot represent are sent unchanged', () => {
  for (const list of [['\u0001'], ['a\u0002'], ['\u0003'], [1], [Buffer.of(1)], []]) {
    expect(packed(many(list))).toEqual(many(list));
  }
});
