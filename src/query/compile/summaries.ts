// What summaries are made of: each row of an entity counts once, however often the joins repeat it.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect, SummaryParts, Value } from '../dialect/sql.ts';
import { isSingle, neededNodes } from '../plan/needs.ts';
import {
  nodesOf,
  type Plan,
  type PlanAttribute,
  type PlanNode,
  type PlanSummary,
  typeOf,
} from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import type { Draft } from './draft.ts';
import { joins, rowNumberColumn } from './source.ts';
import { tableAlias, valueSql } from './values.ts';

/** The joined rows that summaries are made of, and how each column is reached in them. */
export interface SummarySource {
  /** FROM and WHERE. */
  readonly sql: RawBuilder<unknown>;
  value(attribute: PlanAttribute): Value;
  /** The value in the first row that shows its entity's row, and NULL in all repetitions of it. */
  once(attribute: PlanAttribute): Value;
}

/** `groups`: what the rows are grouped by; a row of an entity counts once in each group. */
export function summarySource(
  draft: Draft,
  plan: Plan,
  attributes: readonly PlanAttribute[],
  groups: (value: (attribute: PlanAttribute) => Value) => readonly Value[],
): SummarySource {
  const used = new Set(attributes.flatMap(({ value }) => nodesOf(value))).union(nodesIn(plan.where));
  const nodes = neededNodes(plan.nodes, used, plan.where);
  const repeated = new Set(
    attributes.filter(({ summaries }) => summaries.some(repetitionMatters)).map(({ value }) => value.node),
  );
  for (const node of repeated) if (!isRepeated(node, nodes)) repeated.delete(node);

  const where = whereClause(draft, nodes, plan.where);
  if (repeated.size === 0) {
    const from = joins(draft, nodes, plan.where);
    return { sql: sql`${from}${where}`, value: ownValue, once: ownValue };
  }

  const numbered = new Set<PlanNode>();
  const by = groups(ownValue);
  const flags = [...repeated].map((node) => {
    const keys = pathIdentity(draft.dialect, node, numbered);
    return sql`row_number() over (partition by ${sql.join([...by, ...keys])}) as ${flag(node)}`;
  });
  const columns = attributes.map((attribute, i) => sql`${ownValue(attribute)} as ${sql.id(`c${i}`)}`);
  const from = joins(draft, nodes, plan.where, numbered);
  const value = (attribute: PlanAttribute) => sql.id('b', `c${attributes.indexOf(attribute)}`);
  return {
    sql: sql`(select ${sql.join([...columns, ...flags])} from ${from}${where}) as ${sql.id('b')}`,
    value,
    once: (attribute) =>
      repeated.has(attribute.value.node)
        ? sql`case when ${sql.id('b')}.${flag(attribute.value.node)} = 1 then ${value(attribute)} end`
        : value(attribute),
  };
}

function ownValue({ value }: PlanAttribute): Value {
  return valueSql(value);
}

function flag(node: PlanNode): RawBuilder<unknown> {
  return sql.id(`n${node.index}`);
}

/** The least, the greatest and the different values stay the same, however often they are repeated. */
export function repetitionMatters(summary: PlanSummary['summary']): boolean {
  return summary === 'sum' || summary === 'avg' || summary === 'count';
}

export function pathTo(node: PlanNode): PlanNode[] {
  return node.parent === null ? [node] : [...pathTo(node.parent), node];
}

/** Whether something beside the way to the node multiplies its rows. */
export function isRepeated(node: PlanNode, nodes: readonly PlanNode[]): boolean {
  const path = new Set(pathTo(node));
  return nodes.some((other) => !path.has(other) && !isSingle(other));
}

/** What tells the rows of an entity, as reached from its root, apart; those of `numbered` need a row number. */
export function pathIdentity(
  dialect: SqlDialect,
  node: PlanNode,
  numbered: Set<PlanNode>,
): RawBuilder<unknown>[] {
  return pathTo(node)
    .filter((step) => !isSingle(step))
    .flatMap((step) => identity(dialect, step, numbered));
}

/** What tells the rows of an entity apart; where nothing does, they are numbered. */
function identity(dialect: SqlDialect, node: PlanNode, numbered: Set<PlanNode>): RawBuilder<unknown>[] {
  const { entity } = node;
  const table = tableAlias(node);
  const isKeyed = entity.keyKind === 'primary' || entity.keyKind === 'unique';
  if (isKeyed && !entity.key.some((column) => column.nullable)) {
    return entity.key.map(({ name }) => sql.id(table, name));
  }
  const hidden = dialect.rowIdentity(entity);
  if (hidden !== null) return hidden.map(({ name }) => sql.id(table, name));
  numbered.add(node);
  return [sql.id(table, rowNumberColumn(entity))];
}

export function summaryParts(
  dialect: SqlDialect,
  source: SummarySource,
  { attribute, summary }: PlanSummary,
): SummaryParts {
  const value = repetitionMatters(summary) ? source.once(attribute) : source.value(attribute);
  return dialect.summary(summary, value, typeOf(attribute.value));
}
