import { describe, expect, test } from 'vitest';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { buildModel } from '../model/model.ts';
import { shop } from '../model/shop.fixture.ts';
import { toOperators } from '../query/filters/operators.ts';
import { sentenceText } from '../query/sentence.ts';
import { readColumns, writeColumns } from './columnLists.ts';
import { grantParts, policyChanges } from './grantWords.ts';
import {
  ownRights,
  reachOf,
  readAttribute,
  removeRole,
  rightsOn,
  roleNames,
  setRight,
  setRights,
  setUser,
} from './policyEdits.ts';

function entityOf(...columns: readonly string[]) {
  const model = buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: {
      thing: {
        kind: 'table',
        columns: columns.map((name) => ({
          name,
          type: 'text' as const,
          nativeType: 'TEXT',
          nullable: true,
          default: null,
          generated: false,
          comment: null,
        })),
        key: [],
        foreignKeys: [],
        rowEstimate: null,
        comment: null,
      },
    },
  });
  const entity = model.entities.get('thing');
  if (!entity) throw new Error('there is no such entity');
  return entity;
}

describe('a list of columns', () => {
  const plain = entityOf('a', 'b', 'c');
  test.each([
    [undefined, { kind: 'all' }, undefined],
    [['*'], { kind: 'all' }, undefined],
    [['*', '-a'], { kind: 'but', names: ['a'] }, ['*', '-a']],
    [['b', 'a'], { kind: 'only', names: ['b', 'a'] }, ['b', 'a']],
    [['*', '-a', 'a'], { kind: 'only', names: ['b', 'c', 'a'] }, ['b', 'c', 'a']],
    [['b', 'lost'], { kind: 'only', names: ['b', 'lost'] }, ['b', 'lost']],
  ])('%j is read and written back', (list, choice, again) => {
    expect(readColumns(list, plain)).toEqual(choice);
    expect(writeColumns(readColumns(list, plain), plain)).toEqual(again);
  });

  test('a column named like an exception is not granted when another column is left out', () => {
    const tricky = entityOf('a', '-a', 'b');
    const list = writeColumns({ kind: 'but', names: ['a'] }, tricky);
    expect(list).toEqual(['-a', 'b']);
    expect(readColumns(list, tricky)).toEqual({ kind: 'only', names: ['-a', 'b'] });
  });
});

const policy: PolicyDocument = {
  users: { tom: { roles: ['support', 'shop'] } },
  roles: { support: { '*': { read: true }, Customer: { read: { columns: ['*', '-LastName'] } } }, shop: {} },
};

describe('edits', () => {
  test('rights on an entity replace the rights on all entities until they are removed', () => {
    expect(rightsOn(policy, 'support', 'Album')).toEqual({ read: true });
    const named = setRights(policy, 'support', 'Album', {});
    expect(rightsOn(named, 'support', 'Album')).toEqual({});
    expect(rightsOn(setRights(named, 'support', 'Album', undefined), 'support', 'Album')).toEqual({
      read: true,
    });
  });

  test('names like __proto__ are ordinary names', () => {
    expect(ownRights(policy, 'constructor', 'toString')).toBeUndefined();
    const odd = setRight(policy, '__proto__', '__proto__', 'read', true);
    expect(roleNames(odd)).toEqual(['support', 'shop', '__proto__']);
    expect(ownRights(odd, '__proto__', '__proto__')).toEqual({ read: true });
  });

  test('a deleted role is removed from its users', () => {
    expect(removeRole(policy, 'support')).toEqual({
      users: { tom: { roles: ['shop'] } },
      roles: { shop: {} },
    });
  });

  test.each([
    ['6', 6],
    ['-1.5', -1.5],
    ['007', '007'],
    ['9007199254740993', '9007199254740993'],
    ['NaN', 'NaN'],
    [' Rome ', 'Rome'],
    ['true', true],
    ['Rome; 6', ['Rome', 6]],
  ])('%j is read as %j', (typed, known) => {
    expect(readAttribute(typed)).toEqual(known);
  });

  test.each([
    [undefined, 'none'],
    [true, 'all'],
    [{ columns: ['*'] }, 'all'],
    [{ columns: ['a'] }, 'some'],
    [{ check: {} }, 'some'],
  ] as const)('%j grants %s', (right, reach) => {
    expect(reachOf(right)).toBe(reach);
  });
});

test('a condition on all entities has the same words as on one entity', () => {
  const operators = toOperators([
    { name: 'EQ', phrase: 'is', phrases: {}, args: ['attribute', 'value'], types: ['integer', 'string'] },
  ] as never);
  const describedGrant = (entity: string, attr: string) => {
    const rows = { func: { name: 'EQ', args: [{ attr }, { user: 'employee' }] } };
    return sentenceText(grantParts({ model: shop, operators }, entity, { rows }));
  };
  expect(describedGrant('*', 'SupportRepId')).toBe(describedGrant('Customer', 'SupportRepId'));
  expect(describedGrant('*', 'SupportRepId')).toBe('where Support Rep ID is the user’s employee');
});

test('every kind of change has a sentence', () => {
  const named = setRights(setRights(policy, 'shop', 'Album', {}), 'support', '*', undefined);
  const after = setUser(named, 'una', { roles: ['shop'], attributes: { cities: ['Rome', 'Oslo'] } });
  const voice = { model: shop, operators: new Map() };
  expect(policyChanges(voice, policy, after).map(sentenceText)).toEqual([
    'support on All other entities: not at all',
    'shop on Album: named, without rights',
    'una · roles: shop (before: nothing)',
    'una · user attributes: cities = Rome; Oslo (before: nothing)',
  ]);
  expect(policyChanges(voice, policy, removeRole(policy, 'shop')).map(sentenceText)).toEqual([
    'Role deleted: shop',
    'tom · roles: support (before: support and shop)',
  ]);
  expect(policyChanges(voice, policy, structuredClone(policy))).toEqual([]);
});
