import { expect, test } from 'vitest';
import type { PolicyDocument, PolicyWhere } from '../../contract/policy.ts';
import { unknownAttributes } from './unknown-attributes.ts';

const users: PolicyDocument['users'] = { ann: { attributes: { region: 'north' } }, bob: {} };
const equals = (user: string): PolicyWhere => ({ func: { name: 'EQ', args: [{ attr: 'name' }, { user }] } });

test('an attribute that no user has is reported once, wherever a condition uses it', () => {
  const within: PolicyWhere = {
    cond: {
      with: 'AND',
      entries: [
        equals('region'),
        { func: { name: 'EXISTS', args: [{ entity: { id: 'u' }, where: equals('team') }] } },
      ],
    },
  };
  const roles = {
    'a/b': { t: { read: { rows: within }, insert: { check: equals('regoin') } } },
    other: { t: { read: true as const, delete: { rows: equals('regoin') } } },
  };
  const [team = '', region = '', ...more] = unknownAttributes({ users, roles });
  expect(more).toEqual([]);
  expect(team).toContain(
    '"team" at /roles/a~1b/t/read/rows/cond/entries/1/func/args/0/where/func/args/1/user:',
  );
  expect(region).toContain('"regoin" at /roles/a~1b/t/insert/check/func/args/1/user:');
  expect(region).toMatch(/ Did you mean "region"\?$/);
});

test('nothing is reported if attributes do not come from the policy', () => {
  const roles = { a: { t: { read: { rows: equals('regoin') } } } };
  expect(unknownAttributes({ users: { ann: { roles: ['a'] } }, roles })).toEqual([]);
  expect(unknownAttributes({ roles })).toEqual([]);
});
