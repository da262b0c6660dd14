// Pages that begin after a given row: the values that tell its place, and the condition for all beyond it.
import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect, TextSql } from '../sql.ts';
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
  return terms.reduceRight<RawBuilder<boolean>>((later, term, i) => {
    const { value } = term;
    const json = cursor.values[i] ?? null;
    if (json === null) {
      const rest = sql<boolean>`(${value} is null and ${later})`;
      return term.nullsFirst ? sql<boolean>`(${value} is not null or ${rest})` : rest;
    }
    const bound = dialect.cursorValue(term.column, json);
    const beyond = sql`${value} ${sql.raw(term.descending ? '<' : '>')} ${bound}`;
    const rest = sql`(${value} = ${bound} and ${later})`;
    const nulls = term.nullable && !term.nullsFirst ? sql` or ${value} is null` : sql``;
    return sql<boolean>`(${beyond} or ${rest}${nulls})`;
  }, sql<boolean>`1 = 0`);
}
