// The total order of a query's rows: the order asked for, then keys until no two rows are alike.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import type { CompareSql, SqlDialect, Value } from '../dialect/sql.ts';
import { isSingle } from '../plan/needs.ts';
import { requiredNodes } from '../plan/nulls.ts';
import { isSummary, nodesOf, type Plan, type PlanNode, type PlanValue, typeOf } from '../plan/plan.ts';
import { columnSql } from './values.ts';

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
  /** Whether the values of the terms tell where a row lies; else only its position does. */
  readonly isTotal: boolean;
  readonly nodes: ReadonlySet<PlanNode>;
  /** Whether rows come one after the other as they are found: nothing has to be sorted or looked through before. */
  readonly isStored: boolean;
}

/** How a value is written in a statement; before there is one, only what is said of the terms is of use. */
export type ValueWords = (value: PlanValue) => Value;

const noWords: ValueWords = () => sql`null`;

export function rowOrder(dialect: SqlDialect, plan: Plan, words: ValueWords = noWords): RowOrder {
  const required = requiredNodes(plan.where);
  const seen = new Set<unknown>();
  const terms: OrderTerm[] = [];
  const nodes = new Set<PlanNode>();
  let isTotal = true;
  const add = (value: PlanValue, descending: boolean, nullsFirst: boolean) => {
    const name = value.kind === 'column' ? JSON.stringify([value.node.index, value.column.name]) : value;
    if (seen.has(name)) return;
    seen.add(name);
    const used = nodesOf(value);
    for (const node of used) nodes.add(node);
    const column = typeOf(value);
    if (!dialect.sortsWhole(column)) isTotal = false;
    const nullable = column.nullable || used.some((node) => node.parent !== null && !required.has(node));
    for (const sorted of sortValues(dialect, words(value), column)) {
      terms.push({ value: sorted, column, descending, nullsFirst, nullable });
    }
  };
  const addColumn = (node: PlanNode, column: Column) => add({ kind: 'column', node, column }, false, false);
  for (const { by, descending, nullsFirst } of plan.order) {
    if (!isSummary(by)) add(by.value, descending, nullsFirst);
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
    for (const column of isEnough ? entity.key : tellingColumns(entity)) addColumn(node, column);
    // Rows that are alike in all their columns come together with their partners, so these come last of all.
    for (const column of hidden ?? []) last.push(() => addColumn(node, column));
  }
  for (const addLast of last) addLast();
  return { terms, nodes, isTotal, isStored: false };
}

/**
 * What tells rows apart that no key tells apart. In what somebody may see only a part of, that is all that they see:
 * nothing of their order may come from the rest.
 */
function tellingColumns({ keyKind, key, columns, restriction }: Entity): readonly Column[] {
  const isKeyed = keyKind === 'primary' || keyKind === 'unique';
  if (restriction !== null) return [...new Set([...key, ...columns])];
  return isKeyed ? key : columns;
}

/** Whether rows that somebody may see only a part of are told apart by a key that is there in each of them. */
function hasWholeKey({ keyKind, key }: Entity): boolean {
  return keyKind !== 'none' && keyKind !== 'all' && !key.some(({ nullable }) => nullable);
}

/** The columns that tell the rows of an entity apart, in the order that its records have. */
export function recordColumns(entity: Entity): readonly Column[] {
  return entity.restriction === null || hasWholeKey(entity) ? entity.key : tellingColumns(entity);
}

/** The order of a list of records: a key as it is stored, so that its index serves; a view has none. */
export function keyOrder(dialect: SqlDialect, { nodes }: Plan): RowOrder {
  const isByKey = ({ entity }: PlanNode) => entity.restriction === null || hasWholeKey(entity);
  const terms = nodes.flatMap((node) => {
    return recordColumns(node.entity).map((column): OrderTerm => {
      const value = columnSql({ node, column });
      // Where nothing else is known to be unique a column may have no order of its own.
      const isCompared = node.entity.keyKind === 'all' || !isByKey(node);
      return {
        value: isCompared ? dialect.comparable(value, column, 'sort') : value,
        column,
        descending: false,
        nullsFirst: false,
        nullable: !isByKey(node) && column.nullable,
      };
    });
  });
  const isStored = nodes.every((node) => node.entity.keyKind !== 'all' && isByKey(node));
  return { terms, nodes: new Set(nodes), isTotal: false, isStored };
}

/** Whatever comes first; `isStored` where an index leads to it. */
export function unordered(isStored: boolean): RowOrder {
  return { terms: [], nodes: new Set(), isTotal: false, isStored };
}

/** What a value is sorted by: itself in the form that sorts, and what tells values apart that are equal by that. */
export function sortValues(dialect: CompareSql, value: Value, column: Column): readonly Value[] {
  const own = dialect.comparable(value, column, 'sort');
  const finer = dialect.finer?.(value, column) ?? null;
  return finer === null ? [own] : [own, finer];
}

export function orderBy(
  dialect: SqlDialect,
  terms: readonly Omit<OrderTerm, 'column'>[],
): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  return sql` order by ${sql.join(terms.map((term) => dialect.sort(term.value, term)))}`;
}
