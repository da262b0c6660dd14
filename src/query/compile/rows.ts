// The statement of a plan for plain rows.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../model/database.ts';
import type { SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { Ranges, SliceParts } from '../dialect/statement.ts';
import { writeRow } from '../lines.ts';
import { isSummary, type Plan, type PlanAttribute, typeOf } from '../plan/plan.ts';
import { rollupsOf } from '../plan/walk.ts';
import { cursorText } from './cursor.ts';
import type { Draft, Template } from './draft.ts';
import type { Cell, RowFormat } from './formats.ts';
import { isRequiredColumn } from './never-null.ts';
import type { CompileValue, RowOrder } from './order.ts';
import type { PageForm } from './page.ts';
import { type PageSource, pageSource } from './page-source.ts';
import { rangesOfRows } from './row-ranges.ts';
import { slicesOfRows } from './row-slices.ts';
import { countSql } from './totals.ts';

export function compileRows(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  format: RowFormat,
  form: PageForm,
): Template {
  const { dialect } = draft;
  const columns = plan.attributes.filter(({ selected }) => selected);
  const isStored = columns.every(({ value }) => format.isStored?.(typeOf(value)));
  const source = pageSource(draft, plan, order, form, isStored);
  const cells = cellsOf(dialect, columns, format, source.value);
  const count = form.totalBy === 'index' ? countSql(draft, plan) : null;
  const outputOf = (row: TextSql) => named(format, withLines(dialect, row, source, form, count));
  const output = outputOf(format.row(dialect, cells, draft));
  const statement = sql`${source.before}select ${output} from ${source.sql}`;
  const usual = form.size === 'few' ? (format.usualRow?.(dialect, cells) ?? null) : null;
  if (usual !== null) {
    const rows = sql`${source.before}select ${outputOf(usual)} from ${source.sql}`;
    return draft.finish(statement, { usual: draft.compile(rows) });
  }
  const ranges = inRanges(draft, plan, order, format, form, source.nodes);
  if (ranges !== null) return draft.finish(statement, { ranges });
  // Measures of related rows would be recomputed for each slice.
  const hasRollups = columns.some(({ value }) => !rollupsOf(value).next().done);
  if (source.isNested || count !== null || hasRollups) return draft.finish(statement);
  const select = (from: RawBuilder<unknown>): Pick<SliceParts, 'texts' | 'unquoted' | 'fields'> => {
    const texts = draft.compile(sql`select ${output} from ${from}`);
    const unquoted = format.unquoted?.row(dialect, cells) ?? null;
    if (unquoted === null || format.unquoted === undefined) return { texts };
    return {
      texts,
      unquoted: draft.compile(sql`select ${named(format, unquoted)} from ${from}`),
      fields: { separator: format.unquoted.separator, count: columns.length },
    };
  };
  const slices = slicesOfRows(draft, plan, order, source.nodes, form, select);
  return draft.finish(statement, slices === null ? undefined : { slices });
}

/** Only for rows that show nothing but stored values, without extra lines. */
function inRanges(
  draft: Draft,
  plan: Plan,
  order: RowOrder,
  format: RowFormat,
  form: PageForm,
  nodes: PageSource['nodes'],
): Ranges | null {
  const columns = plan.attributes.filter(({ selected }) => selected);
  if (form.totalBy !== null || form.withCursors || columns.some(({ value }) => value.kind !== 'column'))
    return null;
  // Measures of related rows would be recomputed for each range, as for each slice.
  if (plan.order.some(({ by }) => !isSummary(by) && !rollupsOf(by.value).next().done)) return null;
  return rangesOfRows(
    draft,
    plan,
    order,
    nodes,
    form,
    rowOutput(draft, { ...plan, attributes: columns }, format),
  );
}

/** The expression for a row, for plans without pages. */
export function rowOutput(draft: Draft, { attributes }: Plan, format: RowFormat): TextSql {
  const { dialect } = draft;
  const cells = cellsOf(dialect, attributes, format, (value) => draft.value(value));
  return named(format, format.row(dialect, cells, draft));
}

/** Names the text: without a name, an engine might send part of the expression as the column name with every answer. */
export function named({ cells }: RowFormat, row: TextSql): TextSql {
  return cells === 'value' ? row : sql<string>`${row} as ${sql.id('line')}`;
}

/** A row followed by its extra lines. */
function withLines(
  dialect: SqlDialect,
  row: TextSql,
  { terms, total }: PageSource,
  { withCursors }: PageForm,
  count: RawBuilder<unknown> | null,
): TextSql {
  const counted = count === null ? null : sql<string>`(${count})`;
  return writeRow(dialect, row, {
    cursor: withCursors ? cursorText(dialect, terms) : null,
    total: total === null ? counted : dialect.integerText(total),
  });
}

export function cellsOf(
  dialect: SqlDialect,
  attributes: readonly PlanAttribute[],
  format: RowFormat,
  value: CompileValue,
): Cell[] {
  return attributes.map((attribute) => cell(dialect, attribute, value(attribute.value), format));
}

function cell(dialect: SqlDialect, { alias, value }: PlanAttribute, own: Value, format: RowFormat): Cell {
  const column = typeOf(value);
  const shown = render[format.cells](dialect, own, column);
  return { name: alias, column, value: shown, own, isNeverNull: isRequiredColumn(value) };
}

const render: Record<RowFormat['cells'], (dialect: SqlDialect, value: Value, column: Column) => Value> = {
  json: (dialect, value, column) => dialect.json(value, column),
  text: (dialect, value, column) => dialect.shown(value, column),
  value: (_, value) => value,
};
