// Errors of a planned query that no single name in it reveals.
import { pointerTo } from '../../contract/json.ts';
import type { SummarySql } from '../dialect/sql.ts';
import { type PlanAttribute, type PlanSummary, summaryColumn, typeOf } from './plan.ts';
import { invalid } from './problems.ts';
import type { Scope } from './scope.ts';

export function checkExtras(scope: Scope, extras: ReadonlySet<PlanAttribute>): void {
  for (const extra of extras) {
    if (extra.summaries.length === 0 && extra.bucket === null) continue;
    throw invalid(`"${extra.alias}" is worked out for the answer, so it is not summarised itself.`, {
      pointer: scope.pointerOf(extra),
    });
  }
}

export function checkSummaries(dialect: SummarySql, scope: Scope): void {
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

/** Each column of the answer needs a unique name. */
export function checkColumns(
  scope: Scope,
  group: readonly PlanAttribute[],
  summaries: readonly PlanSummary[],
  extras: readonly PlanAttribute[],
): void {
  const taken = new Set([...group, ...extras].map(({ alias }) => alias));
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

export function checkBuckets(scope: Scope, group: readonly PlanAttribute[] | null): void {
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
