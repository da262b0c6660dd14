// A planned condition of the policy: which rows of an entity a user may see.

import type { PolicyWhere } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { type QueryShape, readGridRequest } from '../../contract/read-grid.ts';
import { type Given, maxValues } from '../../contract/shape.ts';
import { differsOnlyInValues, RecentModels } from '../../contract/similar-models.ts';
import type { Entity, RowFilter, VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { bindGiven, documentSlots } from '../bind.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { filterDocument } from './filter-document.ts';
import type { Condition, Plan, PlanNode } from './plan.ts';
import { planGrid } from './planner.ts';
import { invalid } from './problems.ts';

export class PlannedFilter implements RowFilter {
  /** The id under which a request carries the user's values. */
  readonly id: string;
  /** The entity whose rows it filters, its only root. */
  readonly node: PlanNode;
  readonly where: Condition;
  readonly plan: Plan;

  constructor(id: string, plan: Plan, node: PlanNode, where: Condition) {
    this.id = id;
    this.plan = plan;
    this.node = node;
    this.where = where;
  }

  /** Whether it compares with the clock, so that its result changes over time. */
  get hasClock(): boolean {
    return this.plan.slots.some((slot) => 'origin' in slot && 'clock' in slot.origin);
  }
}

export function planFilter(
  dialect: SqlDialect,
  database: VisibleDatabase,
  { request }: QueryShape,
  id: string,
): PlannedFilter {
  const plan = planGrid(dialect, database, request, '');
  const [node] = plan.nodes;
  if (plan.where === null || node === undefined) {
    throw invalid('This is no condition: leave it out where all rows are meant.', { pointer: '/where' });
  }
  return new PlannedFilter(id, plan, node, plan.where);
}

/** The part of a plan that binds the condition's own values. */
type Written = Pick<Plan, 'slots' | 'parameters'>;

/** A condition that passed all checks. */
interface ValidCondition {
  readonly where: PolicyWhere;
  readonly written: Written;
  readonly given: readonly Given[];
  /** How many of the given values are the condition's own; they come first. */
  readonly ownCount: number;
}

/** Finds every error in conditions, for any user. Conditions that differ only in their values are planned once. */
export class FilterCheck {
  readonly #dialect: SqlDialect;
  readonly #database: VisibleDatabase;
  readonly #shapes = new Map<string, QueryShape>();
  readonly #plans = new Map<QueryShape, Written>();
  readonly #valid = new Map<Entity, RecentModels<ValidCondition>>();

  constructor(dialect: SqlDialect, database: VisibleDatabase) {
    this.#dialect = dialect;
    this.#database = database;
  }

  /** Whether it is known to be right because a condition that differs at most in values is. False proves nothing. */
  isKnownValid(entity: Entity, where: PolicyWhere): boolean {
    const values: unknown[] = [];
    const known = this.#valid.get(entity)?.find((model) => {
      values.length = 0;
      return differsOnlyInValues(model.where, where, values);
    });
    if (!known) return false;
    const given = known.given.map((value, i) => (i < known.ownCount ? values[i] : value));
    if (!hasSameShape(known, given)) return false;
    try {
      bindGiven(this.#dialect, known.written, given, new Date());
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  /** `pointer`: the place of the condition within the policy. */
  check(entity: VisibleEntity, where: PolicyWhere, pointer: string): void {
    const document = filterDocument(this.#database, entity, where, pointer);
    try {
      const { shape, given } = readGridRequest(document.sample, {
        get: (_scope, text, make) => kept(this.#shapes, text, make),
      });
      const written = kept(this.#plans, shape, () =>
        documentSlots(planFilter(this.#dialect, this.#database, shape, shape.text).plan),
      );
      bindGiven(this.#dialect, written, given, new Date());
      const own: unknown[] = [];
      differsOnlyInValues(where, where, own);
      // If nested entities have values too, those are interleaved.
      if (own.length + document.users.length !== given.length) return;
      if (own.some((value, i) => value !== given[i])) return;
      kept(this.#valid, entity, () => new RecentModels()).add({
        where,
        written,
        given,
        ownCount: own.length,
      });
    } catch (error) {
      throw error instanceof Problem ? inPolicy(error, pointer) : error;
    }
  }
}

/** Whether a query with these values would have the same shape. */
function hasSameShape({ given }: ValidCondition, values: readonly unknown[]): values is readonly Given[] {
  let count = 0;
  for (const [i, value] of values.entries()) {
    const isList = Array.isArray(value);
    if (value === null || isList !== Array.isArray(given[i]) || (isList && value.length === 0)) return false;
    count += isList ? value.length : 1;
  }
  return count <= maxValues;
}

function kept<Key, Value extends object>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** The same problem, with its pointer translated from the query to the policy. */
function inPolicy(problem: Problem, pointer: string): Problem {
  const [, within = ''] = /^\/where(\/.*)?$/.exec(problem.extras.pointer ?? '') ?? [];
  return new Problem(problem.kind, problem.message, { ...problem.extras, pointer: pointer + within });
}
