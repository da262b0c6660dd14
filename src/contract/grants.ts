// What a policy grants to roles on an entity. The page's table of roles and entities uses the same rules.
import { type Action, everyEntity, type Grant, type PolicyDocument } from './policy.ts';

/** A right granted by a role. */
export interface RoleGrant {
  readonly role: string;
  /** The entity of the role's entry, or `*`. */
  readonly entry: string;
  readonly grant: Grant;
}

const unrestricted: Grant = {};

/** Within a role, an entity's own entry replaces the entry for all entities. */
export function grantsOn(
  policy: PolicyDocument,
  roles: readonly string[],
  entity: string,
  action: Action,
): RoleGrant[] {
  return roles.flatMap((role) => {
    const entries = ownEntry(policy.roles, role);
    const entry = ownEntry(entries, entity) === undefined ? everyEntity : entity;
    const right = ownEntry(entries, entry)?.[action];
    return right === undefined ? [] : [{ role, entry, grant: right === true ? unrestricted : right }];
  });
}

function ownEntry<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** In a grant's list, stands for all columns. */
export const everyColumn = '*';

/** Prefix of a column that is excluded. */
export const exclusionPrefix = '-';

/** An entity's column names: a set, or a map keyed by name. */
export interface ColumnNames {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/**
 * Null for all columns; columns that the list does not mention are not granted. An exact column name takes precedence.
 */
export function grantedColumns(
  list: readonly string[] | undefined,
  columns: ColumnNames,
): Set<string> | null {
  if (list === undefined || (list.length === 1 && list[0] === everyColumn)) return null;
  const granted = new Set<string>();
  for (const name of list) {
    if (columns.has(name)) granted.add(name);
    else if (name === everyColumn) for (const column of columns.keys()) granted.add(column);
    else if (name.startsWith(exclusionPrefix)) granted.delete(name.slice(exclusionPrefix.length));
  }
  return granted;
}
