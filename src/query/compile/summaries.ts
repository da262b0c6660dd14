// The input of summaries: each row of an entity counts once, however often joins repeat it.
import { type RawBuilder, sql } from 'kysely';
import type { Addend } from '../dialect/computing.ts';
import type { SqlDialect, SummaryParts, Value } from '../dialect/sql.ts';
import { withoutDuplicates } from '../dialect/sql-length.ts';
import { countedNodes, hasOneParent, isSingle } from '../plan/needs.ts';
import {
  nodesOf,
  type Plan,
  type PlanAttribute,
  type PlanNode,
  type PlanSummary,
  typeOf,
} from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import { clause, whereTerms } from './conditions.ts';
import type { Draft } from './draft.ts';
import { isCountOfRows } from './never-null.ts';
import { isIdentified } from './order.ts';
import { joins, rowNumberColumn } from './source.ts';
import { tableAlias } from './values.ts';

/** The joined rows to summarise, and how to reach each column in them. */
export interface SummarySource {
  /** FROM and WHERE. */
  readonly sql: RawBuilder<unknown>;
  value(attribute: PlanAttribute): Value;
  /** The value where its entity's row appears first, and NULL where joins repeat it. */
  once(attribute: PlanAttribute): Value;
  /** Whether joins repeat the value's row. */
  isRepeated(attribute: PlanAttribute): boolean;
  /** Set if no computed number leaves the range of numbers. */
  readonly staysInRange?: true;
}

/** When two joined rows count as the same. */
export interface RowIdentityRule {
  /** Only a few rows are added up at a time, so facts about all rows do not speed it up. */
  readonly addsFew?: true;
  /** Whether combinations of rows of these entities occur more than once among the joined rows. */
  isRepeated(own: readonly PlanNode[], nodes: readonly PlanNode[]): boolean;
  /** The columns that identify a combination; entities added to `numbered` need a row number. */
  identity(
    dialect: SqlDialect,
    own: readonly PlanNode[],
    numbered: Set<PlanNode>,
  ): readonly RawBuilder<unknown>[];
}

/** A row reached by two paths counts once for each. */
const byPath: RowIdentityRule = { isRepeated, identity: pathIdentity };

/** A row counts once, however it is reached. */
export const byRow: RowIdentityRule = {
  addsFew: true,
  isRepeated(own, nodes) {
    const path = own.flatMap(pathTo);
    const isMetAgain = path.some(
      (step) => step.parent !== null && !own.includes(step.parent) && !hasOneParent(step),
    );
    // Path rows without a row of the entity are indistinguishable when the path is not part of the identity.
    const leadsNowhere = own.length > 1 && path.some((step) => !own.includes(step) && !isSingle(step));
    return isMetAgain || leadsNowhere || isRepeated(own, nodes);
  },
  identity: (dialect, own, numbered) => own.flatMap((node) => identity(dialect, node, numbered)),
};

type Groups = (value: (attribute: PlanAttribute) => Value) => readonly Value[];

