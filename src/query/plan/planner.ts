// From a query document to its plan: resolves every name and finds every error of the document.
import type { GridRequest } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { GridPage } from '../../contract/shape.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, VisibleDatabase } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { isZone, ownZone, unknownZone } from '../zones.ts';
import { checkBuckets, checkColumns, checkExtras, checkSummaries } from './checks.ts';
import { Expressions } from './expressions.ts';
import { groupFields } from './group-fields.ts';
import { measureType } from './measures.ts';
import { Overs, planTop } from './overs.ts';
import { Parameters } from './parameters.ts';
import {
  isSummary,
  type NamedValue,
  type Paging,
  type Plan,
  type PlanAttribute,
  type PlanOrder,
  type PlanSummary,
  summaryColumn,
  typeOf,
} from './plan.ts';
import { presentSummaries } from './present.ts';
import { invalid } from './problems.ts';
import { Rollups } from './rollups.ts';
import { type Planning, Scope } from './scope.ts';
import { Slots } from './slots.ts';
import { planWhere } from './where.ts';

/** What the plan is for. Rows need a column; summaries may be empty, since clients request them with every page. */
export type Purpose = 'rows' | 'summaries';

export function planGrid(
  dialect: SqlDialect,
  database: VisibleDatabase,
  request: GridRequest,
  pointer: string,
  purpose: Purpose = 'rows',
): Plan {
  const slots = new Slots();
  const parameters = new Parameters(request, pointer);
  const zone = zoneOf(request, pointer);
  const fields = new Expressions(dialect);
  const rollups = new Rollups(dialect);
  const planning: Planning = {
    database,
    slots,
    parameters,
    zone,
    nodeCount: 0,
    compute(own, item, node, at) {
      if ('rollup' in item) return rollups.plan(own, item, node, at);
      if ('over' in item) {
        if (own === scope) return overs.plan(group === null ? own : groups, item, at);
        throw invalid('What goes over the answer stands in its own entities, not in related ones.', {
          pointer: at,
        });
      }
      return fields.compute(ofGroups.has(item) ? groups : own, item, node, at);
    },
  };
  const ofGroups = groupFields(request);
  const overs = new Overs(dialect);
  const groups = new Scope(planning, [], null);
  const scope = new Scope(planning, request.entities, null);
  for (const [i, node] of request.entities.entries()) scope.addRoot(node, pointerTo(pointer, 'entities', i));
  const isExtra = new Set(scope.itemsOf((item) => ofGroups.has(item) || 'over' in item));
  const group = planGroup(scope, request, pointer, isExtra);
  const own = scope.attributes.filter((attribute) => !isExtra.has(attribute));
  const summaries = own.flatMap((attribute) =>
    attribute.summaries.map((summary): PlanSummary => ({ attribute, summary })),
  );
  const extras = group === null ? [] : [...isExtra];
  if (group !== null) nameGroups(dialect, groups, group, summaries, extras);
  // Resolve every attribute, even unused ones, to find their errors.
  for (const attribute of scope.attributes) void attribute.value;
  const pivot = planPivot(request, pointer, group, summaries);
  const having = planHaving(dialect, groups, request, pointer, group);
  checkExtras(scope, isExtra);
  if (purpose === 'rows' && group === null && !scope.attributes.some(({ selected }) => selected)) {
    throw invalid('No attribute is selected, so there would be no columns.', {
      pointer: pointerTo(pointer, 'entities'),
    });
  }
  checkSummaries(dialect, scope);
  if (group !== null || purpose === 'summaries') checkColumns(scope, group ?? [], summaries, extras);
  checkBuckets(scope, group);
  const where = planWhere(dialect, scope, request.where, pointerTo(pointer, 'where'));
  const counted = presentSummaries(summaries);
  return {
    nodes: scope.nodes,
    attributes: group === null ? scope.attributes : own,
    where,
    order: planOrder(scope, request, pointer, group, [...counted, ...extras]),
    summaries: counted,
    group,
    having,
    extras: extras.filter(({ selected }) => selected),
    top: planTop(group === null ? scope : groups, request, pointer),
    overs: overs.all,
    pivot,
    zone,
    slots: slots.all,
    parameters: parameters.given,
  };
}

function zoneOf({ timezone }: GridRequest, pointer: string): string {
  if (timezone === undefined) return ownZone();
  if (isZone(timezone)) return timezone;
  throw invalid(unknownZone(timezone), { pointer: pointerTo(pointer, 'timezone') });
}

export function planPaging({ offset, limit, count, after }: GridPage): Paging {
  return {
    offset: exactBigInt(offset) ?? 0n,
    limit: exactBigInt(limit),
    count: count ?? 'exact',
    after: after ?? null,
  };
}

function exactBigInt(value: GridPage['limit']): bigint | null {
  return value === undefined ? null : BigInt(String(value));
}

/** The measures for which the total of a row can be computed from its groups. */
const ofRows: ReadonlySet<SummaryName> = new Set<SummaryName>(['sum', 'count', 'min', 'max']);

