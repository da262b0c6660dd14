import { expect, test } from 'vitest';
import { column, table } from '../../../test/support/catalog.ts';
import type { PolicyDocument, UserAttributes } from '../../contract/policy.ts';
import { sqlite } from '../../dialects/sqlite/dialect.ts';
import { buildDatabase } from '../../model/build.ts';
import { unrestricted } from '../../model/restrict.ts';
import { attributeProblem } from './check-users.ts';

const tables = [table('t', ['id', column('name')]), table('other', ['name'])];
const database = unrestricted(buildDatabase({ defaultSchema: null, tables }));

const equals = (attr: string, user: string) => ({ func: { name: 'EQ', args: [{ attr }, { user }] } });

function problemOf(attributes: UserAttributes, roles: PolicyDocument['roles'], own: string[] = ['a']) {
  const problem = attributeProblem(
    { users: { ann: { roles: own, attributes } }, roles },
    database,
    sqlite.sql,
  );
  return problem?.extras.pointer ?? null;
}

test('an attribute must be a value of the column that a role compares it with', () => {
  const roles = { a: { t: { read: { rows: equals('id', 'number') } } } };
  expect(problemOf({ number: 1 }, roles)).toBeNull();
  expect(problemOf({ number: 'one' }, roles)).toBe('/users/ann/attributes/number');
  expect(problemOf({ number: 'one' }, roles, [])).toBeNull();
  // It may come from the identity provider.
  expect(problemOf({}, roles)).toBeNull();
});

test('an attribute must also fit a check of changes, but not a condition on all entities', () => {
  const checked = { a: { t: { insert: { check: equals('id', 'number') } } } };
  expect(problemOf({ number: 'one' }, checked)).toBe('/users/ann/attributes/number');
  expect(problemOf({ number: 'one' }, { a: { '*': { read: { rows: equals('id', 'number') } } } })).toBeNull();
});
