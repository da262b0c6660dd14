// The total order of a query's rows: the order asked for, then keys until no two rows are alike.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { SqlDialect, Value } from '../dialect/sql.ts';
import { requiredNodes } from '../plan/nulls.ts';
import { isSummary, type Plan, type PlanNode } from '../plan/plan.ts';
import { columnValue } from './conditions.ts';
import { isSingle } from './source.ts';

export interface OrderTerm {
  /** Tells the terms of an order apart. */
  readonly name: string;
  readonly value: Value;
  /** The type of the value. */
  readonly column: Column;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly nullable: boolean;
}

export interface RowOrder {
  readonly terms: readonly OrderTerm[];
  /** Whether the values of the terms tell where a row lies; else only its position does. */
  readonly isTotal: boolean;
  readonly nodes: ReadonlySet<PlanNode>;
}

export function rowOrder(dialect: SqlDialect, plan: Plan): RowOrder {
  const required = requiredNodes(plan.where);
  const seen = new Set<string>();
  const terms: OrderTerm[] = [];
  const nodes = new Set<PlanNode>();
  let isTotal = true;
  const add = (node: PlanNode, column: Column, descending: boolean, nullsFirst: boolean) => {
    const name = JSON.stringify([node.index, column.name]);
    if (seen.has(name)) return;
    seen.add(name);
    nodes.add(node);
    if (!dialect.sortsWhole(column)) isTotal = false;
    terms.push({
      name,
      value: dialect.comparable(columnValue({ node, column }), column, 'sort'),
      column,
      descending,
      nullsFirst,
      nullable: column.nullable || (node.parent !== null && !required.has(node)),
    });
  };
  for (const { by, descending, nullsFirst } of plan.order) {
    if (!isSummary(by)) add(by.node, by.column, descending, nullsFirst);
  }
  const roots = plan.nodes.filter((node) => node.parent === null);
  const repeating = plan.nodes.filter((node) => node.parent !== null && !isSingle(node));
  const last: (() => void)[] = [];
  for (const node of [...roots, ...repeating]) {
    const { entity } = node;
    // What tells the rows of an entity apart: its key, else all its columns and what the engine has beside them.
    const isKeyed = entity.keyKind === 'primary' || entity.keyKind === 'unique';
    // SQLite lets a primary key be NULL, and then it is none.
    const isEnough = isKeyed && !entity.key.some((column) => column.nullable);
    const hidden = isEnough ? [] : dialect.rowIdentity(entity);
    if (hidden === null) isTotal = false;
    for (const column of isKeyed ? entity.key : entity.columns) add(node, column, false, false);
    // Rows that are alike in all their columns come together with their partners, so these come last of all.
    for (const column of hidden ?? []) last.push(() => add(node, column, false, false));
  }
  for (const addLast of last) addLast();
  return { terms, nodes, isTotal };
}

export function orderBy(dialect: SqlDialect, terms: readonly OrderTerm[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  return sql` order by ${sql.join(terms.map((term) => dialect.sort(term.value, term)))}`;
}
