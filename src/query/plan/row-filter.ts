// A condition of the policy that is planned: which rows of an entity somebody may see.
import { isAlike, Models } from '../../contract/alike.ts';
import type { PolicyWhere } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { type QueryShape, readGridRequest } from '../../contract/read-grid.ts';
import { type Given, mostValues } from '../../contract/shape.ts';
import type { Entity, RowFilter, SeenDatabase, SeenEntity } from '../../model/database.ts';
import { bindGiven, writtenPart } from '../bind.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { filterDocument } from './filter-document.ts';
import type { Condition, Plan, PlanNode } from './plan.ts';
import { planGrid } from './planner.ts';
import { invalid } from './problems.ts';

export class PlannedFilter implements RowFilter {
  /** What whoever asks has its values under. */
  readonly id: string;
  /** Its only root is the entity whose rows it tells. */
  readonly node: PlanNode;
  readonly where: Condition;
  readonly plan: Plan;

  constructor(id: string, plan: Plan, node: PlanNode, where: Condition) {
    this.id = id;
    this.plan = plan;
    this.node = node;
    this.where = where;
  }

  /** Whether what it compares with changes by itself. */
  get hasClock(): boolean {
    return this.plan.slots.some((slot) => 'origin' in slot && 'clock' in slot.origin);
  }
}

export function planFilter(
  dialect: SqlDialect,
  database: SeenDatabase,
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

/** What takes the values that a condition itself has. */
type Written = Pick<Plan, 'slots' | 'parameters'>;

/** A condition that was found to be right. */
interface RightCondition {
  readonly where: PolicyWhere;
  readonly written: Written;
  readonly given: readonly Given[];
  /** How many of these the condition itself has; they are the first. */
  readonly own: number;
}

/** Finds every mistake of conditions, whoever they will be for. Those that differ in their values only are planned once. */
export class FilterCheck {
  readonly #dialect: SqlDialect;
  readonly #database: SeenDatabase;
  readonly #shapes = new Map<string, QueryShape>();
  readonly #plans = new Map<QueryShape, Written>();
  readonly #right = new Map<Entity, Models<RightCondition>>();

  constructor(dialect: SqlDialect, database: SeenDatabase) {
    this.#dialect = dialect;
    this.#database = database;
  }

  /** Whether it is known to be right, since one that differs in its values at most is. Otherwise it may still be. */
  isRight(entity: Entity, where: PolicyWhere): boolean {
    const values: unknown[] = [];
    const known = this.#right.get(entity)?.find((model) => {
      values.length = 0;
      return isAlike(model.where, where, values);
    });
    if (!known) return false;
    const given = known.given.map((value, i) => (i < known.own ? values[i] : value));
    if (!isGivenLike(known, given)) return false;
    try {
      bindGiven(this.#dialect, known.written, given, new Date());
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  /** `pointer` leads to the condition within the policy. */
  check(entity: SeenEntity, where: PolicyWhere, pointer: string): void {
    const document = filterDocument(this.#database, entity, where, pointer);
    try {
      const { shape, given } = readGridRequest(document.sample, {
        get: (_scope, text, make) => kept(this.#shapes, text, make),
      });
      const written = kept(this.#plans, shape, () =>
        writtenPart(planFilter(this.#dialect, this.#database, shape, shape.text).plan),
      );
      bindGiven(this.#dialect, written, given, new Date());
      const own: unknown[] = [];
      isAlike(where, where, own);
      // Where entities within it have values too, these stand between the others.
      if (own.length + document.users.length !== given.length) return;
      if (own.some((value, i) => value !== given[i])) return;
      kept(this.#right, entity, () => new Models()).add({ where, written, given, own: own.length });
    } catch (error) {
      throw error instanceof Problem ? inPolicy(error, pointer) : error;
    }
  }
}

/** Whether a query would be taken apart in the same way with these values. */
function isGivenLike({ given }: RightCondition, values: readonly unknown[]): values is readonly Given[] {
  let count = 0;
  for (const [i, value] of values.entries()) {
    const isList = Array.isArray(value);
    if (value === null || isList !== Array.isArray(given[i]) || (isList && value.length === 0)) return false;
    count += isList ? value.length : 1;
  }
  return count <= mostValues;
}

function kept<Key, Value extends object>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** The same problem, where the policy has what the query of its rows was made from. */
function inPolicy(problem: Problem, pointer: string): Problem {
  const [, within = ''] = /^\/where(\/.*)?$/.exec(problem.extras.pointer ?? '') ?? [];
  return new Problem(problem.kind, problem.message, { ...problem.extras, pointer: pointer + within });
}
