// What is computed once for all queries that differ only in their values and page.
import type { ModeType } from '../../contract/mode.ts';
import type { QueryShape } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';
import type { Draft, Template } from '../../query/compile/draft.ts';
import type { RowFormat } from '../../query/compile/formats.ts';
import { compileGroupCount, compileGroups, groupOrder } from '../../query/compile/groups.ts';
import { type OrderTerm, rowOrder } from '../../query/compile/order.ts';
import type { PageForm } from '../../query/compile/page.ts';
import { compilePivot, compilePivotCount, isPivoted } from '../../query/compile/pivot.ts';
import { compileRows } from '../../query/compile/rows.ts';
import { type TotalSource, totalSource } from '../../query/compile/total-source.ts';
import { compileTotals, type TotalsTemplate } from '../../query/compile/totals.ts';
import { compileWindowedRows, isWindowed } from '../../query/compile/windowed-rows.ts';
import { compileWindowedTotals } from '../../query/compile/windowed-totals.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { isApproximate, isApproximateSummary } from '../../query/plan/approximate.ts';
import { entitiesOf } from '../../query/plan/entities.ts';
import { type Plan, type PlanSummary, type PlanValue, summaryColumn, typeOf } from '../../query/plan/plan.ts';
import { type Purpose, planGrid } from '../../query/plan/planner.ts';
import type { Snapshot } from '../snapshot.ts';
import { cursorPurpose } from './cursor.ts';

/** A column of the answer. */
export interface AnswerColumn {
  readonly type: ModeType;
  /** Its numbers are only close to a value, so their last digits mean nothing. */
  readonly isApproximate: boolean;
}

/** What queries that differ only in their values and page have in common. */
export interface PlannedQuery {
  /** Identifies it. */
  readonly id: number;
  readonly plan: Plan;
  readonly cols: readonly string[];
  /** What each column holds. */
  readonly columns: readonly AnswerColumn[];
  /** The purpose of its cursors, without the query's values. */
  readonly purpose: readonly string[];
  /** The order of the rows. */
  readonly terms: readonly OrderTerm[];
  /** Whether cursors contain a row's values; otherwise only its position. */
  readonly hasKeyset: boolean;
  /** How a sorted page can carry the total more cheaply than a count; null if it cannot. */
  readonly totalSource: TotalSource | null;
  /** `names`: the names of the pivot's columns. */
  compile(draft: Draft, format: RowFormat, form: PageForm, names: readonly string[]): Template;
  /** The total, if requested, and the summaries beside the rows. */
  totals(draft: Draft, count: boolean): TotalsTemplate;
}

const plans = new Cache<PlannedQuery>('plans');
let queriesPlanned = 0;

export function plannedQuery(
  { dialect, database, scope }: Snapshot,
  shape: QueryShape,
  purpose: Purpose,
): PlannedQuery {
  return plans.get(scope, `${purpose} ${shape.text}`, () => {
    const plan = planGrid(dialect.sql, database, shape.request, shape.pointer, purpose);
    const query = JSON.stringify(shape.request);
    return {
      id: ++queriesPlanned,
      plan,
      purpose: cursorPurpose(dialect.name, query, entitiesOf(plan)),
      ...(plan.group === null ? rowsQuery(dialect.sql, plan) : groupsQuery(dialect.sql, plan)),
    };
  });
}

type Answering = Omit<PlannedQuery, 'id' | 'plan' | 'purpose'>;

function rowsQuery(sql: SqlDialect, plan: Plan): Answering {
  const order = rowOrder(sql, plan);
  const selected = plan.attributes.filter((attribute) => attribute.selected);
  return {
    cols: selected.map(({ alias }) => alias),
    columns: selected.map(({ value }) => columnOf(plan, value)),
    terms: order.terms,
    hasKeyset: order.isTotal && order.terms.length > 0,
    totalSource: plan.summaries.length === 0 && !isWindowed(plan) ? totalSource(sql, plan, order) : null,
    compile(draft, format, form) {
      if (isWindowed(plan)) return compileWindowedRows(draft, plan, format, form);
      const written = rowOrder(draft.dialect, plan, (value) => draft.value(value));
      return compileRows(draft, plan, written, format, form);
    },
    totals: (draft, count) => rowTotals(draft, plan, count),
  };
}

export function rowTotals(draft: Draft, plan: Plan, count: boolean): TotalsTemplate {
  const isOfFirst = plan.group === null && plan.top !== null;
  return isOfFirst ? compileWindowedTotals(draft, plan, { count }) : compileTotals(draft, plan, { count });
}

function groupsQuery(sql: SqlDialect, plan: Plan): Answering {
  const terms = groupOrder(sql, plan);
  const group = plan.group ?? [];
  return {
    cols: [
      ...group.map(({ alias }) => alias),
      ...plan.summaries.map(summaryColumn),
      ...plan.extras.map(({ alias }) => alias),
    ],
    columns: [
      ...group.map(({ value }) => columnOf(plan, value)),
      ...plan.summaries.map((summary) => ({
        type: summaryMode(summary),
        isApproximate: isApproximateSummary(plan, summary),
      })),
      ...plan.extras.map(({ value }) => columnOf(plan, value)),
    ],
    terms,
    hasKeyset: terms.length > 0 && terms.every(({ column }) => sql.sortsWhole(column)),
    totalSource: null,
    compile(draft, format, form, names) {
      const written = groupOrder(draft.dialect, plan, (value) => draft.value(value));
      if (isPivoted(plan)) return compilePivot(draft, plan, written, format, form, names);
      return compileGroups(draft, plan, written, format, form);
    },
    totals: (draft) => ({
      ...(isPivoted(plan) ? compilePivotCount(draft, plan) : compileGroupCount(draft, plan)),
      summaries: [],
    }),
  };
}

function columnOf(plan: Plan, value: PlanValue): AnswerColumn {
  return { type: typeOf(value).mode, isApproximate: isApproximate(plan, value) };
}

function summaryMode({ attribute, summary }: PlanSummary): ModeType {
  if (summary === 'min' || summary === 'max') return typeOf(attribute.value).mode;
  return summary === 'sum' || summary === 'avg' ? 'numeric' : 'integer';
}
