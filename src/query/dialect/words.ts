// Pieces of SQL, and what values of a request become in them.
import type { Expression, RawBuilder } from 'kysely';

/** A piece of SQL that yields a text which is never NULL. */
export type TextSql = RawBuilder<string>;

/** A piece of SQL that yields a value. */
export type Value = Expression<unknown>;

/**
 * What a literal of a request becomes: the values that are bound, and the words around their places. Literals that are
 * asked for in one place of a query and have the same form have the same words, so that a statement that was compiled
 * for one of them serves all others with their own values.
 */
export interface Bound<Operands extends readonly Value[] = []> {
  readonly form: string;
  /** None of them stands in the words: their places do. */
  readonly values: readonly unknown[];
  /** The words are nothing but the place of the one value. */
  readonly isBare?: boolean;
  sql(places: readonly Value[], ...operands: Operands): RawBuilder<unknown>;
}
