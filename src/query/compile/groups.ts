// The statements of a grouped query: one row per group, and the number of groups.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { GroupParts, SqlDialect, SummaryParts, Value } from '../dialect/sql.ts';
import { writeRow } from '../lines.ts';
import { countedNodes } from '../plan/needs.ts';
import {
  type Condition,
  isSummary,
  nodesOf,
  type Plan,
  type PlanAttribute,
  type PlanSummary,
  summaryColumn,
  typeOf,
} from '../plan/plan.ts';
import { conditionsIn, conditionsOf, nodesIn, valuesOf } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import { afterCursor, cursorText } from './cursor.ts';
import type { Draft, Template } from './draft.ts';
import { type Cell, jsonRow, type RowFormat } from './formats.ts';
import { type CompileValue, type OrderTerm, orderBy, sortValues } from './order.ts';
import { layered } from './overs.ts';
import { type PageForm, pageClause } from './page.ts';
import { joins } from './source.ts';
import { type SummarySource, summaryParts, summarySources } from './summaries.ts';

function groupParts(
  dialect: SqlDialect,
  { zone }: Pick<Plan, 'zone'>,
  attribute: PlanAttribute,
  value: Value,
): GroupParts {
  const { value: own, bucket } = attribute;
  const stored = own.kind === 'column' ? { entity: own.node.entity, column: own.column } : null;
  return dialect.group(value, typeOf(own), bucket, zone, stored);
}

/** A placeholder for a value whose type alone matters. */
const typePlaceholder: Value = sql`null`;

/** The order of the groups: the requested order, then the grouping values. */
export function groupOrder(
  dialect: SqlDialect,
  plan: Plan,
  words: CompileValue = () => typePlaceholder,
): OrderTerm[] {
  const group = plan.group ?? [];
  const asked = plan.order.map(({ by, descending, nullsFirst }) => ({ by, descending, nullsFirst }));
  const rest = group
    .filter((attribute) => !plan.order.some(({ by }) => by === attribute))
    .map((by) => ({ by, descending: false, nullsFirst: false }));
  // The values that become columns are ordered separately.
  const sorted = [...asked, ...rest].filter(({ by }) => by !== plan.pivot);
  return sorted.flatMap(({ by, descending, nullsFirst }) => {
    if (!isSummary(by) && !group.includes(by)) {
      const column = typeOf(by.value);
      return sortValues(dialect, words(by.value), column).map((value) => ({
        value,
        column,
        descending,
        nullsFirst,
        nullable: true,
      }));
    }
    if (!isSummary(by)) {
      const value = sql.id('g', `b${group.indexOf(by)}`);
      const { column } = groupParts(dialect, plan, by, typePlaceholder);
      return [{ value, column, descending, nullsFirst, nullable: true }];
    }
    const value = sql.id('g', `s${plan.summaries.indexOf(by)}`);
    const column = plan.pivot === null ? summaryType(dialect, by) : rowMeasureType(dialect, by);
    // The value already has its sortable form, unless sorting takes two values.
    const isWhole = (dialect.tieBreaker?.(value, column) ?? null) === null;
    return (isWhole ? [value] : sortValues(dialect, value, column)).map((own) => ({
      value: own,
      column,
      descending,
      nullsFirst,
      nullable: true,
    }));
  });
}

function summaryType(dialect: SqlDialect, { attribute, summary }: PlanSummary) {
  return dialect.summary(summary, typePlaceholder, typeOf(attribute.value)).column;
}

/** Whether the total of a measure is the sum over all groups. */
export function isAdded({ summary }: PlanSummary): boolean {
  return summary === 'sum' || summary === 'count';
}

/** The type of a measure for a whole row of a pivot. */
function rowMeasureType(dialect: SqlDialect, summary: PlanSummary): Column {
  const own = summaryType(dialect, summary);
  return isAdded(summary) ? dialect.summary('sum', typePlaceholder, own).column : own;
}

