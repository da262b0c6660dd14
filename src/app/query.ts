// A planned query and its statements, whether it answers plain rows or groups.
import { pointerTo } from '../contract/json.ts';
import type { ModeType } from '../contract/mode.ts';
import type { ReadGridRequest } from '../contract/read-grid.ts';
import type { Cursor } from '../query/compile/cursor.ts';
import type { RowFormat } from '../query/compile/formats.ts';
import { compileGroupCount, compileGroups, groupOrder } from '../query/compile/groups.ts';
import { rowOrder } from '../query/compile/order.ts';
import { compilePage, type PageOptions } from '../query/compile/rows.ts';
import { compileTotals, type Totals } from '../query/compile/totals.ts';
import { type Plan, type PlanSummary, summaryColumn } from '../query/plan/plan.ts';
import { planGrid } from '../query/plan/planner.ts';
import { invalid } from '../query/plan/scope.ts';
import type { SqlDialect, Statement } from '../query/sql.ts';
import { decodeCursor, queryHash } from './cursor.ts';
import type { Snapshot } from './database.ts';

export interface Query {
  readonly plan: Plan;
  readonly cols: readonly string[];
  /** The type of each column. */
  readonly types: readonly ModeType[];
  /** Identifies the query in its cursors. */
  readonly hash: string;
  /** Where the page begins, if after a cursor. */
  readonly after: Cursor | null;
  /** Whether cursors hold the values of a row; else they can only hold its position. */
  readonly hasKeyset: boolean;
  page(format: RowFormat, options: PageOptions): Statement;
  /** The number of rows and the summaries; null where none of them is asked for. */
  totals(options: { readonly count: boolean }): Totals | null;
}

export function readQuery({ dialect, database }: Snapshot, read: ReadGridRequest): Query {
  const plan = planGrid(dialect.sql, database, read.request, read.pointer);
  return plan.group === null ? rowsQuery(dialect.sql, plan, read) : groupsQuery(dialect.sql, plan, read);
}

function rowsQuery(sql: SqlDialect, plan: Plan, read: ReadGridRequest): Query {
  const order = rowOrder(sql, plan);
  const selected = plan.attributes.filter((attribute) => attribute.selected);
  return {
    plan,
    cols: selected.map(({ alias }) => alias),
    types: selected.map(({ column }) => column.mode),
    hash: queryHash(read.request),
    after: readCursor(plan, order.isTotal ? order.terms.length : 0, read),
    hasKeyset: order.isTotal,
    page: (format, options) => compilePage(sql, plan, order, format, options),
    totals: (options) =>
      options.count || plan.summaries.length > 0 ? compileTotals(sql, plan, options) : null,
  };
}

function groupsQuery(sql: SqlDialect, plan: Plan, read: ReadGridRequest): Query {
  const terms = groupOrder(sql, plan);
  const group = plan.group ?? [];
  return {
    plan,
    cols: [...group.map(({ alias }) => alias), ...plan.summaries.map(summaryColumn)],
    types: [...group.map(({ column }) => column.mode), ...plan.summaries.map(summaryMode)],
    hash: queryHash(read.request),
    after: readCursor(plan, terms.length, read),
    hasKeyset: true,
    page: (format, options) => compileGroups(sql, plan, terms, format, options),
    totals: ({ count }) => (count ? { statement: compileGroupCount(sql, plan), summaries: [] } : null),
  };
}

function summaryMode({ attribute, summary }: PlanSummary): ModeType {
  if (summary === 'min' || summary === 'max') return attribute.column.mode;
  return summary === 'sum' || summary === 'avg' ? 'numeric' : 'integer';
}

function readCursor(plan: Plan, values: number, read: ReadGridRequest): Cursor | null {
  if (plan.after === null) return null;
  if (plan.offset > 0n) {
    throw invalid('A page begins at an offset or after a cursor, not both.', {
      pointer: pointerTo(read.pointer, 'offset'),
    });
  }
  return decodeCursor(plan.after, queryHash(read.request), values, pointerTo(read.pointer, 'after'));
}

/** The page that the request asks for; `limit` null means all rows. */
export function pageOptions(query: Query, limit: bigint | null, withCursors: boolean): PageOptions {
  const { after, plan, hasKeyset } = query;
  const offset = after === null ? plan.offset : hasKeyset ? 0n : after.position;
  return { limit, offset, after: hasKeyset ? after : null, withCursors: withCursors && hasKeyset };
}
