import { describe, expect, test } from 'vitest';
import { operatorList } from './operators.ts';

describe.each(operatorList)('$name', ({ phrase, phrases, types }) => {
  test('reads well between an attribute and a value', () => {
    for (const words of [phrase, ...Object.values(phrases)])
      expect(words).toMatch(/^[a-z ]+( \([a-z ]+\))?$/);
  });

  test('has special phrases only for types that it supports', () => {
    expect(types).toEqual(expect.arrayContaining(Object.keys(phrases)));
  });
});

test.each([
  ['LT', 'date', 'is before'],
  ['GTE', 'date', 'is on or after'],
  ['EQ', 'date', 'is on'],
  ['NOT_EQ', 'date', 'is not on'],
  ['GT', 'datetime', 'is after'],
  ['GT', 'integer', undefined],
] as const)('%s on a %s reads: %s', (name, type, phrase) => {
  expect(operatorList.find((operator) => operator.name === name)?.phrases[type]).toBe(phrase);
});