function planPivot(
  { pivot, order = [] }: GridRequest,
  pointer: string,
  group: readonly PlanAttribute[] | null,
  summaries: readonly PlanSummary[],
): PlanAttribute | null {
  if (pivot === undefined) return null;
  const at = pointerTo(pointer, 'pivot');
  const found = group?.find(({ alias }) => alias === pivot);
  if (found === undefined) {
    const allowed = (group ?? []).map(({ alias }) => alias);
    throw invalid(`A pivot is one of "group", and "${pivot}" is not.${didYouMean(pivot, allowed)}`, {
      pointer: at,
      allowed,
    });
  }
  if (summaries.length === 0)
    throw invalid('A pivot needs a measure: an attribute with summaries.', { pointer: at });
  const allowed = [
    ...(group ?? []).map(({ alias }) => alias),
    ...summaries.filter(({ summary }) => ofRows.has(summary)).map(summaryColumn),
  ];
  order.forEach(({ alias }, i) => {
    if (allowed.includes(alias)) return;
    const isMeasure = summaries.some((summary) => summaryColumn(summary) === alias);
    const reason = isMeasure
      ? `what "${alias}" is for a whole row does not follow from its cells, as a sum, a count, the least or the greatest does`
      : `"${alias}" is neither one of its group nor a measure`;
    throw invalid(
      `The rows of a pivot cannot be sorted by this: ${reason}. Sort by ${allowed.map((name) => `"${name}"`).join(', ')}.`,
      {
        pointer: pointerTo(pointer, 'order', i, 'alias'),
        allowed,
      },
    );
  });
  return found;
}

/** The names that conditions on groups, and calculations per group, may use. */
function nameGroups(
  dialect: SqlDialect,
  groups: Scope,
  group: readonly PlanAttribute[],
  summaries: readonly PlanSummary[],
  extras: readonly PlanAttribute[],
): void {
  const named = (name: string, column: Column): NamedValue => ({ kind: 'named', name, column });
  group.forEach((attribute, i) => {
    groups.addValue(attribute.alias, () => named(`v${i}`, typeOf(attribute.value)));
  });
  summaries.forEach((summary, i) => {
    const { attribute } = summary;
    const value = named(`m${i}`, measureType(dialect, summary.summary, typeOf(attribute.value)));
    // The displayed digits of sums and averages depend on the engine and on what was added up.
    const isAdded = summary.summary === 'sum' || summary.summary === 'avg';
    groups.addValue(summaryColumn(summary), () => (isAdded ? { ...value, text: `x${i}` } : value));
  });
  for (const extra of extras) groups.addValue(extra.alias, () => extra.value);
}

function planHaving(
  dialect: SqlDialect,
  groups: Scope,
  { having }: GridRequest,
  pointer: string,
  group: readonly PlanAttribute[] | null,
): Plan['having'] {
  const at = pointerTo(pointer, 'having');
  if (group !== null) return planWhere(dialect, groups, having, at);
  if (having === undefined || having === null) return null;
  throw invalid('"having" is for groups, and there is no "group".', { pointer: at });
}

function planGroup(
  scope: Scope,
  request: GridRequest,
  pointer: string,
  extras: ReadonlySet<PlanAttribute>,
): PlanAttribute[] | null {
  if (request.group === undefined || request.group.length === 0) return null;
  const seen = new Set<string>();
  return request.group.map((alias, i) => {
    const at = pointerTo(pointer, 'group', i);
    if (seen.has(alias)) throw invalid(`"${alias}" stands in the group twice.`, { pointer: at });
    seen.add(alias);
    const attribute = scope.attribute(alias, at);
    if (!extras.has(attribute)) return attribute;
    throw invalid(`"${alias}" is worked out after the rows are grouped.`, { pointer: at });
  });
}

function planOrder(
  scope: Scope,
  request: GridRequest,
  pointer: string,
  group: readonly PlanAttribute[] | null,
  summaries: readonly (PlanAttribute | PlanSummary)[],
): PlanOrder[] {
  return (request.order ?? []).map(({ alias, asc = true, nulls = 'last' }, i) => {
    const at = pointerTo(pointer, 'order', i, 'alias');
    const by = group === null ? scope.attribute(alias, at) : findGroupColumn(alias, at, group, summaries);
    return { by, descending: !asc, nullsFirst: nulls === 'first' };
  });
}

function findGroupColumn(
  alias: string,
  pointer: string,
  group: readonly PlanAttribute[],
  measures: readonly (PlanAttribute | PlanSummary)[],
): PlanAttribute | PlanSummary {
  const nameOf = (by: PlanAttribute | PlanSummary) => (isSummary(by) ? summaryColumn(by) : by.alias);
  const found = [...group, ...measures].find((by) => nameOf(by) === alias);
  if (found) return found;
  const allowed = [...group, ...measures].map(nameOf);
  throw invalid(`"${alias}" is no column of the groups.${didYouMean(alias, allowed)}`, { pointer, allowed });
}
