// The interface of a migration, and steps that every engine can repeat after a crash in the middle.
import type { Kysely, RawBuilder } from 'kysely';
import type { ColumnTypes, StoreEngine } from '../engine.ts';
import type { StoreTables, TableName } from '../tables.ts';

export interface Migration {
  /** Its number and its content. Never changes once released. */
  readonly name: string;
  /** Every step must be repeatable; create tables with `ifNotExists`. */
  up(change: Change): Promise<void>;
}

/** The tools of a migration. */
export class Change {
  readonly db: Kysely<StoreTables>;
  readonly types: ColumnTypes;
  readonly #engine: StoreEngine;

  constructor(db: Kysely<StoreTables>, engine: StoreEngine) {
    this.db = db;
    this.types = engine.types;
    this.#engine = engine;
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

  /** Adds a column. It must have a default or be nullable, since existing rows and older instances do not set it. */
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
      // If DDL is transactional, the failure has ended the transaction: another process is migrating.
      if (this.#engine.hasTransactionalDdl || !this.#engine.isAlreadyThere(error)) throw error;
    }
  }
}
