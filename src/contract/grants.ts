// What a policy grants to roles on an entity. The page draws its table of roles and entities by the same rules.
import { type Action, everyEntity, type Grant, type PolicyDocument } from './policy.ts';

/** A right as a role gives it. */
export interface RoleGrant {
  readonly role: string;
  /** The entity of the role's entry, or `*`. */
  readonly entry: string;
  readonly grant: Grant;
}

const whole: Grant = {};

/** Within a role, what is said of the entity itself takes the place of what is said of all. */
export function grantsOn(
  policy: PolicyDocument,
  roles: readonly string[],
  entity: string,
  action: Action,
): RoleGrant[] {
  return roles.flatMap((role) => {
    const entries = own(policy.roles, role);
    const entry = own(entries, entity) === undefined ? everyEntity : entity;
    const right = own(entries, entry)?.[action];
    return right === undefined ? [] : [{ role, entry, grant: right === true ? whole : right }];
  });
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Stands for all columns in the list of a grant. */
export const everyColumn = '*';

/** Before the name of a column that is left out. */
export const except = '-';

/** The names of the columns of an entity: a set of them, or a map by them. */
export interface ColumnNames {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** Null for all columns: those of which a list says nothing are not granted. A column of exactly the name wins. */
export function grantedColumns(
  list: readonly string[] | undefined,
  columns: ColumnNames,
): Set<string> | null {
  if (list === undefined || (list.length === 1 && list[0] === everyColumn)) return null;
  const granted = new Set<string>();
  for (const name of list) {
    if (columns.has(name)) granted.add(name);
    else if (name === everyColumn) for (const column of columns.keys()) granted.add(column);
    else if (name.startsWith(except)) granted.delete(name.slice(except.length));
  }
  return granted;
}
