// Which numbers of an answer are only close to a value: averages, quotients, and what comes of doubles. Their last
// digits mean nothing.
import type { Computation, Plan, PlanSummary, PlanValue } from './plan.ts';

type Layers = Pick<Plan, 'group' | 'summaries' | 'overs'>;

export function isApproximate(plan: Layers, value: PlanValue): boolean {
  switch (value.kind) {
    case 'column':
      return value.column.mayHoldDoubles === true;
    case 'computed':
      return isComputedFromSuch(plan, value.computation);
    case 'rollup':
      return value.summary === 'avg' || isApproximate(plan, value.of);
    case 'named':
      return isNamedApproximate(plan, value.name);
  }
}

export function isApproximateSummary(plan: Layers, { attribute, summary }: PlanSummary): boolean {
  return summary === 'avg' || isApproximate(plan, attribute.value);
}

/** A window calculation, or a value or measure of a group: see `nameGroups` in planner.ts. */
function isNamedApproximate(plan: Layers, name: string): boolean {
  const over = plan.overs.find((one) => one.name === name);
  if (over !== undefined) return over.fn === 'share' || over.fn === 'moving' || isApproximate(plan, over.of);
  const place = Number(name.slice(1));
  if (name.startsWith('m')) {
    const measure = plan.summaries[place];
    return measure !== undefined && isApproximateSummary(plan, measure);
  }
  const grouped = plan.group?.[place];
  return grouped !== undefined && isApproximate(plan, grouped.value);
}

function isComputedFromSuch(plan: Layers, computation: Computation): boolean {
  const isSuch = (one: Computation) => isComputedFromSuch(plan, one);
  switch (computation.op) {
    case 'value':
      return isApproximate(plan, computation.value);
    case 'call':
      return computation.fn === 'DIV' || computation.args.some(isSuch);
    case 'case': {
      const { branches, otherwise } = computation;
      return branches.some(({ outcome }) => isSuch(outcome)) || (otherwise !== null && isSuch(otherwise));
    }
    default:
      return false;
  }
}
