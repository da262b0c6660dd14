// The total order of a query's rows: the order asked for, then keys until no two rows are alike.
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { requiredNodes } from '../plan/nulls.ts';
import { isSummary, type Plan, type PlanColumn, type PlanNode } from '../plan/plan.ts';
import type { SqlDialect } from '../sql.ts';
import { columnValue } from './conditions.ts';
import { isSingle } from './source.ts';

export interface OrderTerm extends PlanColumn {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly nullable: boolean;
}

export function totalOrder(plan: Plan): OrderTerm[] {
  const required = requiredNodes(plan.where);
  const seen = new Set<string>();
  const terms: OrderTerm[] = [];
  const add = (node: PlanNode, column: Column, descending: boolean, nullsFirst: boolean) => {
    const name = JSON.stringify([node.index, column.name]);
    if (seen.has(name)) return;
    seen.add(name);
    const nullable = column.nullable || (node.parent !== null && !required.has(node));
    terms.push({ node, column, descending, nullsFirst, nullable });
  };
  for (const { by, descending, nullsFirst } of plan.order) {
    if (!isSummary(by)) add(by.node, by.column, descending, nullsFirst);
  }
  const roots = plan.nodes.filter((node) => node.parent === null);
  const repeating = plan.nodes.filter((node) => node.parent !== null && !isSingle(node));
  for (const node of [...roots, ...repeating]) {
    for (const column of identifyingColumns(node)) add(node, column, false, false);
  }
  return terms;
}

/** What tells the rows of an entity apart as far as anything can: its key, else all its columns. */
function identifyingColumns({ entity }: PlanNode): readonly Column[] {
  return entity.key.length > 0 ? entity.key : entity.columns;
}

export function orderBy(dialect: SqlDialect, terms: readonly OrderTerm[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  const parts = terms.map((term) => dialect.sort(sortValue(dialect, term), term));
  return sql` order by ${sql.join(parts)}`;
}

export function sortValue(dialect: SqlDialect, term: PlanColumn) {
  return dialect.comparable(columnValue(term), term.column, 'order');
}
