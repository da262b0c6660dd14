import { expect, test } from 'vitest';
import { table } from '../../../test/support/catalog.ts';
import { problemOf } from '../../contract/issues.ts';
import { parsePolicyJson, readPolicyDocument } from '../../contract/read-policy.ts';
import { sqlite } from '../../dialects/sqlite/dialect.ts';
import { buildDatabase } from '../../model/build.ts';
import { unrestricted } from '../../model/restrict.ts';
import { policyProblems } from './check.ts';

const names = ['t0', 't1', 't2'];
const database = unrestricted(
  buildDatabase({ defaultSchema: null, tables: names.map((name) => table(name, ['id', 'amount'])) }),
);

/** A policy of many identical roles, parsed from its text. */
function policyOf(column: string) {
  const rights = { read: { columns: ['*', `-${column}`] } };
  const role = Object.fromEntries(names.map((name) => [name, rights]));
  const roles = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`role ${i}`, role]));
  const { policy } = readPolicyDocument(parsePolicyJson(JSON.stringify({ roles })));
  return policy ?? {};
}

test('equal roles are one object, and checked once', () => {
  const policy = policyOf('amount');
  const [role = {}, ...others] = Object.values(policy.roles ?? {});
  expect(others.every((other) => other === role)).toBe(true);

  let looks = 0;
  const watched = new Proxy(role, {
    ownKeys(target) {
      looks++;
      return Reflect.ownKeys(target);
    },
  });
  const roles = Object.fromEntries(Object.keys(policy.roles ?? {}).map((name) => [name, watched]));
  expect(policyProblems({ roles }, database, sqlite.sql)).toEqual([]);
  expect(looks).toBe(1);
});

test('a mistake is reported for every role that contains it', () => {
  const pointers = policyProblems(policyOf('amonut'), database, sqlite.sql).map(
    ({ extras }) => extras.pointer,
  );
  expect(pointers).toHaveLength(100);
  expect(pointers[0]).toBe('/roles/role 0/t0/read/columns/1');
  expect(pointers[3]).toBe('/roles/role 1/t0/read/columns/1');
});

test('values in a condition must fit their columns; attributes of users are not known yet', () => {
  const pointersOf = (...args: object[]) => {
    const roles = {
      role: { t0: { read: { rows: { func: { name: 'IN', args: [{ attr: 'amount' }, ...args] } } } } },
    };
    const { policy } = readPolicyDocument(parsePolicyJson(JSON.stringify({ roles })));
    return policyProblems(policy ?? {}, database, sqlite.sql).map(({ extras }) => extras.pointer);
  };
  const at = '/roles/role/t0/read/rows/func/args';
  expect(pointersOf({ value: [1, '2'] })).toEqual([]);
  expect(pointersOf({ user: 'amounts' })).toEqual([]);
  expect(pointersOf({ value: [1, 'two'] })).toEqual([`${at}/1/value/1`]);
  expect(pointersOf({ user: 'amounts' }, { value: 'two' })).toEqual([`${at}/2/value`]);
  expect(pointersOf({ value: '2024-01-01' })).toEqual([`${at}/1/value`]);
});

test('conditions that differ only in their values are all checked, even within an escaped name', () => {
  const limited = (value: number | string) => ({
    t0: { read: { rows: { func: { name: 'EQ', args: [{ attr: 'amount' }, { value }] } } } },
  });
  const roles = { first: limited(1), 'a/b~c': limited('two'), 'role 3': limited(3), last: limited('four') };
  expect(policyProblems({ roles }, database, sqlite.sql).map(({ extras }) => extras.pointer)).toEqual([
    '/roles/a~1b~0c/t0/read/rows/func/args/1/value',
    '/roles/last/t0/read/rows/func/args/1/value',
  ]);
});

