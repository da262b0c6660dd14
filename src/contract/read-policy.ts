// Validates a policy. Many roles have the same rights on many entities: an object that is repeated is validated once,
// at its first position, and stays one object.
import type { z } from 'zod';
import { isLosslessNumber, isObject } from './json.ts';
import { isUserAttribute, PolicyDocument } from './policy.ts';
import { ignoredName } from './shape.ts';
import { parseShared } from './shared-json.ts';
import { differsOnlyInValues, RecentModels } from './similar-models.ts';

/** A valid policy, or the issues found. */
export type ReadPolicy =
  | { readonly policy: PolicyDocument; readonly issues: readonly never[] }
  | { readonly policy: null; readonly issues: readonly z.core.$ZodIssue[] };

/** Roles, role, entity: the rights are three levels down. */
const rightsLevel = 3;

/** Parses a policy's text; throws if it is not JSON. */
export function parsePolicyJson(text: string): unknown {
  return parseShared(text, rightsLevel);
}

/** The same for a body with the policy in one of its fields. */
export function parsePolicyBody(text: string): unknown {
  return parseShared(text, rightsLevel + 1);
}

export function readPolicyDocument(value: unknown): ReadPolicy {
  const unread = pathOfIgnoredName(value);
  if (unread !== null) {
    const message = 'another name, since programs take this one for something else';
    return { policy: null, issues: [{ code: 'custom', path: unread, message, input: value }] };
  }
  if (!PolicyDocument.safeParse(withoutRepeats(value, true)).success) {
    const read = PolicyDocument.safeParse(withoutRepeats(value, false));
    if (!read.success) return { policy: null, issues: read.error.issues };
  }
  // Schemas do not change their input, and omitted parts equal validated ones.
  return { policy: value as PolicyDocument, issues: [] };
}

/** Calls it for each member: a list of a hundred thousand pairs takes several times longer. */
function eachField(value: unknown, take: (name: string, field: unknown) => void): void {
  if (isObject(value)) for (const name of Object.keys(value)) take(name, value[name]);
}

/** The path of such a name among users, their attributes, roles or entities. */
function pathOfIgnoredName(value: unknown): string[] | null {
  if (!isObject(value)) return null;
  const { users, roles } = value;
  const hasIt = (names: unknown) => isObject(names) && Object.hasOwn(names, ignoredName);
  if (hasIt(users)) return ['users', ignoredName];
  if (hasIt(roles)) return ['roles', ignoredName];
  let found: string[] | null = null;
  eachField(users, (name, user) => {
    if (isObject(user) && hasIt(user.attributes)) found ??= ['users', name, 'attributes', ignoredName];
  });
  eachField(roles, (name, role) => {
    if (hasIt(role)) found ??= ['roles', name, ignoredName];
  });
  return found;
}

/**
 * `alike`: also omits parts that differ from an earlier one only in their values. They are valid if the earlier one is;
 * if it is not, the issues of both must be reported.
 */
function withoutRepeats(document: unknown, alike: boolean): unknown {
  const value = withoutPlainUsers(document);
  if (!isObject(value) || !isObject(value.roles)) return value;
  const seen = new Set<unknown>();
  const models = new Map<string, RecentModels<unknown>>();
  const isLikeAnother = (entity: string, rights: unknown) => {
    const known = models.get(entity) ?? new RecentModels();
    models.set(entity, known);
    if (known.find((model) => differsOnlyInValues(model, rights)) !== null) return true;
    known.add(rights);
    return false;
  };
  const roles = Object.entries(value.roles).map(([role, entries]): [string, unknown] => {
    if (!isObject(entries)) return [role, entries];
    if (seen.has(entries)) return [role, {}];
    seen.add(entries);
    const fresh: [string, unknown][] = [];
    for (const entity of Object.keys(entries)) {
      const rights: unknown = Reflect.get(entries, entity);
      if (seen.has(rights)) continue;
      if (isObject(rights)) seen.add(rights);
      if (alike && isLikeAnother(entity, rights)) continue;
      fresh.push([entity, rights]);
    }
    return [role, Object.fromEntries(fresh)];
  });
  return { ...value, roles: Object.fromEntries(roles) };
}

/** There may be a hundred thousand users, and the schema takes many times longer for each. */
function withoutPlainUsers(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.users) || isLosslessNumber(value.users)) return value;
  const others: [string, unknown][] = [];
  eachField(value.users, (name, user) => {
    if (!isPlainUser(user)) others.push([name, user]);
  });
  return { ...value, users: Object.fromEntries(others) };
}

/** False if it needs a closer look. */
function isPlainUser(user: unknown): boolean {
  if (!isObject(user)) return false;
  const { roles = [], attributes = {} } = user;
  return (
    Object.keys(user).every((name) => name === 'roles' || name === 'attributes') &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role === 'string') &&
    isObject(attributes) &&
    !isLosslessNumber(attributes) &&
    Object.values(attributes).every(isUserAttribute)
  );
}