/** Whether the query needs anything beyond the groups' values and measures. */
function isLayered({ group, having, extras, overs, top, order }: Plan): boolean {
  const isOfMeasures = ({ by }: Plan['order'][number]) => !isSummary(by) && !group?.includes(by);
  // A hidden field computed from measures can still be sorted by.
  return having !== null || extras.length > 0 || overs.length > 0 || top !== null || order.some(isOfMeasures);
}

/** The measures as values for comparisons and computations. */
function measures(
  { computing }: SqlDialect,
  plan: Plan,
  parts: readonly SummaryParts[],
): RawBuilder<unknown>[] {
  return plan.summaries.flatMap(({ summary }, i) => {
    const part = parts[i];
    return part === undefined ? [] : [sql`${computing.measured(summary, part)} as ${sql.id(`m${i}`)}`];
  });
}

/** The names of the measure texts that conditions search. */
function searchedTexts({ having, extras }: Plan): ReadonlySet<string> {
  const conditions = [...conditionsIn(having), ...extras.flatMap(({ value }) => [...conditionsOf(value)])];
  const values = conditions.filter(searchesText).flatMap(valuesOf);
  return new Set(values.flatMap((value) => (value.kind === 'named' ? (value.text ?? []) : [])));
}

function searchesText({ kind }: Condition): boolean {
  return kind === 'match' || kind === 'match-value' || kind === 'compare-text';
}

const rendered: Record<RowFormat['cells'], (dialect: SqlDialect, value: Value, column: Column) => Value> = {
  json: (dialect, value, column) => dialect.json(value, column),
  text: (dialect, value, column) => dialect.shown(value, column),
  value: (_, value) => value,
};

/** The groups, and the cells of a row that shows a group. */
export function groupTable(
  draft: Draft,
  plan: Plan,
  format: RowFormat,
): { readonly groups: RawBuilder<unknown>; readonly cells: readonly Cell[] } {
  const { dialect } = draft;
  const group = plan.group ?? [];
  const attributes = [...new Set([...group, ...plan.summaries.map(({ attribute }) => attribute)])];
  const sources = summarySources(draft, plan, attributes, (value) =>
    group.map((attribute) => groupParts(dialect, plan, attribute, value(attribute)).by),
  );
  const partsIn = (source: SummarySource) =>
    group.map((attribute) => groupParts(dialect, plan, attribute, source.value(attribute)));
  const summariesIn = (source: SummarySource) =>
    plan.summaries.map((summary) => summaryParts(dialect, source, summary));
  // The types are the same for all sources.
  const parts = partsIn(sources[0]);
  const summaries = summariesIn(sources[0]);
  const sorted = new Set(plan.order.map(({ by }) => by));
  const texts = searchedTexts(plan);
  const columns = (keys: readonly GroupParts[], measured: readonly SummaryParts[]) => [
    ...keys.map(({ by }, i) => sql`${by} as ${sql.id(`b${i}`)}`),
    ...keys.map(({ shown }, i) => sql`${shown} as ${sql.id(`v${i}`)}`),
    ...measured.map(
      (summary, i) => sql`${summary[format.cells === 'value' ? 'sort' : format.cells]} as ${sql.id(`j${i}`)}`,
    ),
    ...(isLayered(plan) ? measures(dialect, plan, measured) : []),
    ...measured.flatMap(({ text }, i) => (texts.has(`x${i}`) ? [sql`${text} as ${sql.id(`x${i}`)}`] : [])),
    ...measured.flatMap(({ sort }, i) => {
      const summary = plan.summaries[i];
      const isAsked = summary !== undefined && (sorted.has(summary) || isUntyped(summary));
      return isAsked ? [sql`${sort} as ${sql.id(`s${i}`)}`] : [];
    }),
  ];
  const cells = [
    ...parts.map((part, i): Cell => {
      const shown = sql.id('g', `v${i}`);
      const value = format.cells === 'value' ? shown : part[format.cells](shown);
      const own = part.column.mode === 'other' ? { own: shown } : {};
      return { name: group[i]?.alias ?? '', value, column: part.column, ...own };
    }),
    ...plan.summaries.map((summary, i): Cell => {
      // Minimum and maximum are values of the column, even if they sort by something else.
      const column = (isExtreme(summary) ? null : summaries[i]?.column) ?? typeOf(summary.attribute.value);
      const own = isUntyped(summary) ? { own: sql.id('g', `s${i}`) } : {};
      return { name: summaryColumn(summary), value: sql.id('g', `j${i}`), column, ...own };
    }),
  ];
  const extras = plan.extras.map(({ alias, value }): Cell => {
    const own = draft.value(value);
    const column = typeOf(value);
    return { name: alias, value: rendered[format.cells](dialect, own, column), column };
  });
  const selects = sources.map((source) => {
    const inner = columns(partsIn(source), summariesIn(source));
    return sql`select ${sql.join(inner)} from ${source.sql} group by ${places(group.length)}`;
  });
  const found = sql`(${sql.join(selects, sql` union all `)})`;
  const groups = layered(
    draft,
    plan,
    found,
    group.map((_, i) => ({ value: sql.id('g', `b${i}`), nullable: true })),
  );
  return { groups, cells: [...cells, ...extras] };
}

