/** A store that fails a few times, from a given moment on. */
import type { Kysely } from 'kysely';
import { temporaryStore } from '../../src/store/open.ts';
import { type RowOf, type Store, storeUnavailable, type Work } from '../../src/store/store.ts';
import type { KeyedTable, StoreTables } from '../../src/store/tables.ts';

export class FailingStore implements Store {
  readonly display = 'a store that fails';
  readonly #store: Store;
  #isTime: () => Promise<boolean> = async () => false;
  #failures = 0;

  private constructor(store: Store) {
    this.#store = store;
  }

  static async create(): Promise<FailingStore> {
    return new FailingStore(await temporaryStore());
  }

  /** The next calls fail, as many as these, once it is time. */
  failOnce(isTime: () => Promise<boolean>, failures: number): void {
    this.#isTime = isTime;
    this.#failures = failures;
  }

  async #checked<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failures > 0 && (await this.#isTime())) {
      this.#failures--;
      throw storeUnavailable(new Error('a test asked for it'));
    }
    return work();
  }

  read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T> {
    return this.#checked(() => this.#store.read(work));
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#checked(() => this.#store.write(work));
  }

  append<T>(work: Work<T>): Promise<T> {
    return this.#checked(() => this.#store.append(work));
  }

  addLines(...given: Parameters<Store['addLines']>): Promise<void> {
    return this.#checked(() => this.#store.addLines(...given));
  }

  row<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> | Promise<RowOf<Name>> {
    return this.#store.row(table, key);
  }

  ping(): Promise<void> {
    return this.#store.ping();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
