// A planned query, bound to the values of one request, and its statements.
import { pointerTo } from '../../contract/json.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import { type Bindings, bindGiven } from '../../query/bind.ts';
import { Cache } from '../../query/cache.ts';
import { bindCursor, type Cursor, cursorFilling, cursorForm } from '../../query/compile/cursor.ts';
import { type Draft, type Filling, fill, filling, type Template } from '../../query/compile/draft.ts';
import type { RowFormat } from '../../query/compile/formats.ts';
import { groupOrder } from '../../query/compile/groups.ts';
import { newDraft } from '../../query/compile/language.ts';
import { type PageOptions, pageForm, withinBounds } from '../../query/compile/page.ts';
import {
  compilePivotedGroups,
  compilePivotValues,
  compilePivotWidth,
  isPivoted,
  type Pivoted,
} from '../../query/compile/pivot.ts';
import type { TotalSource } from '../../query/compile/total-source.ts';
import { compileBare, type TotalsTemplate } from '../../query/compile/totals.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import type { Paging, Plan, PlanSummary } from '../../query/plan/plan.ts';
import { type Purpose, planPaging } from '../../query/plan/planner.ts';
import { invalid } from '../../query/plan/problems.ts';
import type { Snapshot } from '../snapshot.ts';
import { Cursors } from './cursor.ts';
import type { PivotColumns } from './pivot-columns.ts';
import { type AnswerColumn, type PlannedQuery, plannedQuery, rowTotals } from './planned-query.ts';

/** The statement that counts and summarises, with a single result row. */
export interface TotalsStatement {
  /** The total or `null`, then the summaries as JSON texts. */
  readonly statement: Statement;
  /** The summary on each line after the first. */
  readonly summaries: readonly PlanSummary[];
}

const templates = new Cache<Template>('statements', { weigh: ({ statement }) => statement.sql.length });
const totals = new Cache<TotalsTemplate>('totals', { weigh: ({ statement }) => statement.sql.length });

export class Query {
  readonly paging: Paging;
  readonly cursors: Cursors;
  readonly #planned: PlannedQuery;
  readonly #bindings: Bindings;
  readonly #snapshot: Pick<Snapshot, 'dialect' | 'scope' | 'filterBindings'>;
  readonly #pointer: string;
  #after: Cursor | null | undefined;
  #pivot: PivotColumns | null = null;

  constructor(snapshot: Snapshot, planned: PlannedQuery, { shape, given, page }: ReadGridRequest) {
    this.#snapshot = snapshot;
    this.#planned = planned;
    this.#bindings = bindGiven(snapshot.dialect.sql, planned.plan, given, new Date());
    this.paging = planPaging(page);
    this.cursors = new Cursors(snapshot, [...planned.purpose, JSON.stringify(given)]);
    this.#pointer = shape.pointer;
  }

  /** The row after which the page begins, if there is a cursor. */
  get after(): Cursor | null {
    this.#after ??= this.#readCursor();
    return this.#after;
  }

  get plan(): Plan {
    return this.#planned.plan;
  }

