// The statement of a query that answers plain rows.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { SliceParts, SqlDialect, Statement, TextSql, Value } from '../dialect/sql.ts';
import { entitiesOf, type Plan, type PlanAttribute, type PlanColumn } from '../plan/plan.ts';
import { cursorText } from './cursor.ts';
import type { Cell, RowFormat } from './formats.ts';
import type { RowOrder } from './order.ts';
import type { PageOptions } from './page.ts';
import { type PageSource, pageSource } from './page-source.ts';
import { slicesOfRows } from './row-slices.ts';
import { countMark, selection, withCount } from './selection.ts';
import { countSql } from './totals.ts';

export function compilePage(
  dialect: SqlDialect,
  plan: Plan,
  order: RowOrder,
  format: RowFormat,
  options: PageOptions,
): Statement {
  const columns = plan.attributes.filter(({ selected }) => selected);
  const isStored = columns.every(({ column }) => format.isStored?.(column));
  const source = pageSource(dialect, plan, order, options, isStored);
  const cells = () => columns.map((attribute) => cell(dialect, attribute, source.value(attribute), format));
  const entities = entitiesOf(plan);
  const key = JSON.stringify([
    format.name,
    options.withCursors ? order.terms.map(({ name }) => name) : null,
    options.totalBy,
    source.form,
    plan.nodes.map(({ entity }) => entity.name),
    columns.map((one) => [one.node.index, one.column.name, one.alias, isNeverNull(one)]),
  ]);
  const beginning = selection(dialect, plan, key, () =>
    withLines(dialect, format.row(dialect, cells()), source, options),
  );
  if (options.totalBy === 'index') {
    return { ...withCount(dialect, beginning, countSql(dialect, plan), source.sql), entities };
  }
  const statement = { ...dialect.compile(source.sql, beginning), entities };
  if (source.isNested || options.withCursors) return statement;
  const selected = (from: RawBuilder<unknown>): Pick<SliceParts, 'texts' | 'unquoted' | 'fields'> => {
    const texts = dialect.compile(from, beginning);
    const unquoted = format.unquoted?.row(dialect, cells()) ?? null;
    if (unquoted === null || format.unquoted === undefined) return { texts };
    const start = selection(dialect, plan, `unquoted ${key}`, () => unquoted);
    return {
      texts,
      unquoted: dialect.compile(from, start),
      fields: { separator: format.unquoted.separator, count: columns.length },
    };
  };
  const slices = slicesOfRows(dialect, plan, order, source.nodes, options, selected);
  return slices === null ? statement : { ...statement, hints: { slices } };
}

/** A row and, on lines of their own, what else it tells. */
function withLines(
  dialect: SqlDialect,
  row: TextSql,
  { terms, total }: PageSource,
  { withCursors, totalBy }: PageOptions,
): TextSql {
  const lines = [
    row,
    ...(withCursors ? ['\n', cursorText(dialect, terms)] : []),
    ...(total === null ? [] : ['\n', dialect.integerText(total)]),
    ...(totalBy === 'index' ? ['\n', sql<string>`(${sql.raw(countMark)})`] : []),
  ];
  // A name of its own: an engine might send a part of the expression as one, with every answer.
  return lines.length === 1 ? row : sql<string>`${dialect.concat(lines)} as ${sql.id('lines')}`;
}

function cell(dialect: SqlDialect, attribute: PlanAttribute, value: Value, format: RowFormat): Cell {
  const { alias, column } = attribute;
  const shown = render[format.cells](dialect, value, column);
  return { name: alias, column, value: shown, own: value, isNeverNull: isNeverNull(attribute) };
}

/** A partner may be missing; a root never is. */
function isNeverNull({ node, column }: PlanColumn): boolean {
  return node.parent === null && !column.nullable;
}

const render: Record<RowFormat['cells'], (dialect: SqlDialect, value: Value, column: Column) => Value> = {
  json: (dialect, value, column) => dialect.json(value, column),
  text: (dialect, value, column) => dialect.shown(value, column),
  value: (_, value) => value,
};
