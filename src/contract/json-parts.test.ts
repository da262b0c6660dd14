import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfValue, firstItemOf, itemsOf, MemberNameCache, membersOf } from './json-parts.ts';

test('members and items are returned as their original texts', () => {
  expect([...membersOf('{ "a" : 1.50 , "b":[1, {"c":"}\\""}],"a\\"":"x,\\\\" }')]).toEqual([
    ['a', '1.50'],
    ['b', '[1, {"c":"}\\""}]'],
    ['a"', '"x,\\\\"'],
  ]);
  expect(itemsOf(' [ ] ')).toEqual([]);
  expect(itemsOf('[-0, "a]" ,null]')).toEqual(['-0', '"a]"', 'null']);
});

test('the parts of any JSON are those that a parser finds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const parts = [...membersOf(text)].map(([name, part]) => [name, JSON.parse(part)]);
      expect(Object.fromEntries(parts)).toEqual(JSON.parse(text));
      const list = JSON.stringify(Object.values(value), null, indent);
      expect(itemsOf(list).map((item) => JSON.parse(item))).toEqual(JSON.parse(list));
      expect(firstItemOf(list)).toBe(itemsOf(list)[0]);
    }),
  );
});

test('similar objects, and objects that differ from the previous one, are read like any others', () => {
  const names = fc.shuffledSubarray(['a', 'b', 'a"', '', 'ä']);
  const blank = fc.constantFrom('', ' ', '\n\t');
  const value = fc.constantFrom('1', '"x,\\""', '{"a":[1,{}]}', 'null', '""');
  const object = fc
    .tuple(
      fc.array(fc.tuple(names, fc.boolean()), { minLength: 1 }),
      fc.array(value, { minLength: 5 }),
      blank,
    )
    .map(([shapes, values, gap]) =>
      shapes.map(([own, isWide]) => {
        const wide = isWide ? gap : '';
        return `{${wide}${own.map((name, i) => `${JSON.stringify(name)}:${wide}${values[i]}${wide}`).join(`,${wide}`)}}`;
      }),
    );
  fc.assert(
    fc.property(object, (objects) => {
      const alike = new MemberNameCache();
      for (const text of objects) {
        const found: [string, string][] = [];
        const take = (name: string, begin: number) => {
          const end = endOfValue(text, begin);
          found.push([name, text.slice(begin, end)]);
          return end;
        };
        const end = alike.each(text, 0, take, (name) => expect.fail(name));
        expect([found, alike.names, end]).toEqual([
          [...membersOf(text)],
          [...membersOf(text).keys()],
          text.length,
        ]);
      }
    }),
  );
  const twice: string[] = [];
  const alike = new MemberNameCache();
  for (const text of ['{"a":1,"b":2}', '{"a":1,"b":2,"a":3}', '{"a":1,"a":2}']) {
    alike.each(
      text,
      0,
      (_, begin) => endOfValue(text, begin),
      (name) => twice.push(name),
    );
  }
  expect(twice).toEqual(['a', 'a']);
});
