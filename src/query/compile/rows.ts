// The statement of a query that answers plain rows.
import { sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { Plan, PlanAttribute } from '../plan/plan.ts';
import type { SqlDialect, Statement, Value } from '../sql.ts';
import { columnValue, whereClause } from './conditions.ts';
import { afterCursor, type Cursor, cursorText } from './cursor.ts';
import type { Cell, RowFormat } from './formats.ts';
import { orderBy, type RowOrder } from './order.ts';
import { joins, neededNodes, nodesOf } from './source.ts';

export interface PageOptions {
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
  readonly after: Cursor | null;
  /** Whether each row is followed by a line break and its cursor values. */
  readonly withCursors: boolean;
}

export function compilePage(
  dialect: SqlDialect,
  plan: Plan,
  order: RowOrder,
  format: RowFormat,
  options: PageOptions,
): Statement {
  const columns = plan.attributes.filter(({ selected }) => selected);
  const text = format.row(
    dialect,
    columns.map((attribute) => cell(dialect, attribute, format)),
  );
  const output = options.withCursors ? dialect.concat([text, '\n', cursorText(dialect, order.terms)]) : text;
  const used = new Set(columns.map(({ node }) => node)).union(order.nodes).union(nodesOf(plan.where));
  const nodes = neededNodes(plan.nodes, used, plan.where);
  const after = options.after === null ? null : afterCursor(dialect, order.terms, options.after);
  const where = whereClause(dialect, nodes, plan.where, after);
  const from = joins(dialect, nodes, plan.where);
  return dialect.compile(
    sql`select ${output} from ${from}${where}${orderBy(dialect, order.terms)} ${page(dialect, options)}`,
  );
}

function cell(dialect: SqlDialect, attribute: PlanAttribute, format: RowFormat): Cell {
  const { alias, column } = attribute;
  const value = columnValue(attribute);
  return { name: alias, column, value: render[format.cells](dialect, value, column) };
}

const render: Record<RowFormat['cells'], (dialect: SqlDialect, value: Value, column: Column) => Value> = {
  json: (dialect, value, column) => dialect.json(value, column),
  text: (dialect, value, column) => dialect.shown(value, column),
  value: (_, value) => value,
};

/** SQL counts in 64 bits; no table has more rows. */
const largest = 9_223_372_036_854_775_807n;

export function page(dialect: SqlDialect, { limit, offset }: PageOptions) {
  return dialect.page(limit === null || limit > largest ? null : limit, offset > largest ? largest : offset);
}
