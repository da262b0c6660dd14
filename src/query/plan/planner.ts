// From a query document to its plan: resolves every name and finds every error that a document can have.
import type { GridRequest } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { GridPage } from '../../contract/shape.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Database } from '../../model/database.ts';
import type { SqlDialect, SummarySql } from '../dialect/sql.ts';
import { isZone, ownZone } from '../zones.ts';
import { Expressions } from './expressions.ts';
import { Parameters } from './parameters.ts';
import {
  type Paging,
  type Plan,
  type PlanAttribute,
  type PlanOrder,
  type PlanSummary,
  summaryColumn,
  typeOf,
} from './plan.ts';
import { invalid, notBuilt } from './problems.ts';
import { Rollups } from './rollups.ts';
import { type Planning, Scope } from './scope.ts';
import { Slots } from './slots.ts';
import { planWhere } from './where.ts';

/** What the plan is for: rows need a column; summaries may be none, since clients ask for them with every page. */
export type Purpose = 'rows' | 'summaries';

export function planGrid(
  dialect: SqlDialect,
  database: Database,
  request: GridRequest,
  pointer: string,
  purpose: Purpose = 'rows',
): Plan {
  for (const field of ['having', 'top', 'pivot'] as const) {
    if (request[field] !== undefined && request[field] !== null) throw notBuilt(pointerTo(pointer, field));
  }
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
    compute: (own, item, ...place) =>
      'expr' in item ? fields.compute(own, item, ...place) : rollups.plan(own, item, ...place),
  };
  const scope = new Scope(planning, request.entities, null);
  for (const [i, node] of request.entities.entries()) scope.addRoot(node, pointerTo(pointer, 'entities', i));
  // Each is looked at, also where nothing names it.
  for (const attribute of scope.attributes) void attribute.value;
  const group = planGroup(scope, request, pointer);
  const summaries = scope.attributes.flatMap((attribute) =>
    attribute.summaries.map((summary): PlanSummary => ({ attribute, summary })),
  );
  if (purpose === 'rows' && group === null && !scope.attributes.some(({ selected }) => selected)) {
    throw invalid('No attribute is selected, so there would be no columns.', {
      pointer: pointerTo(pointer, 'entities'),
    });
  }
  checkSummaries(dialect, scope);
  if (group !== null || purpose === 'summaries') checkColumns(scope, group ?? [], summaries);
  checkBuckets(scope, group);
  const where = planWhere(dialect, scope, request.where, pointerTo(pointer, 'where'));
  return {
    nodes: scope.nodes,
    attributes: scope.attributes,
    where,
    order: planOrder(scope, request, pointer, group, summaries),
    summaries,
    group,
    slots: slots.all,
    parameters: parameters.given,
  };
}

function zoneOf({ timezone }: GridRequest, pointer: string): string {
  if (timezone === undefined) return ownZone();
  if (isZone(timezone)) return timezone;
  throw invalid(`"${timezone}" is no time zone: give an IANA name such as Europe/Vienna.`, {
    pointer: pointerTo(pointer, 'timezone'),
  });
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

function planGroup(scope: Scope, request: GridRequest, pointer: string): PlanAttribute[] | null {
  if (request.group === undefined || request.group.length === 0) return null;
  const seen = new Set<string>();
  return request.group.map((alias, i) => {
    const at = pointerTo(pointer, 'group', i);
    if (seen.has(alias)) throw invalid(`"${alias}" stands in the group twice.`, { pointer: at });
    seen.add(alias);
    return scope.attribute(alias, at);
  });
}

function checkSummaries(dialect: SummarySql, scope: Scope): void {
  for (const attribute of scope.attributes) {
    attribute.summaries.forEach((summary, i) => {
      const type = typeOf(attribute.value);
      if ((summary !== 'sum' && summary !== 'avg') || dialect.summable(type)) return;
      throw invalid(`${summary} needs numbers, and ${type.name} is of type ${type.mode}.`, {
        pointer: pointerTo(scope.pointerOf(attribute), 'summaries', i),
        allowed: ['min', 'max', 'count', 'count_distinct'],
      });
    });
  }
}

/** Each column of the answer has a name of its own. */
function checkColumns(
  scope: Scope,
  group: readonly PlanAttribute[],
  summaries: readonly PlanSummary[],
): void {
  const taken = new Set(group.map(({ alias }) => alias));
  for (const summary of summaries) {
    const name = summaryColumn(summary);
    if (taken.has(name)) {
      const { attribute } = summary;
      throw invalid(
        `Two columns of the answer would be called "${name}": give this attribute another alias.`,
        {
          pointer: pointerTo(
            scope.pointerOf(attribute),
            'summaries',
            attribute.summaries.indexOf(summary.summary),
          ),
        },
      );
    }
    taken.add(name);
  }
}

function checkBuckets(scope: Scope, group: readonly PlanAttribute[] | null): void {
  for (const attribute of scope.attributes) {
    if (attribute.bucket === null) continue;
    const pointer = pointerTo(scope.pointerOf(attribute), 'bucket');
    const { mode, name } = typeOf(attribute.value);
    if (mode !== 'date' && mode !== 'datetime') {
      throw invalid(`Periods need dates, and ${name} is of type ${mode}.`, { pointer });
    }
    if (mode === 'date' && attribute.bucket === 'hour') {
      throw invalid(`${name} has no hours.`, {
        pointer,
        allowed: ['year', 'quarter', 'month', 'week', 'day'],
      });
    }
    if (!group?.includes(attribute)) {
      throw invalid('A bucket makes sense only for an attribute that stands in "group".', { pointer });
    }
  }
}

function planOrder(
  scope: Scope,
  request: GridRequest,
  pointer: string,
  group: readonly PlanAttribute[] | null,
  summaries: readonly PlanSummary[],
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
  summaries: readonly PlanSummary[],
): PlanAttribute | PlanSummary {
  const found =
    group.find((attribute) => attribute.alias === alias) ??
    summaries.find((summary) => summaryColumn(summary) === alias);
  if (found) return found;
  const allowed = [...group.map((attribute) => attribute.alias), ...summaries.map(summaryColumn)];
  throw invalid(`"${alias}" is no column of the groups.${didYouMean(alias, allowed)}`, { pointer, allowed });
}
