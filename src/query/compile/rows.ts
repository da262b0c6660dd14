// The statements of a query that answers plain rows: one for the page, one for their number.
import { sql } from 'kysely';
import type { Plan, PlanAttribute } from '../plan/plan.ts';
import type { SqlDialect, Statement, TextSql } from '../sql.ts';
import { columnValue, compileCondition } from './conditions.ts';
import { afterCursor, type Cursor, cursorText } from './cursor.ts';
import { type OrderTerm, orderBy } from './order.ts';
import { joins, neededNodes, nodesOf } from './source.ts';

export interface PageOptions {
  readonly limit: bigint | null;
  readonly offset: bigint;
  readonly after: Cursor | null;
  /** Whether each row is followed by a line break and its cursor values. */
  readonly withCursors: boolean;
}

/** SQL counts in 64 bits; no table has more rows. */
const largest = 9_223_372_036_854_775_807n;

export function compilePage(
  dialect: SqlDialect,
  plan: Plan,
  terms: readonly OrderTerm[],
  row: (dialect: SqlDialect, columns: readonly PlanAttribute[]) => TextSql,
  options: PageOptions,
): Statement {
  const columns = plan.attributes.filter(({ selected }) => selected);
  const text = row(dialect, columns);
  const output = options.withCursors ? dialect.concat([text, '\n', cursorText(dialect, terms)]) : text;
  const conditions = [
    ...(plan.where === null ? [] : [compileCondition(dialect, plan.where)]),
    ...(options.after === null ? [] : [afterCursor(dialect, terms, options.after)]),
  ];
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  const used = new Set([...columns, ...terms].map(({ node }) => node)).union(nodesOf(plan.where));
  const from = joins(dialect, neededNodes(plan.nodes, used, plan.where), plan.where);
  const limit = options.limit === null || options.limit > largest ? null : options.limit;
  const offset = options.offset > largest ? largest : options.offset;
  return dialect.compile(
    sql`select ${output} from ${from}${where}${orderBy(dialect, terms)} ${dialect.page(limit, offset)}`,
  );
}

/** A row of the answer: `[v1,v2,…]`. */
export function rowJson(dialect: SqlDialect, columns: readonly PlanAttribute[]): TextSql {
  const parts = columns.flatMap((attribute, i) => [
    i === 0 ? '[' : ',',
    dialect.json(columnValue(attribute), attribute.column),
  ]);
  return dialect.concat([...parts, ']']);
}

export function compileCount(dialect: SqlDialect, plan: Plan): Statement {
  const where = plan.where === null ? sql`` : sql` where ${compileCondition(dialect, plan.where)}`;
  const nodes = neededNodes(plan.nodes, nodesOf(plan.where), plan.where);
  return dialect.compile(
    sql`select ${dialect.integerText(sql`count(*)`)} from ${joins(dialect, nodes, plan.where)}${where}`,
  );
}
