import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameJson } from './same-json.ts';

const isSame = (a: string, b: string) => isSameJson(a, b, (one, other) => Number(one) === Number(other));

test.each([
  ['{"a":1,"b":[1,{"c":2}]}', '{ "b" : [ 1.0, {"c":2e0} ] , "a": 1 }', true],
  ['{"a":1}', '{"a":1,"b":2}', false],
  ['{"a":1,"b":2}', '{"a":1,"c":2}', false],
  ['[1,2]', '[2,1]', false],
  ['[1]', '[1,1]', false],
  ['{}', '[]', false],
  ['{}', '{ }', true],
  ['[[],[]]', '[[],[[]]]', false],
  ['{"a":1}', '1', false],
  ['1', '[1]', false],
  // Duplicate names have all their values, in order.
  ['{"a":1,"b":0,"a":2}', '{"b":0,"a":1,"a":2}', true],
  ['{"a":1,"b":0,"a":2}', '{"b":0,"a":2,"a":1}', false],
  ['{"a":1,"a":1,"b":2}', '{"b":2,"a":1,"b":2}', false],
  ['{"x":0,"a":1,"a":1}', '{"a":1,"a":1,"x":0}', true],
  ['{"__proto__":1,"constructor":2}', '{"constructor":2,"__proto__":1}', true],
  // A name is the same with and without escapes.
  ['{"\\u0061":1,"\\"":2}', '{"\\u0022":2,"a":1}', true],
  ['{"a\\\\":1,"b":2}', '{"b":2,"a":1}', false],
  ['{"a":"{\\"","b":"]"}', '{"b":"]","a":"{\\""}', true],
])('%s and %s: %j', (a, b, expected) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([expected, expected]);
});

test('values are the same in any order and spacing, and no others', () => {
  const document = fc.jsonValue({ maxDepth: 4 });
  const shuffled = (value: unknown, turn: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => shuffled(item, turn));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, own]) => [name, shuffled(own, turn)] as const);
    const at = members.length === 0 ? 0 : turn % members.length;
    return Object.fromEntries([...members.slice(at), ...members.slice(0, at)].toReversed());
  };
  fc.assert(
    fc.property(document, document, fc.nat(5), fc.constantFrom(0, 1), (value, other, turn, indent) => {
      const text = JSON.stringify(value);
      expect(isSameJson(text, JSON.stringify(shuffled(value, turn), null, indent), () => false)).toBe(true);
      const isEqual = JSON.stringify(other) === text;
      const areOrdered = !/[{]/.test(text);
      if (areOrdered) expect(isSameJson(text, JSON.stringify(other), () => false)).toBe(isEqual);
    }),
    { numRuns: 1000 },
  );
});
