import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemsOf, membersOf } from './json-parts.ts';

test('members and items are the texts that stand there', () => {
  expect([...membersOf('{ "a" : 1.50 , "b":[1, {"c":"}\\""}],"a\\"":"x,\\\\" }')]).toEqual([
    ['a', '1.50'],
    ['b', '[1, {"c":"}\\""}]'],
    ['a"', '"x,\\\\"'],
  ]);
  expect(itemsOf(' [ ] ')).toEqual([]);
  expect(itemsOf('[-0, "a]" ,null]')).toEqual(['-0', '"a]"', 'null']);
});

test('the parts of any JSON are what a parser finds in it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const parts = [...membersOf(text)].map(([name, part]) => [name, JSON.parse(part)]);
      expect(Object.fromEntries(parts)).toEqual(JSON.parse(text));
      const list = JSON.stringify(Object.values(value), null, indent);
      expect(itemsOf(list).map((item) => JSON.parse(item))).toEqual(JSON.parse(list));
    }),
  );
});
