/** Ten thousand saved queries: a list or a search reads no more of them than of ten, apart from its results. */
import { type Kysely, type KyselyPlugin, type PluginTransformQueryArgs, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListOptions, listDocuments } from '../../src/app/saved/listing.ts';
import type { Store } from '../../src/store/store.ts';
import type { StoreTables } from '../../src/store/tables.ts';
import { openTestStore, type TestStore } from '../store/stores.ts';
import { isLongRun } from '../support/long-run.ts';
import { type LiveEngine as Engine, liveEngines as engines } from '../support/servers.ts';
import { analyze, fill, titleOf } from './many.ts';

const ada = { name: 'ada', roles: ['sales', 'office'] };

/** The rows that the engine has read so far, in the transaction or session; null if it does not tell. */
const looked: Record<Engine, ((db: Kysely<StoreTables>) => Promise<number>) | null> = {
  sqlite: null,
  async postgres(db) {
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables`.execute(
      db,
    );
    return Number(rows[0]?.rows ?? 0);
  },
  async mysql(db) {
    const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db);
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  },
};

/** Records the engine's query plan for each statement. */
class Explaining implements KyselyPlugin {
  readonly #db: Kysely<StoreTables>;
  readonly #steps: string[];

  constructor(db: Kysely<StoreTables>, steps: string[]) {
    this.#db = db;
    this.#steps = steps;
  }

  readonly #pending: Promise<void>[] = [];

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    const { sql: text, parameters } = this.#db.getExecutor().compileQuery(node, queryId);
    const literal = parameters.reduce<string>(
      (all, value) =>
        all.replace('?', () => (typeof value === 'number' ? String(value) : `'${String(value)}'`)),
      text,
    );
    this.#pending.push(
      sql<{ detail: string }>`${sql.raw(`explain query plan ${literal}`)}`
        .execute(this.#db)
        .then(({ rows }) => {
          this.#steps.push(...rows.map(({ detail }) => detail));
        }),
    );
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    await Promise.all(this.#pending);
    return result;
  }
}

describe.each(engines)('with thousands of saved queries on %s', (engine) => {
  // SQLite does not report the number of rows read, but the plans below show it, whatever the number of queries.
  const many = isLongRun ? 10_000 : engine === 'sqlite' ? 4_500 : 6_000;
  let place: TestStore;
  beforeAll(async () => {
    place = await openTestStore(engine);
    await fill(place.store, 0, many);
    await analyze(place.store, engine);
  }, 120_000);
  afterAll(() => place[Symbol.asyncDispose]());

  const list = (ask: Partial<ListOptions>, store: Store = place.store) =>
    listDocuments(store, 'query', ada, { search: null, limit: 20, after: null, ...ask });

  /** The same, with the number of rows read. */
  async function counted(ask: Partial<ListOptions>) {
    const count = looked[engine];
    if (count === null) return { ...(await list(ask)), rows: 0 };
    return place.store.write(async (trx) => {
      const before = await count(trx);
      const answer = await list(ask, { ...place.store, read: (work) => work(trx) });
      return { ...answer, rows: (await count(trx)) - before };
    });
  }

  const seen = (number: number) => number % 3 !== 2;
  const titles = (items: readonly { content: string }[]) =>
    items.map(({ content }): string => JSON.parse(content).title);
  const expected = (fits: (number: number) => boolean, most = 20) =>
    Array.from({ length: many }, (_, i) => many - 1 - i)
      .filter((number) => seen(number) && fits(number))
      .map(titleOf)
      .slice(0, most);

  /** Each request with its condition on results, and whether the search parts are rare. */
  const asks: readonly [string, Partial<ListOptions>, (number: number) => boolean][] = [
    ['the first page', {}, () => true],
    ['a word in a single query', { search: '04321' }, (number) => number === 4_321],
    ['a rare word after frequent ones', { search: 'sales BY COUNTRY 00056' }, (number) => number === 56],
    ['a word in many queries', { search: 'invoices' }, (number) => number % 7 === 2],
    ['a digit in most queries', { search: '0' }, (number) => titleOf(number).includes('0')],
    ['a word in no query', { search: 'zebra' }, () => false],
    ['a phrase in no query, of frequent parts', { search: 'sales by staff' }, () => false],
  ];

  test.each(asks)('%s: the right queries are found by reading few rows', async (_what, ask, fits) => {
    const { items, rows } = await counted(ask);
    expect(titles(items)).toEqual(expected(fits));
    // A search counts twelve parts, up to two hundred rows each, for which some engines build a table first.
    expect(rows).toBeLessThan(5_000);
  });

  test('the last page is found by reading few rows, like the first', async () => {
    let after: string | null = null;
    let found = 0;
    for (;;) {
      const page: Awaited<ReturnType<typeof list>> = await list({ after, limit: 1_000 });
      found += page.items.length;
      if (page.next === null) break;
      after = page.next;
    }
    expect(found).toBe(expected(() => true, many).length);
    const { items, rows } = await counted({ after });
    expect(items).toHaveLength(20);
    expect(rows).toBeLessThan(500);
  });
});

test('SQLite lists and searches queries by indexes, without scanning a table', async () => {
  await using place = await openTestStore('sqlite');
  await fill(place.store, 0, 100);
  const plans: string[] = [];
  const explained: Store = {
    ...place.store,
    read: (work) => place.store.read((db) => work(db.withPlugin(new Explaining(db, plans)))),
  };
  for (const search of [null, 'zebra', 'sales by month', '0']) {
    for (const after of [null, 'zzzzzzzz-1'])
      await listDocuments(explained, 'query', ada, { search, limit: 20, after });
  }
  expect(plans.length).toBeGreaterThan(12);
  expect(plans.filter((step) => /^SCAN (?!b$|s$|CONSTANT)/.test(step))).toEqual([]);
  expect(plans.filter((step) => step.startsWith('SEARCH a '))).not.toEqual([]);
});
