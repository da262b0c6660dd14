// What a migration is, and the steps that every engine can take again after it was killed in the middle.
import type { Kysely, RawBuilder } from 'kysely';
import type { ColumnTypes, EngineWords } from '../engine.ts';
import type { StoreTables, TableName } from '../tables.ts';

export interface Migration {
  /** Its number and what it brings. It never changes once released. */
  readonly name: string;
  /** Every step must bear to be taken again; tables are made `ifNotExists`. */
  up(change: Change): Promise<void>;
}

/** What a migration works with. */
export class Change {
  readonly db: Kysely<StoreTables>;
  readonly types: ColumnTypes;
  readonly #words: EngineWords;

  constructor(db: Kysely<StoreTables>, words: EngineWords) {
    this.db = db;
    this.types = words.types;
    this.#words = words;
  }

  async index(
    table: TableName,
    columns: readonly string[],
    options: { readonly unique?: boolean } = {},
  ): Promise<void> {
    const index = this.db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns([...columns]);
    await this.#unlessThere(() => (options.unique ? index.unique() : index).execute());
  }

  /** A new column: it must have a default or bear null, since rows and older instances know nothing of it. */
  async column(
    table: TableName,
    name: string,
    type: RawBuilder<unknown>,
    options: { readonly defaultTo?: string | number } = {},
  ): Promise<void> {
    const { defaultTo } = options;
    await this.#unlessThere(() =>
      this.db.schema
        .alterTable(table)
        .addColumn(name, type, (column) =>
          defaultTo === undefined ? column : column.notNull().defaultTo(defaultTo),
        )
        .execute(),
    );
  }

  async #unlessThere(make: () => Promise<unknown>): Promise<void> {
    try {
      await make();
    } catch (error) {
      // Where a failure ends the transaction, nothing else could be done in it: another process is at work.
      if (this.#words.hasTransactionalDdl || !this.#words.isAlreadyThere(error)) throw error;
    }
  }
}
