/** Stores for tests, one on each engine. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type StoreTables, type TableName, tableNames } from '../../src/store/tables.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type LiveEngine as Engine } from '../support/servers.ts';

export interface TestStore extends AsyncDisposable {
  readonly store: Store;
  readonly url: string;
  /** Opens the same store once more, like another instance. */
  another(): Promise<Store>;
}

/** The URL of a store that nobody has opened yet, and its removal. */
export async function storePlace(engine: Engine): Promise<{ url: string } & AsyncDisposable> {
  if (engine === 'sqlite') {
    const file = join(await temporaryFolder(), 'state', 'state.sqlite');
    return { url: `sqlite:///${file}`, [Symbol.asyncDispose]: async () => {} };
  }
  const database = await createDatabase(engine);
  return { url: database.url, [Symbol.asyncDispose]: () => database.drop() };
}

export async function openTestStore(engine: Engine): Promise<TestStore> {
  return openOn(await storePlace(engine));
}

/** Stores for consecutive tests: each finds its tables empty, and only the first has to create them. */
export class SequentialStores implements AsyncDisposable {
  readonly #engine: Engine;
  #place: Awaited<ReturnType<typeof storePlace>> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async open(): Promise<TestStore> {
    const isMade = this.#place !== undefined;
    this.#place ??= await storePlace(this.#engine);
    const opened = await openOn({ url: this.#place.url, [Symbol.asyncDispose]: async () => {} });
    if (isMade) await opened.store.write(empty);
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#place?.[Symbol.asyncDispose]();
  }
}

async function empty(trx: Kysely<StoreTables>): Promise<void> {
  for (const table of Object.keys(tableNames) as TableName[]) {
    if (table !== 'migrations') await trx.deleteFrom(table).execute();
  }
}

async function openOn(place: Awaited<ReturnType<typeof storePlace>>): Promise<TestStore> {
  const opened: Store[] = [];
  const another = async () => {
    const store = await openStore(parseDatabaseUrl(place.url));
    opened.push(store);
    return store;
  };
  return {
    store: await another(),
    url: place.url,
    another,
    [Symbol.asyncDispose]: async () => {
      for (const store of opened) await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
