import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPolicy } from './policy-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'joinery-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'given.yaml');

const refusalOf = async (text: string): Promise<string> => {
  writeFileSync(file, text);
  return readPolicy(file).then(
    () => 'no refusal',
    (error) => String(error).replace(file, 'FILE'),
  );
};

// Someone may name a file of passwords by mistake, and the sentence goes into logs.
test.each([
  ['a users file', 'ada=s3cret\nbob=s3cret2\n'],
  ['a users file with a colon', 'ada=s3cret: and more\n'],
  ['a users file with a tag', '!s3cret=x\n'],
  ['a users file with an alias', '*s3cret=x\n'],
  ['a users file with a directive', '%s3cret=x\n'],
  ['a users file in quotes', '"ada"="s3cret"\n'],
  ['a users file with a bad escape', '"ada=\\s3cret"\n'],
  ['a users file with a comment', 'ada=|s3cret\n'],
  ['a users file in brackets', '[ada=s3cret\n'],
  ['JSON with passwords', '{"ada": "s3cret"}'],
  ['JSON with users and passwords', '{"users": {"ada": "s3cret"}}'],
  ['JSON with broken passwords', '{"users": {"ada": s3cret}}'],
  ['JSON with a name that stands there twice', '{"s3cret": 1, "s3cret": 2}'],
  ['YAML with a name that stands there twice', 's3cret: 1\ns3cret: 2\n'],
  ['YAML with a role in place of roles', 'users: { ada: { roles: s3cret } }'],
  ['a bad number under a secret', 's3cret: .nan'],
  ['a block with a secret header', 'ada: |s3cret\n  x\n'],
])('%s given as a policy is not repeated', async (_, text) => {
  const refusal = await refusalOf(text);
  expect(refusal).toMatch(/^PolicyFileError: The policy FILE is (wrong|neither JSON nor YAML)/);
  expect(refusal).not.toContain('3cret');
});

test.each([
  [
    'users: {}\nrols: {}\n',
    'is wrong at /rols: There is no field "rols" in the policy. Did you mean "roles"?',
  ],
  ['users: { ada: s3cret }', 'is wrong at /users/ada: Expected an object, not a text.'],
  ['{"users": {}\n  "roles": {}}', 'is neither JSON nor YAML: it is not well-formed at line 2, column 3.'],
  [
    '{"roles": {},\n "roles": {"a": {}}}',
    'is neither JSON nor YAML: a name stands there twice at line 2, column 2.',
  ],
])('%j is told with its place', async (text, sentence) => {
  expect(await refusalOf(text)).toBe(`PolicyFileError: The policy FILE ${sentence}`);
});
