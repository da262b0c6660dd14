// The FROM of a query: its entities joined along their relations, and which of them a purpose can do without.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../dialect/sql.ts';
import { requiredNodes } from '../plan/nulls.ts';
import type { Condition, PlanColumn, PlanNode } from '../plan/plan.ts';
import { columnValue, relationCondition, tableAlias } from './conditions.ts';

/**
 * The entities, parents before children; a partner that the condition insists on is joined inside.
 * `numbered`: entities whose rows get a number.
 */
export function joins(
  dialect: SqlDialect,
  nodes: readonly PlanNode[],
  where: Condition | null,
  numbered: ReadonlySet<PlanNode> = new Set(),
): RawBuilder<unknown> {
  const required = requiredNodes(where);
  const parts = nodes.map((node, i) => {
    const plain = dialect.table(node.entity.id);
    const rows = numbered.has(node) ? withRowNumbers(plain, node) : plain;
    const table = sql`${rows} as ${tableAlias(node)}`;
    if (node.parent === null || node.relation === null) return i === 0 ? table : sql` join ${table} on 1 = 1`;
    const kind = required.has(node) ? sql` join ` : sql` left join `;
    return sql`${kind}${table} on ${relationCondition(node.parent, node.relation, node)}`;
  });
  return sql.join(parts, sql``);
}

/** An entity joined to a page that is found already; `value` tells where its parent's columns are. */
export function lateJoin(
  dialect: SqlDialect,
  node: PlanNode,
  value: (column: PlanColumn) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { parent, relation } = node;
  if (parent === null || relation === null) throw new Error('a root cannot be joined late');
  const on = relationCondition(parent, relation, node, value);
  return sql` left join ${dialect.table(node.entity.id)} as ${tableAlias(node)} on ${on}`;
}

/** An entity of which the page has found the rows, for the rest of their columns; `value` is told their keys. */
export function joinAgain(
  dialect: SqlDialect,
  node: PlanNode,
  value: (column: PlanColumn) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const terms = node.entity.key.map(
    (column) => sql`${columnValue({ node, column })} = ${value({ node, column })}`,
  );
  return sql` left join ${dialect.table(node.entity.id)} as ${tableAlias(node)} on ${sql.join(terms, sql` and `)}`;
}

/** A table whose rows nothing else tells apart, each with a number of its own. */
function withRowNumbers(table: RawBuilder<unknown>, { entity }: PlanNode): RawBuilder<unknown> {
  const columns = entity.columns.map(({ name }) => sql.id(name));
  return sql`(select ${sql.join(columns)}, row_number() over () as ${sql.id(rowNumberColumn(entity))} from ${table})`;
}

/** A name that no column of the entity has. */
export function rowNumberColumn({ columns }: PlanNode['entity']): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let name = 'joinery_row';
  while (taken.has(name)) name += '_';
  return name;
}

/** Whether a row of the parent meets at most one row of this node. */
export function isSingle({ relation, entity }: PlanNode): boolean {
  if (relation === null) return false;
  const joined = new Set(relation.otherColumns.map(({ name }) => name));
  const covers = (columns: readonly string[]) =>
    columns.length > 0 && columns.every((name) => joined.has(name));
  return covers(entity.primaryKey) || entity.indexes.some((index) => index.unique && covers(index.columns));
}

/** The nodes that a statement needs: the given ones, what leads to them, and what repeats or drops rows. */
export function neededNodes(
  nodes: readonly PlanNode[],
  used: ReadonlySet<PlanNode>,
  where: Condition | null,
): PlanNode[] {
  const required = requiredNodes(where);
  const needed = new Set<PlanNode>();
  for (const node of nodes.toReversed()) {
    if (used.has(node) || required.has(node) || needed.has(node) || !isSingle(node)) {
      for (let at: PlanNode | null = node; at !== null; at = at.parent) needed.add(at);
    }
  }
  return nodes.filter((node) => needed.has(node));
}

/** Every node of the query itself that a condition looks at, also from inside an EXISTS. */
export function nodesOf(condition: Condition | null): Set<PlanNode> {
  if (condition === null) return new Set();
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries.reduce((all, entry) => all.union(nodesOf(entry)), new Set<PlanNode>());
    case 'not':
      return nodesOf(condition.entry);
    case 'compare':
      return new Set([condition.left.node, ...('node' in condition.right ? [condition.right.node] : [])]);
    case 'in':
      return new Set([condition.left.node]);
    case 'compare-text':
      return new Set([condition.left, condition.right].flatMap((o) => ('node' in o ? [o.node] : [])));
    case 'match':
      return new Set([condition.text.node]);
    case 'match-column':
      return new Set([condition.text, condition.pattern].flatMap((o) => ('node' in o ? [o.node] : [])));
    case 'null':
      return new Set([condition.operand.node]);
    case 'exists':
      return new Set([condition.of]).union(nodesOf(condition.where));
  }
}

/** Whether rows have to be looked at for a text in them, which no index finds. */
export function readsTexts(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries.some(readsTexts);
    case 'not':
      return readsTexts(condition.entry);
    case 'compare-text':
    case 'match':
    case 'match-column':
      return true;
    case 'compare':
    case 'in':
    case 'null':
    case 'exists':
      return false;
  }
}