  /** Shared by queries that differ only in their values and page. */
  get id(): string {
    return String(this.#planned.id);
  }

  get cols(): readonly string[] {
    const { cols, plan } = this.#planned;
    if (this.#pivot === null) return cols;
    const { group, pivot } = plan;
    return [...(group ?? []).filter((by) => by !== pivot).map(({ alias }) => alias), ...this.#pivot.names];
  }

  get columns(): readonly AnswerColumn[] {
    const { columns, plan } = this.#planned;
    if (this.#pivot === null) return columns;
    const group = plan.group ?? [];
    const others = columns.filter((_, i) => i < group.length && group[i] !== plan.pivot);
    return [...others, ...this.#pivot.values.flatMap(() => columns.slice(group.length))];
  }

  /** The pivot's columns; null without a pivot. */
  get pivot(): PivotColumns | null {
    return this.#pivot;
  }

  withColumns(pivot: PivotColumns): this {
    this.#pivot = pivot;
    return this;
  }

  /** The values that become columns, as JSON texts. */
  pivotValues(most: number): Statement {
    return this.#pivoting((draft, plan) => compilePivotValues(draft, plan, most));
  }

  /** The groups of a pivot page and one row per value, within these limits. */
  pivotedGroups(limit: bigint, most: { readonly groups: number; readonly values: number }): Statement {
    const { plan } = this;
    if (!isPivoted(plan)) throw new Error('there is no pivot');
    const key = `${this.id} turned ${this.#bindings.form}`;
    const template = templates.get(this.#snapshot.scope, key, () => {
      const draft = this.#draft();
      return compilePivotedGroups(
        draft,
        plan,
        groupOrder(draft.dialect, plan, (value) => draft.value(value)),
        most,
      );
    });
    return this.#filled(template, this.#filling(limit, withinBounds({ ...this.paging, limit }).offset));
  }

  /** The number of such values. */
  pivotWidth(): Statement {
    return this.#pivoting(compilePivotWidth);
  }

  #pivoting(compile: (draft: Draft, plan: Pivoted) => Template): Statement {
    const { plan } = this;
    if (!isPivoted(plan)) throw new Error('there is no pivot');
    return this.#filled(compile(this.#draft(), plan), this.#filling(null, 0n));
  }

  get totalSource(): TotalSource | null {
    return this.#planned.totalSource;
  }

  /** Whether cursors contain a row's values; otherwise only its position. */
  get hasKeyset(): boolean {
    return this.#planned.hasKeyset;
  }

  page(format: RowFormat, options: PageOptions): Statement {
    const { dialect, scope } = this.#snapshot;
    const { id, terms } = this.#planned;
    const { limit, offset } = withinBounds(options);
    const after = options.after === null ? null : bindCursor(dialect.sql, terms, options.after);
    const form = pageForm({ ...options, limit, offset }, after, dialect.sql.writesLimit);
    const { size, written, hasOffset, withCursors, totalBy } = form;
    const page = `${size} ${written} ${hasOffset} ${withCursors} ${totalBy}`;
    const key = `${id} ${format.name} ${page} ${after && cursorForm(after)} ${this.#bindings.form}`;
    const names = this.#pivot?.names ?? [];
    const pivoted = this.#pivot === null ? key : `${key} ${JSON.stringify(names)}`;
    const template = templates.get(scope, pivoted, () =>
      this.#planned.compile(this.#draft(), format, form, names),
    );
    return this.#filled(template, this.#filling(limit, offset, after === null ? [] : cursorFilling(after)));
  }

  /** The total and the summaries; null if none is requested. */
  totals({ count }: { readonly count: boolean }): TotalsStatement | null {
    const { group, summaries } = this.plan;
    if (!count && (group !== null || summaries.length === 0)) return null;
    return this.#totals(`count ${count}`, (draft) => this.#planned.totals(draft, count));
  }

  /** The summaries over all rows, also for a query with groups. */
  summaries(): TotalsStatement {
    return this.#totals('summaries', (draft) => rowTotals(draft, this.plan, false));
  }

  #totals(what: string, compile: (draft: Draft) => TotalsTemplate): TotalsStatement {
    const key = `${this.#planned.id} ${what} ${this.#bindings.form}`;
    const template = totals.get(this.#snapshot.scope, key, () => compile(this.#draft()));
    return { statement: this.#filled(template, this.#filling(null, 0n)), summaries: template.summaries };
  }

  /** The statement whose row estimate the engine is asked for. */
  bare(): Statement {
    return this.#filled(compileBare(this.#draft(), this.plan), this.#filling(null, 0n));
  }

  #draft(): Draft {
    return newDraft(this.#snapshot.dialect.sql, this.#bindings, this.#snapshot.filterBindings);
  }

  #filled(template: Template, values: Filling): Statement {
    return fill(template, values, this.#snapshot.filterBindings);
  }

  #filling(limit: bigint | null, offset: bigint, cursor: Filling = []): Filling {
    return filling(limit, offset, this.#bindings.values, cursor);
  }

  #readCursor(): Cursor | null {
    const { after, offset } = this.paging;
    if (after === null) return null;
    if (offset > 0n) {
      throw invalid('A page begins at an offset or after a cursor, not both.', {
        pointer: pointerTo(this.#pointer, 'offset'),
      });
    }
    const { terms, hasKeyset } = this.#planned;
    return this.cursors.decode(after, hasKeyset ? terms.length : 0, pointerTo(this.#pointer, 'after'));
  }
}

export function readQuery(snapshot: Snapshot, read: ReadGridRequest, purpose: Purpose = 'rows'): Query {
  return new Query(snapshot, plannedQuery(snapshot, read.shape, purpose), read);
}

/** The requested page; `limit` null means all rows. */
export function pageOptions(query: Query, limit: bigint | null, withCursors: boolean): PageOptions {
  const { after, paging } = query;
  const isAfterRow = after !== null && after.values.length > 0;
  return {
    limit,
    offset: after === null ? paging.offset : isAfterRow ? 0n : after.position,
    after: isAfterRow ? after : null,
    withCursors: withCursors && query.hasKeyset,
    totalBy: null,
  };
}