/** The first number's role gets something else in its place. */
function rolesWith(
  numbers: readonly number[],
  value: unknown,
  columns: readonly string[] = ['id', 'amount'],
) {
  const compare = (name: string, attr: string, compared: unknown) => ({
    func: { name, args: [{ attr }, { value: compared }] },
  });
  const all = (how: string, ...entries: object[]) => ({ cond: { with: how, entries } });
  const roles = numbers.map((number, i) => {
    const entries = names.map((name, j) => {
      const isOther = i === 0 && j === 1;
      const among = compare('IN', 'amount', isOther ? value : [number, `${number + j}`]);
      const rows = all('AND', compare('LT', 'id', number), all('OR', among));
      return [
        name,
        { read: { columns: isOther ? columns : ['*', `-${number % 2 ? 'id' : 'amount'}`], rows } },
      ];
    });
    return [`role ${number}`, Object.fromEntries(entries)] as const;
  });
  const inOrder = Object.fromEntries(
    roles.toSorted(([one], [other]) => one.length - other.length || one.localeCompare(other)),
  );
  return parsePolicyJson(JSON.stringify({ roles: inOrder }));
}

test('a mistake in one of many similar roles is found as if the role stood alone', () => {
  const found = (numbers: readonly number[], ...given: [value: unknown, columns?: string[]]) => {
    const document = rolesWith(numbers, ...given);
    const { policy, issues } = readPolicyDocument(document);
    const problems =
      policy === null
        ? issues.map((issue) => problemOf([issue], document, 'body'))
        : policyProblems(policy, database, sqlite.sql);
    return problems.map(({ extras, message }) => [extras.pointer, message]);
  };
  const many = [700, ...Array.from({ length: 710 }, (_, i) => i).filter((i) => i !== 700)];
  const at = '/roles/role 700/t1/read';
  const value = `${at}/rows/cond/entries/1/cond/entries/0/func/args/1/value`;
  for (const [pointer, ...given] of [
    [null, [1, 2, 3]],
    [null, []],
    [null, 5],
    [`${value}/1`, [1, 'two', 3]],
    [`${value}/1`, [1, null]],
    [value, 'two'],
    [value, null],
    [value, { n: 1 }],
    [`${value}/1`, [1, { n: 1 }]],
    [value, Array.from({ length: 10_001 }, () => 1)],
    [`${at}/columns/1`, 5, ['*', '-amonut']],
    [`${at}/columns/0`, 5, ['-amount']],
    [`${at}/columns`, 5, []],
  ] as const satisfies readonly (readonly [string | null, unknown, ...(readonly string[])[]])[]) {
    const [compared, columns] = given;
    const alone = found([700], compared, columns && [...columns]);
    expect(alone.map(([place]) => place)).toEqual(pointer === null ? [] : [pointer]);
    expect(found(many, compared, columns && [...columns])).toEqual(alone);
  }
});

test('an argument is of one kind, and a refusal names the kinds that a policy has', () => {
  const sentencesOf = (name: string, ...args: object[]) => {
    const roles = { role: { t0: { read: { rows: { func: { name, args } } } } } };
    const { policy } = readPolicyDocument(parsePolicyJson(JSON.stringify({ roles })));
    return policyProblems(policy ?? {}, database, sqlite.sql).map(
      ({ message, extras }) => `${extras.pointer}: ${message}`,
    );
  };
  const attr = { attr: 'amount' };
  const at = '/roles/role/t0/read/rows/func/args';
  const either = 'An argument is either {attr}, {user} or {value}; entity, of and where belong to EXISTS.';
  for (const mixed of [
    { ...attr, user: 'a' },
    { ...attr, value: 1 },
    { user: 'a', value: 1 },
    { ...attr, entity: { id: 't1' } },
    { ...attr, where: {} },
  ]) {
    expect(sentencesOf('EQ', attr, mixed)).toEqual([`${at}/1: ${either}`]);
  }
  expect(sentencesOf('EQ', attr, {})).toEqual([
    `${at}/1: An argument is {attr}, {user} or {value}; {} is an open end, and only of a between.`,
  ]);
  expect(sentencesOf('BETWEEN_INC', attr, { value: 1 }, {})).toEqual([]);
});
