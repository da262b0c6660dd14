// Who can see something: the roles that grant it, and their users.
import type { AccessUsers, Who, WhoQuery } from '../../contract/access.ts';
import { grantsOn, type RoleGrant } from '../../contract/grants.ts';
import type { PolicyDocument } from '../../contract/policy.ts';
import type { UserRights } from '../../identity/rights.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { confirmedIn, everything, gives, missingIn, named } from './why.ts';

/** A user and their rights. */
export interface Person {
  readonly name: string;
  readonly rights: UserRights;
  /** Whether they can log in. */
  readonly isKnown: boolean;
}

export function usersOf(people: readonly Person[]): AccessUsers {
  return {
    users: people.map(({ name, rights, isKnown }) => ({
      name,
      roles: [...rights.roles],
      attributes: rights.attributes,
      known: isKnown,
    })),
  };
}

/** For an entity or one of its columns. */
export function whoOf(
  open: OpenDatabase,
  requester: Requester,
  question: WhoQuery,
  policy: PolicyDocument | null,
  people: readonly Person[],
): Promise<Who> {
  const { action = 'read', column } = question;
  return open.runAs(
    requester,
    policy === null ? requester.principal.rights : everything(),
    async (snapshot) => {
      const entity = named(snapshot.database, question);
      if (policy === null) {
        const all = people.map(({ name }) => ({ name, roles: [], rows: 'all' as const, missing: [] }));
        return { roles: [], users: action === 'read' ? all : [] };
      }
      if (column !== undefined && !confirmedIn(snapshot, policy)(entity, column))
        return { roles: [], users: [] };
      const giving = (roles: readonly string[]) =>
        grantsOn(policy, roles, entity.name, action).filter(
          (grant) => column === undefined || gives(grant, entity, column),
        );
      const roles = giving(Object.keys(policy.roles ?? {})).map(({ role, grant }) => ({
        role,
        rows: grant.rows === undefined ? ('all' as const) : ('some' as const),
      }));
      const users = people.flatMap((person) => {
        const grants = giving(person.rights.roles);
        return grants.length === 0 ? [] : [ofPerson(person, grants)];
      });
      return { roles, users };
    },
  );
}

function ofPerson({ name, rights }: Person, grants: readonly RoleGrant[]): Who['users'][0] {
  const checked = grants.map((grant) => ({ grant, missing: missingIn(grant, rights) }));
  const effective = checked.filter(({ missing }) => missing.length === 0);
  const isWhole = effective.some(({ grant }) => grant.grant.rows === undefined);
  return {
    name,
    roles: grants.map(({ role }) => role),
    rows: isWhole ? 'all' : effective.length > 0 ? 'some' : 'none',
    missing: [...new Set(checked.flatMap(({ missing }) => missing))],
  };
}