export function compileGroups(
  draft: Draft,
  plan: Plan,
  terms: readonly OrderTerm[],
  format: RowFormat,
  form: PageForm,
): Template {
  const { dialect } = draft;
  const { groups, cells } = groupTable(draft, plan, format);
  const text = format.row(dialect, cells, draft);
  const cursor = form.withCursors ? cursorText(dialect, terms) : null;
  const output = writeRow(dialect, text, { cursor, total: null });
  const where = form.after === null ? sql`` : sql` where ${afterCursor(draft, terms, form.after)}`;
  return draft.finish(
    sql`select ${output} from ${groups} as ${sql.id('g')}${where}${orderBy(dialect, terms)} ${pageClause(draft, form)}`,
    form.size === 'few' || form.size === 'some' ? { isGathered: true } : undefined,
  );
}

/** By position: engines do not recognise a parameterised expression as equal to the selected one. */
function places(count: number) {
  return sql.raw(Array.from({ length: count }, (_, i) => i + 1).join(', '));
}

export function compileGroupCount(draft: Draft, plan: Plan): Template {
  const { dialect } = draft;
  if (plan.having !== null || plan.top !== null) {
    const { groups: kept } = groupTable(draft, plan, jsonRow);
    return draft.finish(sql`select ${dialect.integerText(sql`count(*)`)} from ${kept} as ${sql.id('g')}`);
  }
  const group = plan.group ?? [];
  const used = new Set(group.flatMap(({ value }) => nodesOf(value))).union(nodesIn(plan.where));
  const nodes = countedNodes(plan.nodes, used, plan.where);
  const from = joins(draft, nodes, plan.where, { values: group.map(({ value }) => value) });
  const where = whereClause(draft, nodes, plan.where);
  const columns = group.map(
    (attribute, i) =>
      sql`${groupParts(dialect, plan, attribute, draft.value(attribute.value)).by} as ${sql.id(`b${i}`)}`,
  );
  const groups = sql`(select ${sql.join(columns)} from ${from}${where} group by ${places(group.length)})`;
  return draft.finish(sql`select ${dialect.integerText(sql`count(*)`)} from ${groups} as ${sql.id('g')}`);
}

function isExtreme({ summary }: PlanSummary): boolean {
  return summary === 'min' || summary === 'max';
}

/** Whether the type of each single value is known only from the value. */
function isUntyped(summary: PlanSummary): boolean {
  return isExtreme(summary) && typeOf(summary.attribute.value).mode === 'other';
}