/** `groups`: the grouping values; an entity's row counts once per group. `more`: further conditions. */
export function summarySource(
  draft: Draft,
  plan: Pick<Plan, 'nodes' | 'where'>,
  attributes: readonly PlanAttribute[],
  groups: Groups,
  more: readonly RawBuilder<boolean>[] = [],
  sameness = byPath,
): SummarySource {
  const nodes = summarisedNodes(plan, attributes);
  const ownValue = ({ value }: PlanAttribute) => draft.value(value);
  // By the entities that a value reads: each combination of their rows counts once.
  const repeated = new Map<string, readonly PlanNode[]>();
  for (const { summaries, value } of attributes) {
    const own = nodesOf(value);
    if (!summaries.some(repetitionMatters) || !sameness.isRepeated(own, nodes)) continue;
    repeated.set(combination(own), own);
  }

  const values = attributes.map(({ value }) => value);
  const where = clause([...whereTerms(draft, nodes, plan.where, {}), ...more]);
  const { computeOnce, unordered } = draft.dialect.computing;
  const scattered =
    nodes.length === 1 && more.length === 0 ? leavingIndexes(draft.dialect, plan, attributes) : [];
  const addends = addendsAmong(draft, attributes, groups, sameness.addsFew);
  const marked = (attribute: PlanAttribute, value: RawBuilder<unknown>) =>
    addends.get(attribute)?.marked(value, false) ?? value;
  if (repeated.size === 0 && values.every(({ kind }) => kind === 'column')) {
    const from = joins(draft, nodes, plan.where, { values });
    const value = (attribute: PlanAttribute) => {
      const own = ownValue(attribute);
      return marked(attribute, (scattered.includes(attribute) ? unordered?.(own) : undefined) ?? own);
    };
    return { sql: sql`${from}${where}`, value, once: value, isRepeated: () => false };
  }

  // A computed value is computed once and gets a name, which GROUP BY recognises.
  const numbered = new Set<PlanNode>();
  const flags = [...repeated].map(([name, own]) => {
    const keys = sameness.identity(draft.dialect, own, numbered);
    return sql`row_number() over (partition by ${sql.join(withoutDuplicates([...groups(ownValue), ...keys]))}) as ${sql.id(name)}`;
  });
  const columns = attributes.map((attribute, i) => {
    const addend = addends.get(attribute);
    const own = ownValue(attribute);
    return sql`${addend === undefined ? own : quickest(addend, own)} as ${sql.id(`c${i}`)}`;
  });
  const from = joins(draft, nodes, plan.where, { numbered, values });
  const value = (attribute: PlanAttribute) =>
    marked(attribute, sql.id('b', `c${attributes.indexOf(attribute)}`));
  return {
    sql: sql`(select ${sql.join([...columns, ...flags])} from ${from}${where}${computeOnce}) as ${sql.id('b')}`,
    value,
    isRepeated: (attribute) => repeated.has(combination(nodesOf(attribute.value))),
    once(attribute) {
      const name = combination(nodesOf(attribute.value));
      return repeated.has(name)
        ? marked(attribute, sql`case when ${sql.id('b', name)} = 1 then ${value(attribute)} end`)
        : value(attribute);
    },
  };
}

/**
 * The same rows as one or two sources, of which only one returns rows. If a quicker equivalent of the numbers applies,
 * the sums read the tables directly, which is faster than naming each number in a subquery.
 */
export function summarySources(
  draft: Draft,
  plan: Pick<Plan, 'nodes' | 'where'>,
  attributes: readonly PlanAttribute[],
  groups: Groups,
): readonly [SummarySource, ...SummarySource[]] {
  const addends = addendsAmong(draft, attributes, groups);
  const [only, ...others] = summarisedNodes(plan, attributes);
  const isPlain = ({ value }: PlanAttribute) => value.kind === 'column';
  const isQuick =
    only !== undefined &&
    others.length === 0 &&
    [...addends.values()].some(({ quick }) => quick !== null) &&
    attributes.every((attribute) => isPlain(attribute) || addends.has(attribute)) &&
    leavingIndexes(draft.dialect, plan, attributes).length === 0;
  if (!isQuick) return [summarySource(draft, plan, attributes, groups)];
  const may = sql<boolean>`${sql.join(
    [...addends.values()].map(({ mayBeQuick }) => mayBeQuick),
    sql` and `,
  )}`;
  const value = (attribute: PlanAttribute) => {
    const addend = addends.get(attribute);
    const own = draft.value(attribute.value);
    return addend?.marked(addend.quick ?? own, true) ?? own;
  };
  const from = joins(draft, [only], plan.where, { values: attributes.map((attribute) => attribute.value) });
  const where = clause([may, ...whereTerms(draft, [only], plan.where, {})]);
  return [
    // The quicker numbers are known to be small.
    { sql: sql`${from}${where}`, value, once: value, isRepeated: () => false, staysInRange: true },
    summarySource(draft, plan, attributes, groups, [sql<boolean>`not (${may})`]),
  ];
}

/** A join that only repeats rows has no effect. */
function summarisedNodes(
  { nodes, where }: Pick<Plan, 'nodes' | 'where'>,
  attributes: readonly PlanAttribute[],
): readonly PlanNode[] {
  const used = attributes.flatMap(({ value }) => nodesOf(value));
  return countedNodes(nodes, nodesIn(where).union(new Set(used)), where);
}

/** The numbers used only in sums and averages, not for grouping. */
function addendsAmong(
  draft: Draft,
  attributes: readonly PlanAttribute[],
  groups: Groups,
  addsFew = false,
): ReadonlyMap<PlanAttribute, Addend> {
  const grouped = new Set<PlanAttribute>();
  groups((attribute) => {
    grouped.add(attribute);
    return draft.value(attribute.value);
  });
  return new Map(
    attributes.flatMap((attribute) => {
      const addend = grouped.has(attribute) ? null : addendOf(draft, attribute);
      return addend === null || (addsFew && addend.quick === null) ? [] : [[attribute, addend]];
    }),
  );
}

