// Finds what is wrong in a policy: unknown names and invalid conditions.

import { everyColumn, exclusionPrefix } from '../../contract/grants.ts';
import { pointerTo } from '../../contract/json.ts';
import {
  actions,
  everyEntity,
  type Grant,
  type PolicyDocument,
  type PolicyWhere,
  type Rights,
  type Role,
} from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { normalise } from '../../identity/passwords.ts';
import { adminRole } from '../../identity/rights.ts';
import type { VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { FilterCheck } from '../../query/plan/row-filter.ts';

/** All problems, each with a pointer into the policy. */
export function policyProblems(
  policy: PolicyDocument,
  database: VisibleDatabase,
  dialect: SqlDialect,
): readonly Problem[] {
  const check = new Check(database, dialect);
  const roles = Object.entries(policy.roles ?? {});
  for (const [name, entries] of roles) check.role(entries, pointerTo('', 'roles', name));
  const known = new Set([...roles.map(([name]) => name), adminRole]);
  const names = new Set<string>();
  for (const [user, { roles: own = [] }] of Object.entries(policy.users ?? {})) {
    const name = normalise(user);
    if (names.has(name)) check.sameUser(name, pointerTo('', 'users', user));
    names.add(name);
    own.forEach((role, i) => {
      if (!known.has(role)) check.unknownRole(role, known, pointerTo('', 'users', user, 'roles', i));
    });
  }
  return check.problems;
}

/** The most problems to report. */
const maxProblems = 100;

/** Per entity; with more different rights, most are used only once. */
const maxKnown = 100;

class Check {
  readonly #database: VisibleDatabase;
  readonly #filters: FilterCheck;
  /** Rights found valid, by entity: many roles may have the same ones. */
  readonly #known = new Map<string, Set<Rights>>();
  /** Whole roles found valid. */
  readonly #roles = new Set<Role>();
  readonly #problems: Problem[] = [];
  #columns: ReadonlySet<string> | null = null;

  constructor(database: VisibleDatabase, dialect: SqlDialect) {
    this.#database = database;
    this.#filters = new FilterCheck(dialect, database);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  unknownRole(role: string, known: ReadonlySet<string>, pointer: string): void {
    const allowed = [...known];
    this.#add(`there is no role called "${role}".${didYouMean(role, known)}`, pointer, allowed);
  }

  /** One of the two would be ignored. */
  sameUser(name: string, pointer: string): void {
    this.#add(
      `the user "${name}" stands there twice, with letters that are put together in other ways.`,
      pointer,
    );
  }

  role(role: Role, pointer: string): void {
    if (this.#roles.has(role)) return;
    const before = this.#problems.length;
    for (const entity of Object.keys(role)) {
      const rights = role[entity] ?? {};
      if (this.#known.get(entity)?.has(rights) === true) continue;
      // Pointers are needed only for problems, and most rights are valid.
      if (this.#isKnownValid(entity, rights)) this.#rememberValid(entity, rights);
      else this.#entry(entity, rights, pointerTo(pointer, entity));
    }
    if (this.#problems.length === before) this.#roles.add(role);
  }

  #entry(name: string, rights: Rights, pointer: string): void {
    const before = this.#problems.length;
    this.#inspect(name, rights, pointer);
    if (this.#problems.length === before) this.#rememberValid(name, rights);
  }

  #rememberValid(name: string, rights: Rights): void {
    const known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, new Set([rights]));
    else if (known.size < maxKnown) known.add(rights);
  }

  /** False if it needs a closer look. */
  #isKnownValid(name: string, rights: Rights): boolean {
    const entity = this.#database.entities.get(name);
    if (entity === undefined) return false;
    for (const action of actions) {
      const right = rights[action];
      if (right === undefined || right === true) continue;
      const { columns, rows, check } = right;
      if (columns !== undefined && !areColumns(entity, columns)) return false;
      if (rows !== undefined && !this.#filters.isKnownValid(entity, rows)) return false;
      if (check !== undefined && !this.#filters.isKnownValid(entity, check)) return false;
    }
    return true;
  }

  #inspect(name: string, rights: Rights, pointer: string): void {
    const { entities } = this.#database;
    const entity = entities.get(name);
    if (entity === undefined && name !== everyEntity) {
      this.#add(`there is no entity called "${name}".${didYouMean(name, entities.keys())}`, pointer);
      return;
    }
    for (const action of actions) {
      const right = rights[action];
      if (right === undefined || right === true) continue;
      this.#grant(entity ?? null, right, pointerTo(pointer, action));
    }
  }

  /** `entity` null: all entities. */
  #grant(entity: VisibleEntity | null, { columns, rows, check }: Grant, pointer: string): void {
    if (columns !== undefined) this.#list(entity, columns, pointerTo(pointer, 'columns'));
    for (const [name, where] of Object.entries({ rows, check })) {
      if (where === undefined) continue;
      const at = pointerTo(pointer, name);
      const problem =
        entity === null ? this.#conditionAnywhere(where, at) : this.#condition(entity, where, at);
      if (problem !== null) this.#keep(problem);
    }
  }

  #list(entity: VisibleEntity | null, columns: readonly string[], pointer: string): void {
    const known = entity === null ? this.#allColumns() : entity.column;
    const unknown = columns.flatMap((written, i) => {
      const name =
        written.startsWith(exclusionPrefix) && !known.has(written)
          ? written.slice(exclusionPrefix.length)
          : written;
      return written === everyColumn || known.has(name) ? [] : [{ name, at: pointerTo(pointer, i) }];
    });
    for (const { name, at } of unknown) {
      const owner = entity === null ? 'no entity has a' : `${entity.name} has no`;
      this.#add(`${owner} column "${name}".${didYouMean(name, known.keys())}`, at);
    }
    const [first = ''] = columns;
    if (unknown.length > 0 || known.has(first) || first === everyColumn) return;
    this.#add(
      `a list that begins with "${first}" grants nothing to leave a column out of: begin it with "*".`,
      pointerTo(pointer, 0),
    );
  }

  #condition(entity: VisibleEntity, where: PolicyWhere, pointer: string): Problem | null {
    if (this.#filters.isKnownValid(entity, where)) return null;
    try {
      this.#filters.check(entity, where, pointer);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
    return null;
  }

  /** It need not fit every entity, since it grants nothing where it does not fit, but it must fit one. */
  #conditionAnywhere(where: PolicyWhere, pointer: string): Problem | null {
    let first: Problem | null = null;
    for (const entity of this.#database.entities.values()) {
      const problem = this.#condition(entity, where, pointer);
      if (problem === null) return null;
      first ??= problem;
    }
    return first;
  }

  #allColumns(): ReadonlySet<string> {
    this.#columns ??= new Set(
      [...this.#database.entities.values()].flatMap(({ column }) => [...column.keys()]),
    );
    return this.#columns;
  }

  #add(sentence: string, pointer: string, allowed?: readonly string[]): void {
    this.#keep(
      new Problem('invalid-query', sentence, { pointer, ...(allowed === undefined ? {} : { allowed }) }),
    );
  }

  #keep(problem: Problem): void {
    if (this.#problems.length < maxProblems) this.#problems.push(problem);
  }
}

/** Whether a list has only known names and `*`, with exclusions after the first item. */
function areColumns({ column }: VisibleEntity, columns: readonly string[]): boolean {
  return columns.every((written, i) => {
    if (written === everyColumn || column.has(written)) return true;
    return i > 0 && written.startsWith(exclusionPrefix) && column.has(written.slice(exclusionPrefix.length));
  });
}
