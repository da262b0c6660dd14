// A condition of the policy that is planned: which rows of an entity somebody may see.
import type { PolicyWhere } from '../../contract/policy.ts';
import { Problem } from '../../contract/problem.ts';
import { type QueryShape, readGridRequest } from '../../contract/read-grid.ts';
import type { RowFilter, SeenDatabase, SeenEntity } from '../../model/database.ts';
import { checkWritten } from '../bind.ts';
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

/** Finds every mistake of conditions, whoever they will be for. Those that differ in their values only are planned once. */
export class FilterCheck {
  readonly #dialect: SqlDialect;
  readonly #database: SeenDatabase;
  readonly #shapes = new Map<string, QueryShape>();
  readonly #plans = new Map<QueryShape, Plan>();

  constructor(dialect: SqlDialect, database: SeenDatabase) {
    this.#dialect = dialect;
    this.#database = database;
  }

  /** `pointer` leads to the condition within the policy. */
  check(entity: SeenEntity, rows: PolicyWhere, pointer: string): void {
    const document = filterDocument(this.#database, entity, rows, pointer);
    try {
      const { shape, given } = readGridRequest(document.sample, {
        get: (_scope, text, make) => kept(this.#shapes, text, make),
      });
      const plan = kept(
        this.#plans,
        shape,
        () => planFilter(this.#dialect, this.#database, shape, shape.text).plan,
      );
      checkWritten(this.#dialect, plan, given);
    } catch (error) {
      throw error instanceof Problem ? inPolicy(error, pointer) : error;
    }
  }
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
