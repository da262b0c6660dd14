// Measures of related rows: one subquery in FROM for all measures of the same rows.
import { type RawBuilder, sql } from 'kysely';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Value } from '../dialect/sql.ts';
import {
  nodesOf,
  type PlanAttribute,
  type PlanNode,
  type PlanValue,
  type RollupSource,
  type RollupValue,
  typeOf,
} from '../plan/plan.ts';
import { rollupsIn } from '../plan/walk.ts';
import { clause, whereTerms } from './conditions.ts';
import type { Draft } from './draft.ts';
import { orderBy, recordColumns, sortValues } from './order.ts';
import { joins } from './source.ts';
import { byRow, summaryParts, summarySource } from './summaries.ts';
import { type ColumnSource, columnSql } from './values.ts';

/** The subquery that holds a measure: its own or a shared one. */
function tableOf({ source, summary, index }: RollupValue): string {
  return isAggregate(summary) ? `r${source.index}` : `r${source.index}_${index}`;
}

function isAggregate(summary: RollupValue['summary']): summary is SummaryName {
  return summary !== 'first' && summary !== 'last' && summary !== 'list';
}

/** Counts are 0 without related rows, but NULL if the entity itself has no row. */
export function rollupSql(
  draft: Draft,
  value: RollupValue,
  own: RawBuilder<unknown> = sql.id(tableOf(value), nameOf(value)),
): RawBuilder<unknown> {
  const { summary, source } = value;
  const isCount = summary === 'count' || summary === 'count_distinct';
  if (!isCount && summary !== 'list') return own;
  const nothing = isCount ? sql`0` : draft.dialect.computing.emptyList;
  const filled = sql`coalesce(${own}, ${nothing})`;
  if (source.node.parent === null) return filled;
  return sql`case when ${presence(source.node, draft.column)} then ${filled} end`;
}

function nameOf({ index }: RollupValue): string {
  return `v${index}`;
}

/** Whether a measure can be looked up per row of a page: it is alone, and of a column of one related entity. */
export function isLookedUp({ dialect }: Draft, value: RollupValue, all: ReadonlySet<RollupValue>): boolean {
  const { source, summary, of } = value;
  const [node, ...others] = source.nodes;
  return (
    dialect.computing.looksUpMeasures === true &&
    isAggregate(summary) &&
    of.kind === 'column' &&
    others.length === 0 &&
    [...rollupsIn(source.where)].length === 0 &&
    !byRow.isRepeated([node], source.nodes) &&
    ![...all].some((other) => other !== value && other.source === source)
  );
}

/** The correlated subquery for it. */
export function lookUp(draft: Draft, { source, summary, of }: RollupValue): RawBuilder<unknown> {
  if (!isAggregate(summary)) throw new Error('only one value of many rows is looked up');
  const attribute: PlanAttribute = {
    value: of,
    alias: '',
    selected: false,
    summaries: [summary],
    bucket: null,
  };
  const { ownColumns, otherColumns } = source.relation;
  const linked = ownColumns.map((column, i) => {
    const other = columnSql({ node: source.nodes[0], column: otherColumns[i] ?? column });
    return sql<boolean>`${other} = ${draft.column({ kind: 'column', node: source.node, column })}`;
  });
  const inner = draft.from(columnSql, rollupSql);
  const rows = summarySource(inner, source, [attribute], () => [], linked, byRow);
  const parts = summaryParts(draft.dialect, rows, { attribute, summary });
  return sql`(select ${draft.dialect.computing.measured(summary, parts)} from ${rows.sql})`;
}

/** A page that is already found, so it has few rows. */
export interface FoundPage {
  readonly page: RawBuilder<unknown>;
  /** Whether the page contains the columns of an entity. */
  isCarried(node: PlanNode): boolean;
}

