// The statement for many rows in parts, for an engine that returns them faster in slices.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import type { SliceParts, Slices } from '../dialect/statement.ts';
import { isSingle } from '../plan/needs.ts';
import type { Condition, Plan, PlanNode } from '../plan/plan.ts';
import { withoutLowerBounds } from './bounds.ts';
import { clause, whereTerms } from './conditions.ts';
import type { Draft } from './draft.ts';
import type { RowOrder } from './order.ts';
import type { PageForm } from './page.ts';
import { joins, rootTable } from './source.ts';
import { columnSql } from './values.ts';

/** Null if the rows do not come in the order of one table's key, each once. */
export function slicesOfRows(
  draft: Draft,
  plan: Plan,
  { terms: order, isStored }: RowOrder,
  nodes: readonly PlanNode[],
  form: PageForm,
  select: (from: RawBuilder<unknown>) => Pick<SliceParts, 'texts' | 'unquoted' | 'fields'>,
): Slices | null {
  const [root, ...partners] = nodes;
  const isKeyOrder =
    root !== undefined &&
    root.entity.keyKind !== 'all' &&
    order.length === root.entity.key.length &&
    root.entity.key.every((column, i) => order[i]?.column === column && !order[i].descending);
  if (!isKeyOrder || form.after !== null || !partners.every(isSingle)) return null;
  // Few rows are read at once.
  if (form.size === 'few' || !isSliceable(draft.dialect, root.entity.key)) return null;
  const [leading] = root.entity.key;
  const rest =
    leading === undefined
      ? undefined
      : withoutLowerBounds(plan.where, { kind: 'column', node: root, column: leading });
  if (rest === undefined) return null;
  const key = root.entity.key.map((column) => columnSql({ node: root, column }));
  const first = rootTable(draft, root);
  const from = joins(draft, nodes, plan.where, { root: first });
  const parts = (condition: Condition | null) => {
    const terms = whereTerms(draft, nodes, condition, { isStored, seenBy: first.seenBy });
    const source = sql`${from}${clause(terms)}`;
    return {
      ...select(source),
      keys: draft.compile(sql`select ${sql.join(key)} from ${source}`),
      isFiltered: terms.length > 0,
    };
  };
  return {
    first: parts(plan.where),
    later: parts(rest),
    key: key.map((value) => draft.compile(value).sql),
    // Filled in with the page.
    limit: null,
    offset: 0n,
  };
}

/** Whether reading can resume after any row, in the order of this unique key. */
function isSliceable(dialect: SqlDialect, key: readonly Column[]): boolean {
  if (dialect.slicesBy === undefined || key.length === 0) return false;
  return dialect.slicesBy(key) && key.every(({ nullable }) => !nullable);
}
