// Reads of an entity by key: one statement for all of them, and one that reads several of them at once.
import { type RawBuilder, sql } from 'kysely';
import type { KeyedReads, SqlDialect, Statement, TextSql } from './dialect/sql.ts';

/** What is read, and the columns that the values of a key belong to. */
export interface LookUpParts {
  readonly text: TextSql;
  readonly entity: string;
  readonly source: RawBuilder<unknown>;
  readonly key: readonly RawBuilder<unknown>[];
}

/** A text and its parameters before the values of the keys. */
interface Frame {
  readonly sql: string;
  readonly before: readonly unknown[];
}

// Without names of ours a server may send long pieces of the statement as those of the columns, with every answer.
const columnName = sql.id('r');
const numberName = sql.id('n');

export class LookUps implements KeyedReads {
  readonly #dialect: SqlDialect;
  readonly #parts: LookUpParts;
  #single: Frame | null = null;
  /** By how many they read. */
  readonly #several = new Map<number, Frame>();

  constructor(dialect: SqlDialect, parts: LookUpParts) {
    this.#dialect = dialect;
    this.#parts = parts;
  }

  /** At most two rows: the second one tells that the key is ambiguous. */
  one(values: readonly unknown[]): Statement {
    this.#single ??= this.#frame(this.#only(values));
    const { sql: words, before } = this.#single;
    return {
      sql: words,
      parameters: [...before, ...values],
      entities: [this.#parts.entity],
      hints: { keyed: { reads: this, values } },
    };
  }

  /** Asks as `one` does, so that a value is the same to both; the last keys fill up what is prepared for more. */
  together(keys: readonly (readonly unknown[])[]): Statement {
    const count = 2 ** Math.ceil(Math.log2(keys.length));
    const all = Array.from({ length: count }, (_, i) => keys[i] ?? keys.at(-1) ?? []);
    const values = all.flat();
    const frame = this.#several.get(count) ?? this.#frame(this.#anyOf(all));
    this.#several.set(count, frame);
    return {
      sql: frame.sql,
      parameters: [...frame.before, ...values, ...values],
      entities: [this.#parts.entity],
    };
  }

  #only(values: readonly unknown[]): RawBuilder<unknown> {
    const { text, source } = this.#parts;
    return sql`select ${text} as ${columnName} from ${source} where ${this.#equals(values)} limit 2`;
  }

  #anyOf(keys: readonly (readonly unknown[])[]): RawBuilder<unknown> {
    const { text, source } = this.#parts;
    const cases = keys.map((key, i) => sql`when ${this.#equals(key)} then ${sql.lit(String(i))}`);
    const conditions = keys.map((key) => sql`(${this.#equals(key)})`);
    return sql`select ${text} as ${columnName}, case ${sql.join(cases, sql` `)} end as ${numberName} from ${source} where ${sql.join(conditions, sql` or `)}`;
  }

  #equals(values: readonly unknown[]): RawBuilder<unknown> {
    return sql.join(
      this.#parts.key.map((column, i) => sql`${column} = ${values[i]}`),
      sql` and `,
    );
  }

  #frame(query: RawBuilder<unknown>): Frame {
    const { parameters: before } = this.#dialect.compile(sql`${this.#parts.text}`);
    return { sql: this.#dialect.compile(query).sql, before };
  }
}