/** The joins for the measures that belong to these nodes; `found`: compute them only for the rows of this page. */
export function rollupJoins(
  draft: Draft,
  rollups: Iterable<RollupValue>,
  nodes: readonly PlanNode[],
  found: FoundPage | null = null,
): RawBuilder<unknown> {
  const own = [...new Set(rollups)].filter(({ source }) => nodes.includes(source.node));
  const tables = Map.groupBy(own, tableOf);
  return sql.join(
    [...tables].map(([name, values]) => joinOf(draft, name, values, found)),
    sql``,
  );
}

function joinOf(
  draft: Draft,
  name: string,
  values: readonly RollupValue[],
  found: FoundPage | null,
): RawBuilder<unknown> {
  const [first] = values;
  if (first === undefined) return sql``;
  const { source, summary } = first;
  const links = source.relation.otherColumns;
  const own = source.relation.ownColumns;
  const parent = (i: number) => {
    const ownColumn = own[i];
    if (ownColumn === undefined) throw new Error('a relation pairs its columns');
    return draft.column({ kind: 'column', node: source.node, column: ownColumn });
  };
  // For few rows, look up related rows individually or as a set; otherwise scan all related rows once.
  const isLateral = found !== null && draft.dialect.computing.hasLateral;
  const linkColumns = links.map((column) => columnSql({ node: source.nodes[0], column }));
  const linked = isLateral
    ? linkColumns.map((other, i) => sql<boolean>`${other} = ${parent(i)}`)
    : found?.isCarried(source.node)
      ? [
          sql<boolean>`${tuple(linkColumns)} in (select ${sql.join(links.map((_, i) => parent(i)))} from ${found.page})`,
        ]
      : [];
  const inner = draft.from(columnSql, rollupSql);
  const table = isAggregate(summary)
    ? aggregates(inner, source, values, linked)
    : ranked(inner, first, linked);
  const on = links.map((_, i) => sql`${sql.id(name, `k${i}`)} = ${parent(i)}`);
  return sql` left join ${isLateral ? sql`lateral ` : sql``}(${table}) as ${sql.id(name)} on ${sql.join(on, sql` and `)}`;
}

function tuple(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return values.length === 1 ? sql.join(values) : sql`(${sql.join(values)})`;
}

function aggregates(
  draft: Draft,
  source: RollupSource,
  values: readonly RollupValue[],
  linked: readonly RawBuilder<boolean>[],
): RawBuilder<unknown> {
  const links = linksOf(source);
  const measures = values.map(({ of, summary }): PlanAttribute => {
    const summaries = isAggregate(summary) ? [summary] : [];
    return { value: of, alias: '', selected: false, summaries, bucket: null };
  });
  const rows = summarySource(
    draft,
    { nodes: source.nodes, where: source.where },
    [...links, ...measures],
    (value) => links.map(value),
    linked,
    byRow,
  );
  const keys = links.map((link, i) => sql`${rows.value(link)} as ${sql.id(`k${i}`)}`);
  const found = values.map((value, i) => {
    const attribute = measures[i];
    const [summary] = attribute?.summaries ?? [];
    if (attribute === undefined || summary === undefined) throw new Error('a measure has a summary');
    const parts = summaryParts(draft.dialect, rows, { attribute, summary });
    const measured = draft.dialect.computing.measured(summary, parts);
    return sql`${measured} as ${sql.id(nameOf(value))}`;
  });
  const places = sql.raw(links.map((_, i) => i + 1).join(', '));
  return sql`select ${sql.join([...keys, ...found])} from ${rows.sql} group by ${places}`;
}

