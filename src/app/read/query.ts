// A query that is planned, with the values of one request bound to it, and its statements.
import { pointerTo } from '../../contract/json.ts';
import type { ModeType } from '../../contract/mode.ts';
import type { QueryShape, ReadGridRequest } from '../../contract/read-grid.ts';
import { type Bindings, bindGiven } from '../../query/bind.ts';
import { Cache } from '../../query/cache.ts';
import { bindCursor, type Cursor, cursorFilling, cursorForm } from '../../query/compile/cursor.ts';
import { type Draft, type Filling, fill, filling, type Template } from '../../query/compile/draft.ts';
import type { RowFormat } from '../../query/compile/formats.ts';
import { compileGroupCount, compileGroups, groupOrder } from '../../query/compile/groups.ts';
import { newDraft } from '../../query/compile/language.ts';
import { type OrderTerm, rowOrder } from '../../query/compile/order.ts';
import { type PageForm, type PageOptions, pageForm, withinBounds } from '../../query/compile/page.ts';
import {
  compilePivot,
  compilePivotCount,
  compilePivotValues,
  compilePivotWidth,
  compileTurnedGroups,
  isPivoted,
  type Pivoted,
} from '../../query/compile/pivot.ts';
import { compileRows } from '../../query/compile/rows.ts';
import { type TellsTotal, tellsTotal } from '../../query/compile/told-total.ts';
import { compileBare, compileTotals, type TotalsTemplate } from '../../query/compile/totals.ts';
import { compileWindowedRows, isWindowed } from '../../query/compile/windowed-rows.ts';
import { compileWindowedTotals } from '../../query/compile/windowed-totals.ts';
import type { SqlDialect, Statement } from '../../query/dialect/sql.ts';
import { entitiesOf } from '../../query/plan/entities.ts';
import { type Paging, type Plan, type PlanSummary, summaryColumn, typeOf } from '../../query/plan/plan.ts';
import { type Purpose, planGrid, planPaging } from '../../query/plan/planner.ts';
import { invalid } from '../../query/plan/problems.ts';
import type { Snapshot } from '../database.ts';
import { Cursors, cursorPurpose } from './cursor.ts';
import type { PivotColumns } from './pivot-columns.ts';

/** What queries have in common that differ in their values and their page only. */
interface PlannedQuery {
  /** Tells them apart. */
  readonly id: number;
  readonly plan: Plan;
  readonly cols: readonly string[];
  /** The type of each column. */
  readonly types: readonly ModeType[];
  /** What its cursors are good for, but for the values of the query. */
  readonly purpose: readonly string[];
  /** The order of the rows. */
  readonly terms: readonly OrderTerm[];
  /** Whether a cursor holds the values of a row; else it can only hold its position. */
  readonly hasKeyset: boolean;
  /** How a sorted page can tell the number of all rows for less than it costs to count them; null where it cannot. */
  readonly tellsTotal: TellsTotal | null;
  /** `names`: of the columns that a pivot has made. */
  compile(draft: Draft, format: RowFormat, form: PageForm, names: readonly string[]): Template;
  /** The number of rows, if asked for, and the summaries that stand beside rows. */
  totals(draft: Draft, count: boolean): TotalsTemplate;
}

/** The statement that counts and summarises: one row of lines. */
export interface TotalsStatement {
  /** The number of rows or `null`, then the summaries as JSON texts. */
  readonly statement: Statement;
  /** Which summary each line after the first is. */
  readonly summaries: readonly PlanSummary[];
}

const templates = new Cache<Template>('statements', { weigh: ({ statement }) => statement.sql.length });
const totals = new Cache<TotalsTemplate>('totals', { weigh: ({ statement }) => statement.sql.length });

export class Query {
  readonly paging: Paging;
  readonly cursors: Cursors;
  readonly #planned: PlannedQuery;
  readonly #bindings: Bindings;
  readonly #snapshot: Pick<Snapshot, 'dialect' | 'scope' | 'granted'>;
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

  /** Where the page begins, if after a cursor. */
  get after(): Cursor | null {
    this.#after ??= this.#readCursor();
    return this.#after;
  }

  get plan(): Plan {
    return this.#planned.plan;
  }

