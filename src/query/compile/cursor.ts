// Pages that begin after a given row: the values that give its place, and the condition for all rows after it.
import { type RawBuilder, sql } from 'kysely';
import type { Bound, CompareSql, SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { Draft, Filling } from './draft.ts';
import type { OrderTerm } from './order.ts';
import { isNull } from './values.ts';

export interface Cursor {
  /** The number of rows before the page. */
  readonly position: bigint;
  /** The sort values of the row before the page, as texts; null for NULL. */
  readonly values: readonly (string | null)[];
}

/** The bound values of a cursor, one for each term of the order; null for NULL. */
export type BoundCursor = readonly (Bound | null)[];

export function bindCursor(
  dialect: CompareSql,
  terms: readonly OrderTerm[],
  { values }: Cursor,
): BoundCursor {
  return terms.map(({ column }, i) => {
    const text = values[i] ?? null;
    return text === null ? null : dialect.cursorValue(column, text);
  });
}

/** Cursors of one order and form share the same SQL. */
export function cursorForm(cursor: BoundCursor): string {
  return cursor.map((bound) => (bound === null ? 'NULL' : bound.form)).join();
}

export function cursorFilling(cursor: BoundCursor): Filling {
  return cursor.map((bound) => bound?.values ?? []);
}

/** The sort values of a row as one JSON list of texts. */
export function cursorText(dialect: SqlDialect, terms: readonly OrderTerm[]): TextSql {
  const parts = terms.flatMap((term, i) => [
    i === 0 ? '[' : ',',
    dialect.cursorText(term.value, term.column),
  ]);
  return dialect.concat([...parts, ']']);
}

/** A term of the order, with its value in the cursor's row; null for NULL. */
interface CursorTerm extends OrderTerm {
  readonly bound: Value | null;
}

/** True for the rows after the cursor's row in the order. */
export function afterCursor(
  draft: Draft,
  terms: readonly OrderTerm[],
  cursor: BoundCursor,
): RawBuilder<boolean> {
  const bounds = terms.map((term, i): CursorTerm => {
    const bound = cursor[i] ?? null;
    return { ...term, bound: bound === null ? null : draft.cursorValue(i, bound) };
  });
  return afterTerms(draft.dialect, bounds) ?? sql<boolean>`1 = 0`;
}

/** Null if no row can come after the cursor, because no terms are left. */
function afterTerms(dialect: CompareSql, terms: readonly CursorTerm[]): RawBuilder<boolean> | null {
  const [term] = terms;
  if (term === undefined) return null;
  const length = dialect.comparesRows ? Math.max(1, uniformPrefix(terms)) : 1;
  const later = afterTerms(dialect, terms.slice(length));
  if (term.bound === null) {
    const rest =
      later === null ? null : sql<boolean>`(${isNull(dialect, term.value, term.column)} and ${later})`;
    if (!term.nullsFirst) return rest;
    return rest === null
      ? sql<boolean>`${term.value} is not null`
      : sql<boolean>`(${term.value} is not null or ${rest})`;
  }
  const compared = terms.slice(0, length);
  const own = row(compared.map(({ value }) => value));
  const bound = row(compared.flatMap((one) => one.bound ?? []));
  const sign = term.descending ? '<' : '>';
  const strictly = sql<boolean>`${own} ${sql.raw(sign)} ${bound}`;
  const nulls =
    term.nullable && !term.nullsFirst ? sql` or ${isNull(dialect, term.value, term.column)}` : sql``;
  if (later === null) return sql<boolean>`(${strictly}${nulls})`;
  // A bound outside the OR lets the engine start there; inside an OR it would scan all earlier rows.
  if (dialect.comparesRows && !term.nullable) {
    return sql<boolean>`(${own} ${sql.raw(`${sign}=`)} ${bound} and (${strictly} or ${later}))`;
  }
  return sql<boolean>`(${strictly} or (${own} = ${bound} and ${later})${nulls})`;
}

/** The number of leading terms with the same direction and no NULLs, which compare as one row value. */
function uniformPrefix(terms: readonly CursorTerm[]): number {
  const other = terms.findIndex(
    ({ nullable, descending, bound }) => nullable || bound === null || descending !== terms[0]?.descending,
  );
  return other < 0 ? terms.length : other;
}

function row(values: readonly Value[]): RawBuilder<unknown> {
  const list = sql.join(values);
  return values.length === 1 ? list : sql`(${list})`;
}
