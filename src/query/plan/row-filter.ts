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

/** Finds every mistake of a condition, whoever it will be for. `pointer` leads to it within the policy. */
export function checkFilter(
  dialect: SqlDialect,
  database: SeenDatabase,
  entity: SeenEntity,
  rows: PolicyWhere,
  pointer: string,
): void {
  const document = filterDocument(database, entity, rows, pointer);
  try {
    const { shape, given } = readGridRequest(document.sample);
    const { plan } = planFilter(dialect, database, shape, shape.text);
    checkWritten(dialect, plan, given);
  } catch (error) {
    throw error instanceof Problem ? inPolicy(error, pointer) : error;
  }
}

/** The same problem, where the policy has what the query of its rows was made from. */
function inPolicy(problem: Problem, pointer: string): Problem {
  const [, within = ''] = /^\/where(\/.*)?$/.exec(problem.extras.pointer ?? '') ?? [];
  return new Problem(problem.kind, problem.message, { ...problem.extras, pointer: pointer + within });
}
