/** Queries that differ only in their values and page share a plan: they are planned and compiled once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenDatabase } from '../../src/app/database.ts';
import { pageOptions, readQuery } from '../../src/app/read/query.ts';
import type { Snapshot } from '../../src/app/snapshot.ts';
import { readGridRequest } from '../../src/contract/read-grid.ts';
import { maxParts, maxValues } from '../../src/contract/shape.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { jsonRow } from '../../src/query/compile/formats.ts';
import { anybody } from '../support/asker.ts';
import { createDatabase, engines, type TestDatabase } from '../support/servers.ts';
import { shop } from './golden/schema.ts';

describe('request bodies', () => {
  const body = (value: unknown, more: object = {}) => ({
    entities: [{ id: 'album', attributes: [{ id: 'id' }] }],
    where: { func: { name: 'EQ', args: [{ alias: 'id' }, { value }] } },
    ...more,
  });
  const shapeOf = (sent: unknown) => readGridRequest(sent).shape.text;

  test('that differ only in values and page have the same shape', () => {
    const one = shapeOf(body(1));
    for (const value of [2, '2', true, 1e300]) expect(shapeOf(body(value))).toBe(one);
    expect(shapeOf(body(1, { limit: 5, offset: 7, count: 'none', after: 'x' }))).toBe(one);
    expect(readGridRequest(body('x', { limit: 5, offset: 7 }))).toMatchObject({
      given: ['x'],
      page: { limit: 5, offset: 7 },
    });
  });

  test('that differ in anything else have different shapes', () => {
    const texts = [
      body(1),
      body([1]),
      body([]),
      { unigrid: body(1) },
      body(1, { order: [] }),
      body(1, { group: ['id'] }),
    ].map(shapeOf);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('are refused with invalid values and pages', () => {
    const refused = (sent: unknown) => expect(() => readGridRequest(sent)).toThrow();
    for (const limit of [-1, 1.5, '1', null]) refused(body(1, { limit }));
    for (const value of [{}, [[1]], [{}]]) refused(body(value));
    refused(body(1, { count: 'many' }));
    refused(body(1, { after: 1 }));
  });

  test('are limited in their values and parts', () => {
    const values = (count: number) => Array.from({ length: count }, (_, i) => i);
    expect(readGridRequest(body(values(maxValues))).given).toHaveLength(1);
    expect(() => readGridRequest(body(values(maxValues + 1)))).toThrow('at most 10,000 values');
    const groups = (count: number) => ({ entities: [{ id: 'a' }], group: values(count).map(String) });
    expect(() => readGridRequest(groups(maxParts - 10))).not.toThrow();
    expect(() => readGridRequest(groups(maxParts))).toThrow('at most 10,000 parts');
  });
});

describe.each(engines)('queries of the same shape on %s', (engine) => {
  let database: TestDatabase;
  let open: OpenDatabase;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(shop(engine));
    open = await OpenDatabase.open(parseDatabaseUrl(database.url), {
      poolSize: 1,
      statementTimeoutMs: 30_000,
      poolWaitMs: 10_000,
      onWarning: () => {},
    });
  });
  afterAll(async () => {
    await open?.close();
    await database?.drop();
  });

  /** A snapshot with empty caches, which counts compilations. */
  const counting = (snapshot: Snapshot) => {
    const { sql } = snapshot.dialect;
    let compiled = 0;
    const compile: typeof sql.compile = (query) => {
      compiled++;
      return sql.compile(query);
    };
    const dialect = { ...snapshot.dialect, sql: { ...sql, compile } };
    const scope = { ...snapshot.scope, source: {} };
    return { snapshot: { ...snapshot, dialect, scope }, compiled: () => compiled };
  };

  const ask = (title: unknown, price: unknown, ids: unknown) => ({
    entities: [
      { id: 'album', attributes: [{ id: 'id' }, { id: 'title' }, { id: 'price', summaries: ['sum'] }] },
    ],
    where: {
      cond: {
        with: 'AND',
        entries: [
          { func: { name: 'ILIKE', args: [{ alias: 'title' }, { value: title }] } },
          { func: { name: 'LT', args: [{ alias: 'price' }, { value: price }] } },
          { func: { name: 'IN', args: [{ alias: 'id' }, { value: ids }] } },
        ],
      },
    },
    order: [{ alias: 'title' }],
  });

  test('are compiled once, each with its own values', async () => {
    await open.use(anybody(), async (real) => {
      const { snapshot, compiled } = counting(real);
      const statements = (body: object) => {
        const query = readQuery(snapshot, readGridRequest(body));
        const page = query.page(jsonRow, pageOptions(query, query.paging.limit ?? 100n, true));
        return [page, query.totals({ count: true })?.statement ?? page];
      };
      const first = statements(ask('abc', 5, [1, 2]));
      const count = compiled();
      expect(count).toBeGreaterThan(0);
      const second = statements(ask('xyz', 7, [3, 4]));
      expect(compiled()).toBe(count);
      expect(second.map(({ sql }) => sql)).toEqual(first.map(({ sql }) => sql));
      expect(second.map(({ parameters }) => parameters)).not.toEqual(
        first.map(({ parameters }) => parameters),
      );
      expect(JSON.stringify(second[0]?.parameters, plain)).toContain('xyz');
      expect(JSON.stringify(second[0]?.parameters, plain)).not.toContain('abc');
      // Any other offset adds one number.
      statements({ ...ask('abc', 5, [1, 2]), offset: 1 });
      const paged = compiled();
      const [third] = statements({ ...ask('def', 5, [1, 2]), offset: 77 });
      expect(compiled()).toBe(paged);
      expect(third?.parameters.map(String)).toContain('77');
      // The first again, after the others.
      expect(statements(ask('abc', 5, [1, 2]))).toEqual(first);
    });
  });

  test('get separate statements where their values need different SQL', async () => {
    await open.use(anybody(), async (real) => {
      const { snapshot } = counting(real);
      const page = (title: string, price: unknown) => {
        const query = readQuery(snapshot, readGridRequest(ask(title, price, [1])));
        return query.page(jsonRow, pageOptions(query, 100n, true)).sql;
      };
      const plainText = page('abc', 5);
      // A non-ASCII pattern is case-folded; a price with more decimals than the column is compared differently.
      const folded = page('größe', 5);
      // DuckDB case-folds all patterns.
      if (engine === 'duckdb') expect(folded).toBe(plainText);
      else expect(folded).not.toBe(plainText);
      if (engine !== 'postgres') {
        expect(page('abc', '5.00000000000000000000000000000000001')).not.toBe(plainText);
      }
      expect(page('xyz', 7)).toBe(plainText);
      expect(page('märz', 7)).toBe(folded);
    });
  });
});

function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
