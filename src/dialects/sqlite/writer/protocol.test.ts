import { expect, test } from 'vitest';
import { packed, unpacked } from './protocol.ts';

const many = (list: readonly unknown[]) => Array.from({ length: 30 }, () => list);

test('many lists go as one text, and come back as they were', () => {
  for (const list of [[''], ['', null], [null], ['a', '', 'b\n\t"\\'], ['\ud800', 'é', '\0']]) {
    const text = packed(many(list));
    expect(typeof text).toBe('string');
    expect(unpacked(text)).toEqual(many(list));
  }
});

test('what cannot be told apart in a text stays as it is', () => {
  for (const list of [['\u0001'], ['a\u0002'], ['\u0003'], [1], [Buffer.of(1)], []]) {
    expect(packed(many(list))).toEqual(many(list));
  }
});
