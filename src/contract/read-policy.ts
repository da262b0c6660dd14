// Reads a policy by its schema. Many roles say the same of many entities: an object that stands in several places is
// looked at once, where it stands first, and stays one object.
import type { z } from 'zod';
import { isAlike, Models } from './alike.ts';
import { isObject } from './json.ts';
import { PolicyDocument } from './policy.ts';
import { unreadName } from './shape.ts';
import { parseShared } from './shared-json.ts';

/** A policy that was read, or what is wrong with it. */
export type ReadPolicy =
  | { readonly policy: PolicyDocument; readonly issues: readonly never[] }
  | { readonly policy: null; readonly issues: readonly z.core.$ZodIssue[] };

/** The rights of a role on an entity stand within a role, which stands within the roles, which stand within all. */
const levelOfRights = 3;

/** The text of a policy as a value; throws where it is no JSON. */
export function parsePolicyJson(text: string): unknown {
  return parseShared(text, levelOfRights);
}

export function readPolicyDocument(value: unknown): ReadPolicy {
  const unread = placeOfUnread(value);
  if (unread !== null) {
    const message = 'another name, since programs take this one for something else';
    return { policy: null, issues: [{ code: 'custom', path: unread, message, input: value }] };
  }
  if (!PolicyDocument.safeParse(withoutRepeats(value, true)).success) {
    const read = PolicyDocument.safeParse(withoutRepeats(value, false));
    if (!read.success) return { policy: null, issues: read.error.issues };
  }
  // No schema changes what it reads, and what was left out is what was read elsewhere.
  return { policy: value as PolicyDocument, issues: [] };
}

/** A part of a policy, and where it stands. */
type Place = readonly [path: readonly string[], part: unknown];

const fieldsOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

/** Where such a name stands: among users, their attributes, roles or entities. */
function placeOfUnread(value: unknown): string[] | null {
  if (!isObject(value)) return null;
  const { users, roles } = value;
  const places: readonly Place[] = [
    [['users'], users],
    [['roles'], roles],
    ...fieldsOf(users).map(
      ([name, user]): Place => [['users', name, 'attributes'], isObject(user) ? user.attributes : null],
    ),
    ...fieldsOf(roles).map(([name, role]): Place => [['roles', name], role]),
  ];
  const found = places.find(([, names]) => isObject(names) && Object.hasOwn(names, unreadName));
  return found === undefined ? null : [...found[0], unreadName];
}

/**
 * `alike`: nor what differs in values alone from something before it. It is as right as that one; where that one is wrong,
 * what is wrong has to be told of both.
 */
function withoutRepeats(value: unknown, alike: boolean): unknown {
  if (!isObject(value) || !isObject(value.roles)) return value;
  const seen = new Set<unknown>();
  const models = new Map<string, Models<unknown>>();
  const isLikeAnother = (entity: string, rights: unknown) => {
    const known = models.get(entity) ?? new Models();
    models.set(entity, known);
    if (known.find((model) => isAlike(model, rights)) !== null) return true;
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
