// Why a user may or may not do something: the roles that grant it, and what is missing.
import type { Why, WhyQuery } from '../../contract/access.ts';
import { grantedColumns, grantsOn, type RoleGrant } from '../../contract/grants.ts';
import type { Action, PolicyDocument } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { isAdmin, type UserRights } from '../../identity/rights.ts';
import type { VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { isPresent } from '../../query/plan/filter-document.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { hasRecord, type RecordRequest } from '../read/records.ts';
import { entityOf, type Snapshot } from '../snapshot.ts';
import { attributesIn } from './unknown-attributes.ts';

/** `rights`: the rights in question. */
export async function whyOf(
  open: OpenDatabase,
  requester: Requester,
  question: WhyQuery,
  rights: UserRights,
  /** Whether data can be changed at all. */
  isEdited: boolean,
): Promise<Why> {
  const { action = 'read', column, key } = question;
  const own = requester.principal.rights;
  if (own.policy === null) {
    await open.use(requester, async ({ database }) => named(database, question));
    const reason = isEdited
      ? 'There is no policy: everybody may read and change everything.'
      : 'There is no policy: everybody may read.';
    return { allowed: action === 'read' || isEdited, reason, grants: [] };
  }
  // To users, what is hidden from them must look as if it did not exist.
  const asking = isAdmin(own) ? everything() : own;
  await open.runAs(requester, asking, async ({ database }) => named(database, question));
  const { grants, isBack } = await open.runAs(requester, everything(), async (snapshot) => {
    const entity = named(snapshot.database, question);
    const isConfirmed = confirmedIn(snapshot, rights.policy);
    return {
      grants: grantsOn(rights.policy ?? {}, rights.roles, entity.name, action).map((grant) => ({
        grant,
        column: column === undefined ? null : isConfirmed(entity, column) && gives(grant, entity, column),
        missing: missingIn(grant, rights),
      })),
      isBack: column !== undefined && !isConfirmed(entity, column),
    };
  });
  const address = addressOf(question);
  if (
    key !== undefined &&
    !(await open.runAs(requester, asking, (snapshot) => hasRecord(snapshot, address)))
  ) {
    throw new Problem('unknown-record', `${question.entity} has no record with this key.`);
  }
  /** Null if the condition of a grant cannot be used, so that it grants nothing. */
  const givesRow = (grant: RoleGrant): Promise<boolean | null> =>
    open.runAs(requester, everything(), async (snapshot) => {
      const view = snapshot.as(rightsOfGrant(grant, question.entity, rights), rights.policy);
      if (!view.database.entities.has(question.entity)) return null;
      return key === undefined || hasRecord({ ...snapshot, ...view }, address);
    });
  const checked = [];
  const giving: string[] = [];
  let unusable: string | null = null;
  for (const { grant, column: givesColumn, missing } of grants) {
    const { role } = grant;
    const row = missing.length === 0 ? await givesRow(grant) : false;
    if (row === null) unusable ??= role;
    if (row === true && givesColumn !== false) giving.push(role);
    checked.push({
      role,
      column: givesColumn,
      row: key === undefined ? null : row === true,
      missing: [...missing],
    });
  }
  const reason =
    giving.length === 0 && unusable !== null
      ? `The condition of the role ${unusable} does not fit the database or the user, so it grants nothing; the log says why.`
      : reasonOf(action, question.entity, checked, giving);
  return {
    allowed: giving.length > 0,
    reason: isBack ? returnedNotice(column ?? '') : reason,
    grants: checked,
  };
}

/** Rights on everything, new for each look: for a policy object that stays, vanished columns would be remembered. */
export function everything(): UserRights {
  return { roles: ['all'], attributes: {}, policy: { roles: { all: { '*': { read: true } } } } };
}

/** Tells confirmed columns, unchanged since the policy was saved, from those that need confirmation. */
export function confirmedIn(
  { as }: Pick<Snapshot, 'as'>,
  policy: PolicyDocument | null,
): (entity: VisibleEntity, column: string) => boolean {
  const { entities } = as(everything(), policy).database;
  return ({ name }, column) => entities.get(name)?.column.has(column) === true;
}

export function gives({ grant }: RoleGrant, entity: VisibleEntity, column: string): boolean {
  return grantedColumns(grant.columns, entity.column)?.has(column) ?? true;
}

/** The entity in question; its column must exist too. */
export function named(
  database: VisibleDatabase,
  { entity: name, column }: Pick<WhyQuery, 'entity' | 'column'>,
): VisibleEntity {
  const entity = entityOf(database, name);
  if (column !== undefined && !entity.column.has(column)) {
    throw new Problem('not-found', `${entity.name} has no column "${column}".`, { unknownName: true });
  }
  return entity;
}

export function missingIn({ grant }: RoleGrant, { attributes }: UserRights): readonly string[] {
  return attributesIn(grant.rows).filter((user) => !isPresent(attributes, user));
}

/** The rights of a single grant as a right to read, to test whether a row is among its rows. */
function rightsOfGrant({ role, grant }: RoleGrant, entity: string, { attributes }: UserRights): UserRights {
  const { rows } = grant;
  const policy: PolicyDocument = {
    roles: { [role]: { [entity]: { read: rows === undefined ? true : { rows } } } },
  };
  return { roles: [role], attributes, policy };
}

function addressOf({ entity, key = '' }: WhyQuery): RecordRequest {
  return { entity, key: key.startsWith('[') ? key : `[${key}]`, by: null };
}

function returnedNotice(column: string): string {
  return `${column} vanished from the database and came back, or is new while a column is away that the policy keeps back: whoever is granted it sees it once the policy is saved again.`;
}

function reasonOf(action: Action, entity: string, checked: Why['grants'], giving: readonly string[]): string {
  if (giving.length > 0) return `${roles(giving)} ${giving.length > 1 ? 'grant' : 'grants'} it.`;
  if (checked.length === 0) return `No role grants ${action} on ${entity}.`;
  const [{ missing, column, row } = { missing: [], column: null, row: null }] = checked;
  if (missing.length > 0)
    return `The attribute ${missing.join(', ')} is missing, so that the grant grants nothing.`;
  if (column === false)
    return row === null
      ? 'No grant gives this column.'
      : 'No grant gives this column together with this row.';
  return row === false ? 'No grant gives this row.' : 'No grant gives this.';
}

function roles(names: readonly string[]): string {
  const [first = '', ...more] = names;
  return more.length === 0 ? `The role ${first}` : `The roles ${[first, ...more].join(', ')}`;
}
