// A planned query and its statements, whether it answers plain rows or groups.
import type { GridRequest } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { ModeType } from '../../contract/mode.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { Cache } from '../../query/cache.ts';
import type { Cursor } from '../../query/compile/cursor.ts';
import type { RowFormat } from '../../query/compile/formats.ts';
import { compileGroupCount, compileGroups, groupOrder } from '../../query/compile/groups.ts';
import { rowOrder } from '../../query/compile/order.ts';
import type { PageOptions } from '../../query/compile/page.ts';
import { compilePage } from '../../query/compile/rows.ts';
import { type TellsTotal, tellsTotal } from '../../query/compile/told-total.ts';
import { compileTotals, type Totals } from '../../query/compile/totals.ts';
import type { SqlDialect, Statement } from '../../query/dialect/sql.ts';
import { entitiesOf } from '../../query/plan/entities.ts';
import { type Paging, type Plan, type PlanSummary, summaryColumn } from '../../query/plan/plan.ts';
import { planGrid, planPaging } from '../../query/plan/planner.ts';
import { invalid } from '../../query/plan/scope.ts';
import type { Snapshot } from '../database.ts';
import { Cursors, cursorPurpose } from './cursor.ts';

/** A query without its page: what answers to the same question share. */
interface Question {
  readonly plan: Plan;
  readonly cols: readonly string[];
  /** The type of each column. */
  readonly types: readonly ModeType[];
  /** What its cursors are good for. */
  readonly purpose: readonly string[];
  /** How many values a cursor holds; none where it can only hold a position. */
  readonly cursorValues: number;
  /** How a sorted page can tell the number of all rows for less than it costs to count them; null where it cannot. */
  readonly tellsTotal: TellsTotal | null;
  page(format: RowFormat, options: PageOptions): Statement;
  /** The number of rows and the summaries; null where none of them is asked for. */
  totals(options: { readonly count: boolean }): Totals | null;
}

export interface Query extends Question {
  readonly paging: Paging;
  readonly cursors: Cursors;
  /** Where the page begins, if after a cursor. */
  readonly after: Cursor | null;
}

export function readQuery(snapshot: Snapshot, read: ReadGridRequest): Query {
  const question = readQuestion(snapshot, read);
  const paging = planPaging(read.request);
  const cursors = new Cursors(snapshot, question.purpose);
  const after = readCursor(paging, cursors, question.cursorValues, read.pointer);
  return { ...question, paging, cursors, after };
}

const questions = new Cache<Question>('queries');

function readQuestion(
  { dialect, database, scope }: Snapshot,
  { request, pointer }: ReadGridRequest,
): Question {
  const text = textOf(request);
  return questions.get(scope, text, () => {
    const plan = planGrid(dialect.sql, database, request, pointer);
    const purpose = cursorPurpose(dialect.name, text, entitiesOf(plan));
    const question = plan.group === null ? rowsQuestion : groupsQuestion;
    return remembering(question(dialect.sql, plan, purpose));
  });
}

const texts = new WeakMap<GridRequest, string>();

/** A request without its page; one that is asked again need not be written again. */
function textOf(request: GridRequest): string {
  const known = texts.get(request);
  if (known !== undefined) return known;
  const { offset, limit, count, after, ...question } = request;
  const text = JSON.stringify(question);
  texts.set(request, text);
  return text;
}

const pagesKept = 16;

/** The same question with its statements kept, as far as they hold no cursor. */
function remembering(question: Question): Question {
  const pages = new Map<string, Statement>();
  const totals = new Map<boolean, Totals | null>();
  return {
    ...question,
    page(format, options) {
      if (options.after !== null) return question.page(format, options);
      const key = `${format.name} ${options.limit} ${options.offset} ${options.withCursors} ${options.totalBy}`;
      const statement = pages.get(key) ?? question.page(format, options);
      if (pages.size < pagesKept) pages.set(key, statement);
      return statement;
    },
    totals(options) {
      const known = totals.get(options.count);
      if (known !== undefined) return known;
      const compiled = question.totals(options);
      totals.set(options.count, compiled);
      return compiled;
    },
  };
}

function rowsQuestion(sql: SqlDialect, plan: Plan, purpose: Question['purpose']): Question {
  const order = rowOrder(sql, plan);
  const selected = plan.attributes.filter((attribute) => attribute.selected);
  return {
    plan,
    cols: selected.map(({ alias }) => alias),
    types: selected.map(({ column }) => column.mode),
    purpose,
    cursorValues: order.isTotal ? order.terms.length : 0,
    tellsTotal: plan.summaries.length === 0 ? tellsTotal(sql, plan, order) : null,
    page: (format, options) => compilePage(sql, plan, order, format, options),
    totals: (options) =>
      options.count || plan.summaries.length > 0 ? compileTotals(sql, plan, options) : null,
  };
}

function groupsQuestion(sql: SqlDialect, plan: Plan, purpose: Question['purpose']): Question {
  const terms = groupOrder(sql, plan);
  const group = plan.group ?? [];
  return {
    plan,
    cols: [...group.map(({ alias }) => alias), ...plan.summaries.map(summaryColumn)],
    types: [...group.map(({ column }) => column.mode), ...plan.summaries.map(summaryMode)],
    purpose,
    cursorValues: terms.every(({ column }) => sql.sortsWhole(column)) ? terms.length : 0,
    tellsTotal: null,
    page: (format, options) => compileGroups(sql, plan, terms, format, options),
    totals: ({ count }) => (count ? { statement: compileGroupCount(sql, plan), summaries: [] } : null),
  };
}

function summaryMode({ attribute, summary }: PlanSummary): ModeType {
  if (summary === 'min' || summary === 'max') return attribute.column.mode;
  return summary === 'sum' || summary === 'avg' ? 'numeric' : 'integer';
}

function readCursor(paging: Paging, cursors: Cursors, cursorValues: number, pointer: string): Cursor | null {
  if (paging.after === null) return null;
  if (paging.offset > 0n) {
    throw invalid('A page begins at an offset or after a cursor, not both.', {
      pointer: pointerTo(pointer, 'offset'),
    });
  }
  return cursors.decode(paging.after, cursorValues, pointerTo(pointer, 'after'));
}

/** Whether cursors hold the values of a row; else they can only hold its position. */
export function hasKeyset({ cursorValues }: Query): boolean {
  return cursorValues > 0;
}

/** The page that the request asks for; `limit` null means all rows. */
export function pageOptions(query: Query, limit: bigint | null, withCursors: boolean): PageOptions {
  const { after, paging } = query;
  const isAfterRow = after !== null && after.values.length > 0;
  return {
    limit,
    offset: after === null ? paging.offset : isAfterRow ? 0n : after.position,
    after: isAfterRow ? after : null,
    withCursors: withCursors && hasKeyset(query),
    totalBy: null,
  };
}
