// Pieces of SQL, and what they contain for values of a request.
import type { Expression, RawBuilder } from 'kysely';

/** A piece of SQL that yields a text and never NULL. */
export type TextSql = RawBuilder<string>;

/** A piece of SQL that yields a value. */
export type Value = Expression<unknown>;

/**
 * A compiled literal: the values to bind, and the SQL around their places. Literals at the same place of a query with
 * the same form have the same SQL, so a statement compiled for one serves all others with their own values.
 */
export interface Bound<Operands extends readonly Value[] = []> {
  readonly form: string;
  /** The values are never part of the SQL; only their places are. */
  readonly values: readonly unknown[];
  /** The SQL is just the place of the single value. */
  readonly isBare?: boolean;
  sql(places: readonly Value[], ...operands: Operands): RawBuilder<unknown>;
}
