import { expect, test } from 'vitest';
import type { z } from 'zod';
import { GridRequest } from './grid.ts';
import { problemOf } from './issues.ts';
import { PolicyDocument } from './policy.ts';
import { UnreadPolicyBody } from './policy-resource.ts';

const rows = { func: { name: 'EQ', args: [{ atr: 'x' }] } };
const refusals = {
  query: { schema: GridRequest, sent: { entities: [{ id: 'a' }], where: rows } },
  policy: { schema: PolicyDocument, sent: { roles: { r: { a: { read: { rows } } } } } },
};

function refused({ schema, sent }: { readonly schema: z.ZodType; readonly sent: unknown }) {
  const { error } = schema.safeParse(sent);
  if (error === undefined) throw new Error('it is taken');
  const { message, extras } = problemOf(error.issues, sent, 'body');
  return { message, allowed: extras.allowed };
}

// Both objects are arguments, and both schemas are loaded.
test('an unknown field is refused with the fields of its own object', () => {
  expect(refused(refusals.policy)).toEqual({
    message: 'There is no field "atr" in an argument. Did you mean "attr"?',
    allowed: expect.arrayContaining(['attr', 'user', 'value']),
  });
  const { message, allowed } = refused(refusals.query);
  expect(message).toBe('There is no field "atr" in an argument.');
  expect(allowed).toContain('alias');
  expect(allowed).not.toContain('attr');
});

test('a missing field of any type is refused in words of our own', () => {
  const { message } = refused({ schema: UnreadPolicyBody, sent: {} });
  expect(message).toBe('Expected a value, not nothing.');
});

test('a field that no alternative has is refused with the fields of all of them', () => {
  const expr = { func: { name: 'ADD', args: [] } };
  const sent = { entities: [{ id: 'a', attributes: [{ alias: 'x', expr }] }] };
  const { message, allowed } = refused({ schema: GridRequest, sent });
  expect(message).toMatch(/^There is no field "func" in a reference, a value, .* or a choice\./);
  expect(allowed).toEqual(['alias', 'value', 'param', 'fn', 'args', 'case', 'else']);
});
