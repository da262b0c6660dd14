// Tells whether writing some rows of a set may change others, through triggers and rules of the database, or because
// two tables show the same rows.
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Entity } from '../../../model/database.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import { mayShareRows } from './inherited-rows.ts';

export class Triggers {
  readonly #dialect: SqlDialect;
  readonly #transaction: WriteTransaction;
  readonly #found = new Map<Entity, Promise<boolean>>();

  constructor(dialect: SqlDialect, transaction: WriteTransaction) {
    this.#dialect = dialect;
    this.#transaction = transaction;
  }

  /** Whether writing rows of these tables may change rows of `entity`. */
  async mayChange(entity: Entity, written: Iterable<Entity>): Promise<boolean> {
    for (const one of written) if (await this.#acts(one, entity)) return true;
    return false;
  }

  #acts(written: Entity, entity: Entity): Promise<boolean> | boolean {
    if (mayShareRows(written, entity)) return true;
    const { triggers } = this.#dialect.changing;
    if (triggers === undefined) return written !== entity;
    const known = this.#found.get(written);
    if (known !== undefined) return known;
    const found = this.#transaction.rows(triggers(written)).then(({ length }) => length > 0);
    this.#found.set(written, found);
    return found;
  }
}
