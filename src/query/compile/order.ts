// The total order of a query's rows: the order asked for, then keys until no two rows are alike.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import { requiredNodes } from '../plan/nulls.ts';
import { isSummary, type Plan, type PlanNode } from '../plan/plan.ts';
import type { SqlDialect, Value } from '../sql.ts';
import { columnValue } from './conditions.ts';
import { isSingle } from './source.ts';

export interface OrderTerm {
  readonly value: Value;
  /** The type of the value. */
  readonly column: Column;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly nullable: boolean;
}

export interface RowOrder {
  readonly terms: readonly OrderTerm[];
  /** False where rows may be alike in every term, as they are in a table without a key. */
  readonly isTotal: boolean;
  readonly nodes: ReadonlySet<PlanNode>;
}

export function rowOrder(dialect: SqlDialect, plan: Plan): RowOrder {
  const required = requiredNodes(plan.where);
  const seen = new Set<string>();
  const terms: OrderTerm[] = [];
  const nodes = new Set<PlanNode>();
  const add = (node: PlanNode, column: Column, descending: boolean, nullsFirst: boolean) => {
    const name = JSON.stringify([node.index, column.name]);
    if (seen.has(name)) return;
    seen.add(name);
    nodes.add(node);
    terms.push({
      value: dialect.comparable(columnValue({ node, column }), column, 'order'),
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
  const identified = [...roots, ...repeating];
  for (const node of identified) {
    for (const column of identifyingColumns(node)) add(node, column, false, false);
  }
  return { terms, isTotal: identified.every(hasKey), nodes };
}

/** A key that may be NULL, as SQLite lets a primary key be, is none. */
function hasKey({ entity }: PlanNode): boolean {
  const isKey = entity.keyKind === 'primary' || entity.keyKind === 'unique';
  return isKey && entity.key.every((column) => !column.nullable);
}

/** What tells the rows of an entity apart as far as anything can: its key, else all its columns. */
function identifyingColumns({ entity }: PlanNode): readonly Column[] {
  return entity.key.length > 0 ? entity.key : entity.columns;
}

export function orderBy(dialect: SqlDialect, terms: readonly OrderTerm[]): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  return sql` order by ${sql.join(terms.map((term) => dialect.sort(term.value, term)))}`;
}