export function quickest({ quick, mayBeQuick }: Addend, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return quick === null ? value : sql`case when ${mayBeQuick} then ${quick} else ${value} end`;
}

/** A number that is only counted and summed. */
export function addendOf(draft: Draft, { value, summaries }: PlanAttribute): Addend | null {
  if (summaries.length === 0 || !summaries.every(repetitionMatters)) return null;
  const { addend } = draft.dialect.computing;
  if (value.kind === 'computed') return addend?.(draft.value(value), null) ?? null;
  if (value.kind !== 'column') return null;
  return addend?.(draft.value(value), { entity: value.node.entity, column: value.column }) ?? null;
}

/** The grouping columns that lead an index which does not cover all the columns needed. */
function leavingIndexes(
  dialect: SqlDialect,
  { where }: Pick<Plan, 'where'>,
  attributes: readonly PlanAttribute[],
): readonly PlanAttribute[] {
  const read = attributes.filter(
    (attribute) =>
      attribute.summaries.length === 0 ||
      !attribute.summaries.every((summary) => isCountOfRows(dialect, { attribute, summary })),
  );
  const columns = read.flatMap(({ value }) => (value.kind === 'column' ? [value.column.name] : []));
  const isCovered = (index: readonly string[]) =>
    where === null && columns.length === read.length && columns.every((name) => index.includes(name));
  return attributes.filter(({ value, summaries }) => {
    if (value.kind !== 'column' || summaries.length > 0) return false;
    const { node, column } = value;
    const led = node.entity.indexes.filter(({ columns: [first] }) => first === column.name);
    return led.length > 0 && !led.some((index) => isCovered(index.columns));
  });
}

/** The name of the column that numbers repetitions of a combination of rows. */
function combination(nodes: readonly PlanNode[]): string {
  return `n${nodes
    .map(({ index }) => index)
    .toSorted((a, b) => a - b)
    .join('_')}`;
}

/** Minimum, maximum and distinct values are unaffected by repetition. */
export function repetitionMatters(summary: PlanSummary['summary']): boolean {
  return summary === 'sum' || summary === 'avg' || summary === 'count';
}

export function pathTo(node: PlanNode): PlanNode[] {
  return node.parent === null ? [node] : [...pathTo(node.parent), node];
}

/** Whether any join outside the paths to these entities multiplies combinations of their rows. */
export function isRepeated(own: readonly PlanNode[], nodes: readonly PlanNode[]): boolean {
  const path = new Set(own.flatMap(pathTo));
  return nodes.some((other) => !path.has(other) && !isSingle(other));
}

/** The columns that identify combinations of rows with their paths; entities added to `numbered` need a row number. */
export function pathIdentity(
  dialect: SqlDialect,
  nodes: readonly PlanNode[],
  numbered: Set<PlanNode>,
): RawBuilder<unknown>[] {
  return [...new Set(nodes.flatMap(pathTo))]
    .filter((step) => !isSingle(step))
    .flatMap((step) => identity(dialect, step, numbered));
}

/** The columns that identify an entity's rows; without any, the rows are numbered. */
function identity(dialect: SqlDialect, node: PlanNode, numbered: Set<PlanNode>): RawBuilder<unknown>[] {
  const { entity } = node;
  const table = tableAlias(node);
  if (isIdentified(entity)) return entity.key.map(({ name }) => sql.id(table, name));
  const hidden = dialect.rowIdentity(entity);
  if (hidden !== null) return hidden.map(({ name }) => sql.id(table, name));
  numbered.add(node);
  return [sql.id(table, rowNumberColumn(entity))];
}

export function summaryParts(dialect: SqlDialect, source: SummarySource, asked: PlanSummary): SummaryParts {
  const { attribute, summary } = asked;
  const isOfRows = !source.isRepeated(attribute) && isCountOfRows(dialect, asked, source.staysInRange);
  if (isOfRows) return dialect.summary(summary, sql`*`, typeOf(attribute.value));
  const value = repetitionMatters(summary) ? source.once(attribute) : source.value(attribute);
  return dialect.summary(summary, value, typeOf(attribute.value));
}
