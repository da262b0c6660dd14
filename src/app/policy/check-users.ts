// Finds user attributes in a policy that do not fit the columns that roles compare them with, so that the role grants
// nothing. Values differ for each user, so this would take too long at the start.
import { pointerTo } from '../../contract/json.ts';
import {
  actions,
  type PolicyDocument,
  type PolicyWhere,
  type UserAttributes,
} from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { readGridRequest } from '../../contract/read-grid.ts';
import type { VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { bindGiven } from '../../query/bind.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { type FilterDocument, filterDocument } from '../../query/plan/filter-document.ts';
import { planFilter } from '../../query/plan/row-filter.ts';

/** A condition on an entity, and the results by the values that users have for it. */
interface CheckedCondition {
  readonly document: FilterDocument;
  readonly found: Map<string, Problem | null>;
}

/** The first mismatch, with a pointer into the policy. The policy itself must be valid. */
export function attributeProblem(
  { users = {}, roles = {} }: PolicyDocument,
  database: VisibleDatabase,
  dialect: SqlDialect,
): Problem | null {
  const known = new Map<VisibleEntity, Map<PolicyWhere, CheckedCondition>>();
  const askedBy = (entity: VisibleEntity, where: PolicyWhere): CheckedCondition => {
    const ofEntity = known.get(entity) ?? new Map<PolicyWhere, CheckedCondition>();
    known.set(entity, ofEntity);
    const asked = ofEntity.get(where) ?? {
      document: filterDocument(database, entity, where, ''),
      found: new Map(),
    };
    ofEntity.set(where, asked);
    return asked;
  };
  for (const [user, { roles: own = [], attributes = {} }] of Object.entries(users)) {
    for (const role of own) {
      for (const { entity, where } of conditionsOf(roles[role] ?? {}, database)) {
        const asked = askedBy(entity, where);
        const problem = problemOf(asked, attributes, database, dialect);
        if (problem === null) continue;
        const [only, ...others] = asked.document.users;
        const names = only !== undefined && others.length === 0 ? [only] : [];
        return new Problem(
          'invalid-query',
          `${problem.message} The role ${role} would grant nothing on ${entity.name}.`,
          { pointer: pointerTo('', 'users', user, 'attributes', ...names) },
        );
      }
    }
  }
  return null;
}

/** Only conditions of entities that a role names: one on all entities need not fit each of them. */
function* conditionsOf(
  role: NonNullable<PolicyDocument['roles']>[string],
  { entities }: VisibleDatabase,
): Generator<{ readonly entity: VisibleEntity; readonly where: PolicyWhere }> {
  for (const [name, rights] of Object.entries(role)) {
    const entity = entities.get(name);
    if (entity === undefined) continue;
    for (const action of actions) {
      const right = rights[action];
      if (right === undefined || right === true) continue;
      for (const where of [right.rows, right.check]) if (where !== undefined) yield { entity, where };
    }
  }
}

function problemOf(
  { document, found }: CheckedCondition,
  attributes: UserAttributes,
  database: VisibleDatabase,
  dialect: SqlDialect,
): Problem | null {
  const body = document.users.length === 0 ? null : document.withValues(attributes);
  if (body === null) return null;
  const values = JSON.stringify(document.users.map((name) => attributes[name]));
  const known = found.get(values);
  if (known !== undefined) return known;
  let problem: Problem | null = null;
  try {
    const { shape, given } = readGridRequest(body);
    bindGiven(dialect, planFilter(dialect, database, shape, shape.text).plan, given, new Date());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
  }
  found.set(values, problem);
  return problem;
}
