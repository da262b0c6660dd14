// The words that a dialect lends to the compiler: how its SQL spells what the engines spell differently.
import type { Expression, RawBuilder } from 'kysely';
import type { Column, TableId } from '../model/database.ts';

/** A statement that is ready to run. Every row of its result is one text. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A piece of SQL that yields a text which is never NULL. */
export type TextSql = RawBuilder<string>;

export interface SqlDialect {
  /** Engine's spelling of the finished expression, with its parameters in order. */
  compile(query: RawBuilder<unknown>): Statement;
  table(id: TableId): RawBuilder<unknown>;
  /** Joins texts, constant ones (plain strings, bound as parameters) and computed ones that are never NULL. */
  concat(parts: readonly (string | TextSql)[]): TextSql;
  /** A constant text, bound as a parameter. */
  text(value: string): TextSql;
  /** The JSON text of a value, `null` for NULL: exact, and what every answer shows. */
  json(value: Expression<unknown>, column: Column): TextSql;
  /** The value as it stands in a record's address, percent-encoded; meaningless for NULL. */
  urlText(value: Expression<unknown>, column: Column): TextSql;
  /** True where the column holds the value that the address text names; null when it cannot. */
  keyEquals(value: Expression<unknown>, column: Column, text: string): RawBuilder<boolean> | null;
  /** Only where values have types of their own, whatever the column declares: true for bytes. */
  isBytes?(value: Expression<unknown>): RawBuilder<boolean>;
  /** `LIMIT`/`OFFSET`, in the engine's spelling; null means without a limit. */
  page(limit: bigint | null, offset: bigint): RawBuilder<unknown>;
}
