// Edits of the policy: each is a pure function from one document to the next.
import type {
  Action,
  PolicyDocument,
  PolicyUser,
  Rights,
  Role,
  UserAttribute,
  UserValue,
} from '../../src/contract/policy.ts';
import { ownValue } from '../state/ownValue.ts';

/** Stands for every entity without an entry in the role. */
export const EVERY = '*';

type Named<Value> = Readonly<Record<string, Value>>;

/** `Object.fromEntries` makes own properties even of names like `__proto__`; assignment would not. */
function withEntry<Value>(
  record: Named<Value> | undefined,
  name: string,
  value: Value | undefined,
): Named<Value> {
  const others = Object.entries(record ?? {});
  const place = others.findIndex(([one]) => one === name);
  const next =
    value === undefined
      ? others.filter(([one]) => one !== name)
      : place < 0
        ? [...others, [name, value] as const]
        : others.with(place, [name, value]);
  return Object.fromEntries(next);
}

export function roleNames({ roles }: PolicyDocument): readonly string[] {
  return Object.keys(roles ?? {});
}

/** A role's own entry for an entity; undefined if the entry for all entities applies. */
export function ownRights({ roles }: PolicyDocument, role: string, entity: string): Rights | undefined {
  return ownValue(ownValue(roles, role), entity);
}

/** The rights on an entity: its own entry, or else the one for all entities. */
export function rightsOn(policy: PolicyDocument, role: string, entity: string): Rights {
  return ownRights(policy, role, entity) ?? ownRights(policy, role, EVERY) ?? {};
}

/** Undefined removes the entry, so that the one for all entities applies again. */
export function setRights(
  policy: PolicyDocument,
  role: string,
  entity: string,
  rights: Rights | undefined,
): PolicyDocument {
  const entries: Role = withEntry(ownValue(policy.roles, role), entity, rights);
  return { ...policy, roles: withEntry(policy.roles, role, entries) };
}

export function setRight<Name extends Action>(
  policy: PolicyDocument,
  role: string,
  entity: string,
  action: Name,
  right: Rights[Name],
): PolicyDocument {
  const { [action]: _, ...others } = ownRights(policy, role, entity) ?? {};
  return setRights(policy, role, entity, right === undefined ? others : { ...others, [action]: right });
}

export function setRole(policy: PolicyDocument, role: string, entries: Role | undefined): PolicyDocument {
  return { ...policy, roles: withEntry(policy.roles, role, entries) };
}

/** Also removes the role from all users. */
export function removeRole(policy: PolicyDocument, role: string): PolicyDocument {
  const users = Object.entries(policy.users ?? {}).map(([name, user]): [string, PolicyUser] => [
    name,
    user.roles?.includes(role) ? { ...user, roles: user.roles.filter((one) => one !== role) } : user,
  ]);
  const without = setRole(policy, role, undefined);
  return policy.users ? { ...without, users: Object.fromEntries(users) } : without;
}

export function userOf({ users }: PolicyDocument, name: string): PolicyUser {
  return ownValue(users, name) ?? {};
}

export function setUser(policy: PolicyDocument, name: string, user: PolicyUser | undefined): PolicyDocument {
  return { ...policy, users: withEntry(policy.users, name, user) };
}

/** How much of an entity a right covers. */
export type Reach = 'none' | 'some' | 'all';

export function reachOf(right: Rights[Action]): Reach {
  if (right === undefined) return 'none';
  if (right === true) return 'all';
  const { columns, rows, check } = right;
  const allColumns = columns === undefined || (columns.length === 1 && columns[0] === EVERY);
  return allColumns && rows === undefined && check === undefined ? 'all' : 'some';
}

/** The attribute names of all users, for use in conditions. */
export function attributeNames({ users }: PolicyDocument): readonly string[] {
  const names = Object.values(users ?? {}).flatMap(({ attributes }) => Object.keys(attributes ?? {}));
  return [...new Set(names)].sort();
}

/** Parses a typed attribute. A number that would lose digits stays text; `;` separates several values. */
export function readAttribute(text: string): UserAttribute {
  const one = (part: string): UserValue => {
    const typed = part.trim();
    if (typed === 'true' || typed === 'false') return typed === 'true';
    const number = Number(typed);
    return Number.isFinite(number) && String(number) === typed ? number : typed;
  };
  return text.includes(';') ? text.split(';').map(one) : one(text);
}