/** The first, the last, or a list: each related row with its place in the order. */
function ranked(
  draft: Draft,
  value: RollupValue,
  linked: readonly RawBuilder<boolean>[],
): RawBuilder<unknown> {
  const { source, summary, of, order, limit } = value;
  const { dialect } = draft;
  const measured = nodesOf(of);
  const nodes = source.nodes;
  const numbered = new Set<PlanNode>();
  const identity = byRow.identity(dialect, measured, numbered);
  const keys = measured.flatMap((node) =>
    recordColumns(node.entity).map((column) => ({
      value: dialect.comparable(columnSql({ node, column }), column, 'sort'),
      descending: false,
      nullsFirst: false,
      nullable: true,
    })),
  );
  const links = linksOf(source).map(({ value: link }) => draft.value(link));
  const terms = [
    ...order.flatMap(({ value: by, descending, nullsFirst }) =>
      sortValues(dialect, draft.value(by), typeOf(by)).map((own) => ({
        value: own,
        descending,
        nullsFirst,
        nullable: true,
      })),
    ),
    ...keys,
    ...identity.map((own) => ({ value: own, descending: false, nullsFirst: false, nullable: true })),
  ];
  const isOnce = !byRow.isRepeated(measured, nodes);
  // A row that occurs several times counts at its first place.
  const place = sql`${sql.join([...links, ...identity])}${order.length === 0 ? sql`` : orderBy(dialect, terms)}`;
  const columns = [
    ...links.map((link, i) => sql`${link} as ${sql.id(`k${i}`)}`),
    sql`${draft.value(of)} as v`,
    ...terms.map((term, i) => sql`${term.value} as ${sql.id(`s${i}`)}`),
    ...(isOnce ? [] : [sql`row_number() over (partition by ${place}) as d`]),
  ];
  const used = [of, ...order.map((term) => term.value)];
  const from = joins(draft, nodes, source.where, { numbered, values: used });
  const isThere = measured.includes(nodes[0])
    ? []
    : [
        sql<boolean>`(${sql.join(
          measured.map((node) => presence(node, columnSql)),
          sql` or `,
        )})`,
      ];
  const where = clause([...whereTerms(draft, nodes, source.where, {}), ...linked, ...isThere]);
  const rows = sql`(select ${sql.join(columns)} from ${from}${where}) as a`;
  const isLast = summary === 'last';
  const sorted = terms.map((term, i) => ({
    ...term,
    value: sql.id('a', `s${i}`),
    // For `last`, the reversed order.
    descending: isLast ? !term.descending : term.descending,
    nullsFirst: isLast ? !term.nullsFirst : term.nullsFirst,
    column: typeOf(of),
  }));
  const kept = [...(isOnce ? [] : [sql`a.d = 1`]), ...(summary === 'list' ? [sql`a.v is not null`] : [])];
  const linkNames = links.map((_, i) => sql.id('a', `k${i}`));
  const places = sql`(select ${sql.join(linkNames)}, a.v, row_number() over (partition by ${sql.join(linkNames)}${orderBy(dialect, sorted)}) as n from ${rows}${clause(kept)}) as z`;
  const outer = sql.join(links.map((_, i) => sql.id('z', `k${i}`)));
  const name = sql.id(nameOf(value));
  if (summary !== 'list') return sql`select ${outer}, z.v as ${name} from ${places} where z.n = 1`;
  const list = dialect.computing.aggregateList(dialect.json(sql`z.v`, typeOf(of)), sql`z.n`);
  return sql`select ${outer}, ${list} as ${name} from ${places} where z.n <= ${sql.lit(limit)} group by ${outer}`;
}

function linksOf({ nodes, relation }: RollupSource): PlanAttribute[] {
  return relation.otherColumns.map((column) => {
    const value: PlanValue = { kind: 'column', node: nodes[0], column };
    return { value, alias: '', selected: false, summaries: [], bucket: null };
  });
}

/** Whether the node has a row: one of its identifying columns has a value. */
function presence(node: PlanNode, column: ColumnSource): RawBuilder<boolean> {
  const { key, columns: all } = node.entity;
  const columns = key.length > 0 ? key : all;
  const values: Value[] = columns.map((own) => column({ kind: 'column', node, column: own }));
  return sql<boolean>`(${sql.join(
    values.map((value) => sql`${value} is not null`),
    sql` or `,
  )})`;
}