  /** Queries that differ in their values and their page only have the same. */
  get id(): string {
    return String(this.#planned.id);
  }

  get cols(): readonly string[] {
    const { cols, plan } = this.#planned;
    if (this.#pivot === null) return cols;
    const { group, pivot } = plan;
    return [...(group ?? []).filter((by) => by !== pivot).map(({ alias }) => alias), ...this.#pivot.names];
  }

  get types(): readonly ModeType[] {
    const { types, plan } = this.#planned;
    if (this.#pivot === null) return types;
    const group = plan.group ?? [];
    const others = types.filter((_, i) => i < group.length && group[i] !== plan.pivot);
    return [...others, ...this.#pivot.values.flatMap(() => types.slice(group.length))];
  }

  /** What values have become columns; null where there is no pivot. */
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

  /** The groups of a page of the pivot, and one for each value; at most so many. */
  turnedGroups(limit: bigint, most: { readonly groups: number; readonly values: number }): Statement {
    const { plan } = this;
    if (!isPivoted(plan)) throw new Error('there is no pivot');
    const key = `${this.id} turned ${this.#bindings.form}`;
    const template = templates.get(this.#snapshot.scope, key, () => {
      const draft = this.#draft();
      return compileTurnedGroups(
        draft,
        plan,
        groupOrder(draft.dialect, plan, (value) => draft.value(value)),
        most,
      );
    });
    return this.#filled(template, this.#filling(limit, withinBounds({ ...this.paging, limit }).offset));
  }

  /** How many there are. */
  pivotWidth(): Statement {
    return this.#pivoting(compilePivotWidth);
  }

  #pivoting(compile: (draft: Draft, plan: Pivoted) => Template): Statement {
    const { plan } = this;
    if (!isPivoted(plan)) throw new Error('there is no pivot');
    return this.#filled(compile(this.#draft(), plan), this.#filling(null, 0n));
  }

  get tellsTotal(): TellsTotal | null {
    return this.#planned.tellsTotal;
  }

  /** Whether cursors hold the values of a row; else they can only hold its position. */
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

  /** The number of rows and the summaries; null where none of them is asked for. */
  totals({ count }: { readonly count: boolean }): TotalsStatement | null {
    const { group, summaries } = this.plan;
    if (!count && (group !== null || summaries.length === 0)) return null;
    return this.#totals(`count ${count}`, (draft) => this.#planned.totals(draft, count));
  }

  /** The summaries over all rows, of a query with groups too. */
  summaries(): TotalsStatement {
    return this.#totals('summaries', (draft) => rowTotals(draft, this.plan, false));
  }

  #totals(what: string, compile: (draft: Draft) => TotalsTemplate): TotalsStatement {
    const key = `${this.#planned.id} ${what} ${this.#bindings.form}`;
    const template = totals.get(this.#snapshot.scope, key, () => compile(this.#draft()));
    return { statement: this.#filled(template, this.#filling(null, 0n)), summaries: template.summaries };
  }

  /** What an engine can be asked about how many rows it expects. */
  bare(): Statement {
    return this.#filled(compileBare(this.#draft(), this.plan), this.#filling(null, 0n));
  }

  #draft(): Draft {
    return newDraft(this.#snapshot.dialect.sql, this.#bindings, this.#snapshot.granted);
  }

  #filled(template: Template, values: Filling): Statement {
    return fill(template, values, this.#snapshot.granted);
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

const plans = new Cache<PlannedQuery>('plans');
let queriesPlanned = 0;

function plannedQuery(
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
    types: selected.map(({ value }) => typeOf(value).mode),
    terms: order.terms,
    hasKeyset: order.isTotal && order.terms.length > 0,
    tellsTotal: plan.summaries.length === 0 && !isWindowed(plan) ? tellsTotal(sql, plan, order) : null,
    compile(draft, format, form) {
      if (isWindowed(plan)) return compileWindowedRows(draft, plan, format, form);
      const written = rowOrder(draft.dialect, plan, (value) => draft.value(value));
      return compileRows(draft, plan, written, format, form);
    },
    totals: (draft, count) => rowTotals(draft, plan, count),
  };
}

function rowTotals(draft: Draft, plan: Plan, count: boolean): TotalsTemplate {
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
    types: [
      ...group.map(({ value }) => typeOf(value).mode),
      ...plan.summaries.map(summaryMode),
      ...plan.extras.map(({ value }) => typeOf(value).mode),
    ],
    terms,
    hasKeyset: terms.length > 0 && terms.every(({ column }) => sql.sortsWhole(column)),
    tellsTotal: null,
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

function summaryMode({ attribute, summary }: PlanSummary): ModeType {
  if (summary === 'min' || summary === 'max') return typeOf(attribute.value).mode;
  return summary === 'sum' || summary === 'avg' ? 'numeric' : 'integer';
}

/** The page that the request asks for; `limit` null means all rows. */
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
