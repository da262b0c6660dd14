// Finds what does not fit in a policy: names that the database or the policy itself does not have, and conditions.
import { pointerTo } from '../../contract/json.ts';
import { actions, everyEntity, type Grant, type PolicyDocument, type Rights } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { adminRole } from '../../identity/admit.ts';
import type { Entity, SeenDatabase, SeenEntity } from '../../model/database.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { checkFilter } from '../../query/plan/row-filter.ts';
import { everyColumn, except } from './grants.ts';

/** Throws a Problem that points at the first mistake. */
export function checkPolicy(policy: PolicyDocument, database: SeenDatabase, dialect: SqlDialect): void {
  const check = new Check(database, dialect);
  const roles = Object.entries(policy.roles ?? {});
  for (const [name, entries] of roles) {
    const at = pointerTo('', 'roles', name);
    for (const [entity, rights] of Object.entries(entries))
      check.entry(entity, rights, pointerTo(at, entity));
  }
  const known = new Set([...roles.map(([name]) => name), adminRole]);
  for (const [user, { roles: own = [] }] of Object.entries(policy.users ?? {})) {
    own.forEach((role, i) => {
      if (known.has(role)) return;
      throw wrong(
        `there is no role called "${role}".${didYouMean(role, known)}`,
        [...known],
        ['users', user, 'roles', i],
      );
    });
  }
}

function wrong(sentence: string, allowed: readonly string[], path: readonly (string | number)[]): Problem {
  return new Problem('invalid-query', sentence, { pointer: pointerTo('', ...path), allowed });
}

class Check {
  readonly #database: SeenDatabase;
  readonly #dialect: SqlDialect;
  /** Conditions that were found to be right, by entity: many roles may have the same. */
  readonly #right = new Map<Entity, Set<string>>();
  #columns: ReadonlySet<string> | null = null;

  constructor(database: SeenDatabase, dialect: SqlDialect) {
    this.#database = database;
    this.#dialect = dialect;
  }

  entry(name: string, rights: Rights, pointer: string): void {
    const entity = this.#database.entities.get(name);
    if (entity === undefined && name !== everyEntity) {
      const known = this.#database.entities.keys();
      throw new Problem('invalid-query', `there is no entity called "${name}".${didYouMean(name, known)}`, {
        pointer,
      });
    }
    for (const action of actions) {
      const right = rights[action];
      if (right === undefined || right === true) continue;
      this.#grant(entity ?? null, right, pointerTo(pointer, action));
    }
  }

  /** `entity` null: of all entities. */
  #grant(entity: SeenEntity | null, { columns, rows, check }: Grant, pointer: string): void {
    if (columns !== undefined) this.#list(entity, columns, pointerTo(pointer, 'columns'));
    for (const [name, where] of Object.entries({ rows, check })) {
      if (where === undefined) continue;
      const at = pointerTo(pointer, name);
      if (entity !== null) this.#condition(entity, where, at);
      else this.#anywhere(where, at);
    }
  }

  #list(entity: SeenEntity | null, columns: readonly string[], pointer: string): void {
    const known = entity === null ? this.#allColumns() : entity.column;
    columns.forEach((written, i) => {
      const name = written.startsWith(except) && !known.has(written) ? written.slice(except.length) : written;
      if (written === everyColumn || known.has(name)) return;
      const hint = didYouMean(name, known.keys());
      const owner = entity === null ? 'no entity' : entity.name;
      const verb = entity === null ? 'has a' : 'has no';
      throw new Problem('invalid-query', `${owner} ${verb} column "${name}".${hint}`, {
        pointer: pointerTo(pointer, i),
      });
    });
    const [first = ''] = columns;
    if (known.has(first) || first === everyColumn) return;
    throw new Problem(
      'invalid-query',
      `a list that begins with "${first}" grants nothing to leave a column out of: begin it with "*".`,
      { pointer: pointerTo(pointer, 0) },
    );
  }

  #condition(entity: SeenEntity, where: NonNullable<Grant['rows']>, pointer: string): void {
    const text = JSON.stringify(where);
    const right = this.#right.get(entity) ?? new Set();
    if (right.has(text)) return;
    checkFilter(this.#dialect, this.#database, entity, where, pointer);
    this.#right.set(entity, right.add(text));
  }

  /** It need not fit every entity, since it grants nothing on those that it does not fit; but it must fit one. */
  #anywhere(where: NonNullable<Grant['rows']>, pointer: string): void {
    let first: unknown;
    for (const entity of this.#database.entities.values()) {
      try {
        this.#condition(entity, where, pointer);
        return;
      } catch (error) {
        first ??= error;
      }
    }
    if (first !== undefined) throw first;
  }

  #allColumns(): ReadonlySet<string> {
    this.#columns ??= new Set(
      [...this.#database.entities.values()].flatMap(({ column }) => [...column.keys()]),
    );
    return this.#columns;
  }
}
