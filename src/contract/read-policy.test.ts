import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseExact, writeExact } from './json.ts';
import { PolicyDocument } from './policy.ts';
import { parsePolicyBody, parsePolicyJson, readPolicyDocument } from './read-policy.ts';

const grants =
  '{"Customer": {"read": {"rows": {"func": {"name": "EQ", "args": [{"attr": "Id"}, {"value": 1.50}]}}}}}';
const policy = `{"roles": {"a": ${grants}, "b": ${grants}}, "users": {"Ada": {"roles": ["a"]}}}`;

describe('a policy in a body', () => {
  test('is parsed like a stored one: what is repeated is one object', () => {
    const body = parsePolicyBody(`{"note": "both", "policy": ${policy}}`);
    const stored = parsePolicyJson(policy);
    expect(writeExact(body)).toBe(writeExact({ note: 'both', policy: stored }));
    expect(body).toMatchObject({ policy: { roles: expect.toSatisfy(({ a, b }) => a === b) } });
  });

  test.each(['{"policy": {"users": {}, "users": {"Ada": {}}}}', '{"policy": {"users": {}},}', '', '{} {}'])(
    '%j is refused',
    (text) => {
      expect(() => parsePolicyBody(text)).toThrow();
    },
  );
});

describe('users', () => {
  test('that are as they should be are not taken through the schema one by one', () => {
    const safeParse = vi.spyOn(PolicyDocument, 'safeParse');
    const attributes = { city: 'Oslo', level: 1.5, ids: [1, 'a', true] };
    const users = { Ada: { roles: ['a'], attributes }, Bo: {}, Cy: { attributes: {} }, Di: { roles: 'a' } };
    readPolicyDocument({ users });
    expect(safeParse.mock.calls[0]?.[0]).toEqual({ users: { Di: { roles: 'a' } } });
    safeParse.mockRestore();
  });

  test('are valid if the schema says so', () => {
    const value = fc.oneof(
      fc.constantFrom(
        '"x"',
        '1',
        '12345678901234567890',
        '1.0',
        'true',
        'null',
        '{}',
        '[]',
        '["a"]',
        '[1.0, 2e99, "a"]',
      ),
      fc.constantFrom(
        '[[1]]',
        '[null]',
        '{"city": "Oslo"}',
        '{"city": null}',
        '{"__proto__": 1}',
        '["a", 1]',
      ),
    );
    const name = fc.constantFrom('roles', 'attributes', 'role', '__proto__', 'value');
    const user = fc.dictionary(name, value, { maxKeys: 2 }).map((fields) => {
      const members = Object.entries(fields).map(([field, json]) => `${JSON.stringify(field)}: ${json}`);
      return `{${members.join()}}`;
    });
    fc.assert(
      fc.property(fc.oneof(user, value), fc.oneof(user, value), (first, second) => {
        const document = parseExact(`{"users": {"Ada": ${first}, "Bo": ${second}}}`);
        const expected = PolicyDocument.safeParse(document);
        const { issues } = readPolicyDocument(document);
        if (!first.includes('__proto__') && !second.includes('__proto__'))
          expect(issues).toEqual(expected.success ? [] : expected.error.issues);
      }),
      { numRuns: 500 },
    );
  });
});
