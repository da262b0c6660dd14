// Pages that begin after a given row: the values that tell its place, and the condition for all beyond it.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import { filled } from './conditions.ts';
import type { OrderTerm } from './order.ts';

export interface Cursor {
  /** How many rows come before the page. */
  readonly position: bigint;
  /** Sort values of the row before the page, as JSON texts; null for NULL. */
  readonly values: readonly (string | null)[];
}

/** The sort values of a row as one JSON list of texts. */
export function cursorText(dialect: SqlDialect, terms: readonly OrderTerm[]): TextSql {
  const parts = terms.flatMap((term, i) => [
    i === 0 ? '[' : ',',
    dialect.cursorText(term.value, term.column),
  ]);
  return dialect.concat([...parts, ']']);
}

/** True for the rows after the cursor's row in the order. */
export function afterCursor(
  dialect: SqlDialect,
  terms: readonly OrderTerm[],
  cursor: Cursor,
): RawBuilder<boolean> {
  const values = terms.map((_, i) => cursor.values[i] ?? null);
  return beyond(dialect, terms, values) ?? sql<boolean>`1 = 0`;
}

/** Null where no row is beyond: the values are those of no terms. */
function beyond(
  dialect: SqlDialect,
  terms: readonly OrderTerm[],
  values: readonly (string | null)[],
): RawBuilder<boolean> | null {
  const [term] = terms;
  if (term === undefined) return null;
  const length = dialect.comparesRows ? Math.max(1, alike(terms, values)) : 1;
  const later = beyond(dialect, terms.slice(length), values.slice(length));
  const [json = null] = values;
  if (json === null) {
    const rest = later === null ? null : sql<boolean>`(${term.value} is null and ${later})`;
    if (!term.nullsFirst) return rest;
    return rest === null
      ? sql<boolean>`${term.value} is not null`
      : sql<boolean>`(${term.value} is not null or ${rest})`;
  }
  const own = row(terms.slice(0, length).map(({ value }) => value));
  const bound = row(
    terms.slice(0, length).map(({ column }, i) => filled(dialect.cursorValue(column, values[i] ?? ''))),
  );
  const sign = term.descending ? '<' : '>';
  const strictly = sql<boolean>`${own} ${sql.raw(sign)} ${bound}`;
  const nulls = term.nullable && !term.nullsFirst ? sql` or ${term.value} is null` : sql``;
  if (later === null) return sql<boolean>`(${strictly}${nulls})`;
  // A bound for all of them lets the engine begin there; one within an OR would have it look at every row before.
  if (dialect.comparesRows && !term.nullable) {
    return sql<boolean>`(${own} ${sql.raw(`${sign}=`)} ${bound} and (${strictly} or ${later}))`;
  }
  return sql<boolean>`(${strictly} or (${own} = ${bound} and ${later})${nulls})`;
}

/** How many of the first terms run in the same direction and are never NULL, so that they compare as one row. */
function alike(terms: readonly OrderTerm[], values: readonly (string | null)[]): number {
  const other = terms.findIndex(
    ({ nullable, descending }, i) => nullable || values[i] === null || descending !== terms[0]?.descending,
  );
  return other < 0 ? terms.length : other;
}

function row(values: readonly Value[]): RawBuilder<unknown> {
  const list = sql.join(values);
  return values.length === 1 ? list : sql`(${list})`;
}
