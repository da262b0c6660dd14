import { describe, expect, test } from 'vitest';
import { Problem } from '../../contract/problem.ts';
import { type ClaimNames, personOf } from './claims.ts';

const names: ClaimNames = { name: 'preferred_username', roles: 'roles', attributes: 'attributes' };
const ada = { preferred_username: 'ada' };

describe('roles', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['a list', ['b', 'a', 'b'], ['a', 'b']],
    ['a single text', 'a', ['a']],
    ['nothing', undefined, []],
    ['null', null, []],
    ['a list with other values', ['a', 1, null, { b: 1 }, ['c'], ''], ['a']],
    ['an object', { admin: true }, []],
  ])('are read from %s', (_what, roles, expected) => {
    expect(personOf({ ...ada, roles }, names).claims.roles).toEqual(expected);
  });

  test.each([
    ['a path', 'realm.access', { realm: { access: ['a'] } }],
    ['an address', 'https://a.example/roles', { 'https://a.example/roles': ['a'] }],
  ])('are found by %s', (_what, roles, given) => {
    expect(personOf({ ...ada, ...given }, { ...names, roles }).claims.roles).toEqual(['a']);
  });

  test('are not found in inherited properties', () => {
    const roles = 'constructor.name';
    expect(personOf(ada, { ...names, roles }).claims.roles).toEqual([]);
  });
});

test('only attributes that a condition can compare are kept', () => {
  const attributes = {
    b: 1,
    a: ['x', 2, true],
    none: null,
    deep: { c: 1 },
    mixed: [1, null],
    // 9007199254740993 arrives rounded to this.
    rounded: 9_007_199_254_740_992,
    among: [1, -1e20],
    __proto__: { d: 1 },
  };
  expect(personOf({ ...ada, attributes }, names).claims.attributes).toEqual({ a: ['x', 2, true], b: 1 });
  expect(personOf({ ...ada, attributes: ['a'] }, names).claims.attributes).toEqual({});
});

test.each([
  ['verified', true, 'ada@example.com'],
  ['not verified', false, null],
  ['verified in another notation', 'true', null],
  ['of unknown verification', undefined, null],
])('an e-mail address is a name only if it is verified: %s', (_what, verified, name) => {
  const given = { email: 'ada@example.com', email_verified: verified };
  const read = () => personOf(given, { ...names, name: 'email' }).name;
  if (name === null) expect(read).toThrow('The identity provider has not verified your e-mail address.');
  else expect(read()).toBe(name);
});

test.each([
  ['missing', undefined, 'missing'],
  ['null', null, 'missing'],
  ['a number', 7, 'no text'],
  ['a list', ['ada'], 'no text'],
])('a name that is %s is refused with that reason', (_what, given, lack) => {
  expect(() => personOf({ preferred_username: given }, names)).toThrow(
    `the claim preferred_username is ${lack}.`,
  );
});

test('a name has one Unicode form', () => {
  expect(personOf({ preferred_username: 'zoe\u0308' }, names).name).toBe('zo\u00eb');
});

test('claims that are too large are refused', () => {
  const roles = Array.from({ length: 2_000 }, (_, i) => `a role with number ${i}`);
  expect(() => personOf({ ...ada, roles }, names)).toThrow(Problem);
});
