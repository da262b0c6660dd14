// The total order of a query's rows: the requested order, then keys that distinguish all rows.
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
  /** Whether the values of the terms determine a row's place; otherwise only its position does. */
  readonly isTotal: boolean;
  readonly nodes: ReadonlySet<PlanNode>;
  /** Whether rows can be returned as they are found, without sorting or reading ahead. */
  readonly isStored: boolean;
}

/** How a value is compiled; a placeholder is enough while only the other properties of the terms matter. */
export type CompileValue = (value: PlanValue) => Value;

const placeholder: CompileValue = () => sql`null`;

export function rowOrder(dialect: SqlDialect, plan: Plan, words: CompileValue = placeholder): RowOrder {
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
  const last: (() => void)[] = [];
  for (const node of repeatedNodes(plan)) {
    const { entity } = node;
    const hidden = rowIds(dialect, entity);
    if (hidden === null) isTotal = false;
    for (const column of isIdentified(entity) ? entity.key : identifyingColumns(entity))
      addColumn(node, column);
    // Row ids sort last of all: rows that are equal in all columns are ordered by the rows joined to them first.
    for (const column of hidden ?? []) last.push(() => addColumn(node, column));
  }
  for (const addLast of last) addLast();
  return { terms, nodes, isTotal, isStored: false };
}

/** The entities that distinguish the rows of a query. */
function repeatedNodes({ nodes }: Plan): readonly PlanNode[] {
  const roots = nodes.filter((node) => node.parent === null);
  return [...roots, ...nodes.filter((node) => node.parent !== null && !isSingle(node))];
}

/** Whether the key identifies a row. SQLite allows NULL in a primary key, which then identifies nothing. */
export function isIdentified({ keyKind, key }: Entity): boolean {
  return (keyKind === 'primary' || keyKind === 'unique') && !key.some((column) => column.nullable);
}

/** The engine's own row ids, where no key identifies a row; null if it has none. */
function rowIds(dialect: SqlDialect, entity: Entity): readonly Column[] | null {
  return isIdentified(entity) ? [] : dialect.rowIdentity(entity);
}

/** Whether several rows may be equal in all terms of their order. */
export function mayHaveTwins(dialect: SqlDialect, plan: Plan): boolean {
  return repeatedNodes(plan).some(({ entity }) => rowIds(dialect, entity) === null);
}

/**
 * The columns that identify a row that no key identifies. In a restricted entity these are all visible columns: the
 * order must not depend on anything hidden.
 */
function identifyingColumns({ keyKind, key, columns, restriction }: Entity): readonly Column[] {
  const isKeyed = keyKind === 'primary' || keyKind === 'unique';
  if (restriction !== null) return [...new Set([...key, ...columns])];
  return isKeyed ? key : columns;
}

/** The columns that identify the rows of an entity, in the order in which its records are sorted. */
export function recordColumns(entity: Entity): readonly Column[] {
  return entity.restriction === null || isIdentified(entity) ? entity.key : identifyingColumns(entity);
}

/** The order of a list of records: a stored key, so that its index is used; a view has none. */
export function keyOrder(dialect: SqlDialect, { nodes }: Plan): RowOrder {
  const isByKey = ({ entity }: PlanNode) => entity.restriction === null || isIdentified(entity);
  const terms = nodes.flatMap((node) => {
    return recordColumns(node.entity).map((column): OrderTerm => {
      const value = columnSql({ node, column });
      // Without a key, the columns may be of types without an order.
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

/** Any order; `isStored`: an index finds the rows. */
export function unordered(isStored: boolean): RowOrder {
  return { terms: [], nodes: new Set(), isTotal: false, isStored };
}

/** The values to sort by: the sortable form, and a tie-breaker for values that compare equal in it. */
export function sortValues(dialect: CompareSql, value: Value, column: Column): readonly Value[] {
  const own = dialect.comparable(value, column, 'sort');
  const finer = dialect.tieBreaker?.(value, column) ?? null;
  return finer === null ? [own] : [own, finer];
}

export function orderBy(
  dialect: SqlDialect,
  terms: readonly Omit<OrderTerm, 'column'>[],
): RawBuilder<unknown> {
  if (terms.length === 0) return sql``;
  return sql` order by ${sql.join(terms.map((term) => dialect.sort(term.value, term)))}`;
}
