/** Hidden data does not influence answers: tested with pairs of databases, and with filtered copies. */
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRequest } from '../query/build.ts';
import { type DataSet, type DataTable, type EngineData, shown, storedOn } from '../query/dataset.ts';
import { type RequestPlan, requestPlan } from '../query/generate.ts';
import { loadData } from '../query/load.ts';
import { seed } from '../query/seed.ts';
import { zoo } from '../query/zoo.ts';
import type { Engine, TestDatabase } from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { columnsSeen, limited, policy, type Sight } from './people.ts';
import { type LimitedService, queryPath, type RequestedAnswer, serveLimited } from './service.ts';
import { shapes } from './shapes.ts';
import { copyFor, twinOf } from './twins.ts';

interface Request {
  readonly path: string;
  readonly body?: string;
}

const formats = ['csv', 'tsv', 'json', 'ndjson', 'xlsx'];
const ways = [
  '',
  '/summaries',
  '/explain',
  ...formats.map((format) => `/export?format=${format}`),
  '/export?format=csv&safe=true',
];

/** A sample of the requests: every `step`th, from `first` on. */
interface Part {
  readonly first: number;
  readonly step: number;
}

function partOf<T>(all: readonly T[], { first, step }: Part): T[] {
  return all.filter((_, i) => i % step === first % step);
}

/** Records, lists, bytes, and descriptions of the database, for a sample of the records and columns. */
function* plainRequests(data: DataSet, part: Part): Generator<Request> {
  for (const path of ['', '/mode', '/catalog', '/operators', '/functions'])
    yield { path: `/api/database${path}` };
  yield { path: '/api/openapi.json' };
  yield { path: '/api/me' };
  yield { path: '/api/database/refresh', body: '' };
  for (const table of data.tables) {
    const at = `/api/database/tables/${encodeURIComponent(table.name)}`;
    yield { path: at };
    yield { path: `${at}?limit=3&offset=1` };
    for (const key of partOf(keysOf(table), part)) {
      yield { path: `${at}/recs/[${key}]` };
      yield { path: `${at}/recs/[${key}]/note` };
    }
    for (const { name } of partOf(table.columns, part)) {
      yield { path: `${at}/recs/[1]?by=${encodeURIComponent(name)}` };
      yield { path: `${at}/recs/[${encodeURIComponent('DE')}]?by=${encodeURIComponent(name)}` };
      yield { path: `${at}/recs/[1]/${encodeURIComponent(name)}` };
    }
  }
}

/** A tool call, as an assistant sends it. */
function toolCall(name: string, given: object): Request {
  const params = { name, arguments: given };
  return { path: '/mcp', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) };
}

/** Requests of assistants: about the model, records, and queries that name hidden things. */
function* toolRequests(data: DataSet, part: Part): Generator<Request> {
  yield toolCall('search_model', {});
  yield toolCall('search_model', { find: 'id name cost note' });
  yield { path: '/mcp', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list' }) };
  const [first] = data.tables;
  for (const table of data.tables) {
    yield toolCall('search_model', { entity: table.name });
    yield toolCall('search_model', { entity: table.name, to: first?.name });
    for (const { name } of partOf(table.columns, part))
      yield toolCall('search_model', { entity: table.name, column: name });
    for (const key of partOf(keysOf(table).slice(0, 6), part)) {
      yield toolCall('record', { entity: table.name, key: key.split(',').map(decodeURIComponent) });
    }
  }
  for (const shape of partOf(shapes, part)) yield toolCall('query', shape);
  for (const shape of partOf(shapes.slice(0, 8), part)) yield toolCall('explain', shape);
}

/** Rows that are visible to some, to others, and to nobody. */
function keysOf(table: DataTable): string[] {
  const places = table.primaryKey.map((name) => table.columns.findIndex((column) => column.name === name));
  const own = table.rows.slice(0, 12).map((row) =>
    places
      .map((i) => {
        const value = row[i] ?? null;
        return value === null ? '$null' : encodeURIComponent(shown(value));
      })
      .join(','),
  );
  return [...own, '5000', '5003', '77777', 'x', '1,2'];
}

/** `isWhole`: each shape in every way; otherwise in two ways. */
function* shapeRequests(isWhole: boolean): Generator<Request> {
  for (const [n, shape] of shapes.entries()) {
    const some = isWhole ? ways : ['', ways[1 + (n % (ways.length - 1))]];
    for (const way of some) yield { path: `${queryPath}${way}`, body: JSON.stringify(shape) };
  }
}

/** The names in a data set that a user may see, with all rows, so that conditions search for hidden values. */
function namesFor(data: EngineData, sight: Sight, set: DataSet): EngineData {
  const tables = [...data.tables.values()].flatMap((table) => {
    const original = set.tables.find(({ name }) => name === table.name);
    const seen = original === undefined ? new Set<string>() : columnsSeen(set, original, sight);
    if (seen.size === 0) return [];
    const places = table.columns.flatMap(({ name }, i) => (seen.has(name) ? [i] : []));
    const foreignKeys = table.foreignKeys.filter(({ columns }) => columns.every((name) => seen.has(name)));
    const columns = places.flatMap((i) => table.columns[i] ?? []);
    const rows = table.rows.map((row) => places.map((i) => row[i] ?? null));
    return [{ ...table, columns, rows, foreignKeys }];
  });
  const there = new Map(tables.map((table) => [table.name, table]));
  for (const [name, table] of there) {
    const foreignKeys = table.foreignKeys.filter(({ target, targetColumns }) =>
      targetColumns.every((column) => there.get(target)?.columns.some((own) => own.name === column)),
    );
    there.set(name, { ...table, foreignKeys });
  }
  return { ...data, tables: there };
}

/** PostgreSQL distinguishes rows of a table without a key by internal ids, of which the table's own is random. */
function withoutChance(body: string): string {
  // In a tool's answer it is a text within a text.
  return body.replace(/,\\?"next\\?":\\?"([\w-]+)\\?"/, (_, text: string) => {
    const content = Buffer.from(text, 'base64url').subarray(16).toString();
    return `,"next":${content.replace(/,"\d+",("\(\d+,\d+\)")/g, ',$1')}`;
  });
}

/** DuckDB's plans contain the file name, which differs for each test database. */
const ownName = /\bt_[0-9a-f]{16}\b/g;

function comparable({ status, headers, body: sent, bytes }: RequestedAnswer): string {
  const body = withoutChance(sent).replace(ownName, 'own');
  // A workbook contains its creation time.
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const content = isZip
    ? JSON.stringify([...unzip(bytes)].map(([name, part]) => [name, String(part)]))
    : body;
  return `${status} ${JSON.stringify(headers)}\n${content}`;
}

interface Pair {
  readonly sight: Sight;
  readonly first: LimitedService;
  readonly second: LimitedService;
  readonly databases: readonly TestDatabase[];
}

async function sameAnswers({ sight, first, second }: Pair, { path, body }: Request): Promise<number> {
  const [a, b] = await Promise.all([first.ask(sight.user, path, body), second.ask(sight.user, path, body)]);
  const [one, other] = [comparable(a), comparable(b)];
  if (one === other) return a.status;
  throw new Error(`${sight.user} is told apart by ${path}\n  ${body ?? ''}\n  ${difference(one, other)}`);
}

/** The surroundings of the first difference between two texts. */
export function difference(one: string, other: string): string {
  const from = Math.max(0, [...one].findIndex((letter, i) => letter !== other[i]) - 200);
  return [one, other].map((text) => text.slice(from, from + 1_500)).join('\n  ');
}

/** InnoDB estimates row counts from its last sample, which may come from different pages of the twins. */
async function takeStock(database: TestDatabase): Promise<void> {
  if (database.engine !== 'mysql') return;
  const tables = await database.rows(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = database() AND table_type = 'BASE TABLE'",
  );
  const names = tables.flat().map((name) => `\`${String(name)}\``);
  await database.run(`ANALYZE TABLE ${names.join(', ')}`);
}

function withoutOwnReferences(data: DataSet): DataSet {
  const tables = data.tables.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.filter(({ target }) => target !== table.name),
  }));
  return { ...data, tables };
}

/** The number of concurrent requests: most of the time is the engine's, and few wait for a slow one. */
const together = 10;

function askGenerated(runs: number, ask: (plan: RequestPlan) => Promise<void>): Promise<void> {
  const plans = fc.array(requestPlan, { minLength: together, maxLength: together });
  const all = fc.asyncProperty(plans, async (some) => void (await Promise.all(some.map(ask))));
  return fc.assert(all, { numRuns: Math.ceil(runs / together), seed });
}

export function checkNonInterference(
  engines: readonly Engine[],
  runs: number,
  people: readonly Sight[] = limited,
): void {
  describe.each(engines)('hidden data does not affect answers on %s', (engine) => {
    const pairs: Pair[] = [];
    const isWhole = runs > 1_000;
    /** In the short run each call uses a different sample. */
    const part = (n: number): Part => ({ first: n, step: isWhole ? 1 : 2 });
    let asked = 0;
    let answered = 0;
    /** The number of completed tests. */
    let passed = 0;
    const count = (status: number) => {
      asked++;
      if (status === 200) answered++;
    };

    // DuckDB checks foreign keys row by row, so rows with references within a table would have to be ordered.
    const data = engine === 'duckdb' ? withoutOwnReferences(zoo) : zoo;

    beforeAll(async () => {
      const database = await loadData(engine, data);
      await takeStock(database);
      const first = await serveLimited(database.url, policy);
      for (const sight of people) {
        const twin = twinOf(data, sight, seed);
        if (twin.changes < 5) throw new Error(`the twin of ${sight.user} is too much like the other`);
        const other = await loadData(engine, twin.data, true);
        await takeStock(other);
        const second = await serveLimited(other.url, policy);
        pairs.push({ sight, first, second, databases: [database, other] });
      }
    }, 120_000);

    afterAll(async () => {
      for (const { first, second } of pairs) {
        await first[Symbol.asyncDispose]();
        await second[Symbol.asyncDispose]();
      }
      for (const database of new Set(pairs.flatMap(({ databases }) => databases))) await database.drop();
    });

    test('in descriptions, lists, records and bytes', { timeout: 3_600_000 }, async () => {
      for (const [n, pair] of pairs.entries())
        for (const request of plainRequests(data, part(n))) count(await sameAnswers(pair, request));
      passed++;
    });

    test('in queries of every shape', { timeout: 3_600_000 }, async () => {
      for (const pair of pairs)
        for (const request of shapeRequests(isWhole)) count(await sameAnswers(pair, request));
      passed++;
    });

    test('in the answers of tools', { timeout: 3_600_000 }, async () => {
      // Tools use the same queries as all requests, so in the short run only some users call them.
      for (const [n, pair] of (isWhole ? pairs : pairs.slice(-2)).entries())
        for (const request of toolRequests(data, part(n))) count(await sameAnswers(pair, request));
      passed++;
    });

    test(`in ${runs} generated queries (seed ${seed})`, { timeout: 3_600_000 }, async () => {
      const stored = storedOn(engine, data);
      const names = new Map(pairs.map(({ sight }) => [sight, namesFor(stored, sight, data)]));
      await askGenerated(runs, async (plan) => {
        const pair = pairs[plan.naming % pairs.length];
        if (pair === undefined) throw new Error('there are no pairs');
        const own = plan.count % 5 === 0 ? stored : (names.get(pair.sight) ?? stored);
        const body = stringify(buildRequest(own, plan)) ?? '';
        const way = ways[plan.offset % ways.length] ?? '';
        count(await sameAnswers(pair, { path: queryPath, body }));
        if (way !== '') count(await sameAnswers(pair, { path: queryPath + way, body }));
      });
      passed++;
    });

    test('and enough of the requests succeed', async ({ annotate }) => {
      const mistakes = pairs.flatMap(({ first, second }) => [...first.mistakes, ...second.mistakes]);
      expect(mistakes).toEqual([]);
      // No figure is reported if one of the tests above has failed.
      expect(passed).toBe(4);
      expect(answered).toBeGreaterThan(250);
      await annotate(
        `${engine}: ${asked} requests to pairs of databases, ${answered} of them answered, all alike`,
        'A17',
      );
    });
  });
}

/** A copy has different estimates. */
const counted = { count: 'exact' };

/** `next` is sealed for one schema and user. */
export function withoutCursor(body: string): string {
  return body.replace(/,"next":"[\w-]+"/, '');
}

export function checkCopies(engines: readonly Engine[], runs: number): void {
  describe.each(engines)('a filtered copy has the same answers on %s', (engine) => {
    const pairs: Pair[] = [];
    beforeAll(async () => {
      const database = await loadData(engine, zoo);
      const first = await serveLimited(database.url, policy);
      // A key that is visible only in some rows cannot be the key of a copy.
      for (const sight of limited.filter(({ user }) => user !== 'lee')) {
        const copy = await loadData(engine, copyFor(zoo, sight), true);
        pairs.push({ sight, first, second: await serveLimited(copy.url, null), databases: [database, copy] });
      }
    }, 120_000);
    afterAll(async () => {
      for (const { first, second } of pairs) {
        await first[Symbol.asyncDispose]();
        await second[Symbol.asyncDispose]();
      }
      for (const database of new Set(pairs.flatMap(({ databases }) => databases))) await database.drop();
    });

    const compare = async ({ sight, first, second }: Pair, path: string, body: string) => {
      const [a, b] = await Promise.all([
        first.ask(sight.user, path, body),
        second.ask(sight.user, path, body),
      ]);
      const [own, copied] = [a, b].map((answer) => `${answer.status} ${withoutCursor(answer.body)}`);
      if (own === copied) return;
      throw new Error(`${sight.user}: ${path}\n  ${body}\n  ${own}\n  ${copied}`);
    };

    test('to queries of every shape', { timeout: 3_600_000 }, async () => {
      for (const pair of pairs) {
        for (const [n, shape] of shapes.entries()) {
          const body = JSON.stringify({ ...shape, ...counted });
          const others = ['/summaries', '/export?format=csv'];
          for (const way of ['', ...(runs > 1_000 ? others : partOf(others, { first: n, step: 2 }))])
            await compare(pair, queryPath + way, body);
        }
      }
    });

    test(`to ${runs} generated queries (seed ${seed})`, { timeout: 3_600_000 }, async ({ annotate }) => {
      const stored = storedOn(engine, zoo);
      const names = new Map(pairs.map(({ sight }) => [sight, namesFor(stored, sight, zoo)]));
      await askGenerated(runs, async (plan) => {
        const pair = pairs[plan.naming % pairs.length];
        if (pair === undefined) throw new Error('there are no pairs');
        const request = buildRequest(names.get(pair.sight) ?? stored, plan);
        await compare(pair, queryPath, stringify({ ...request, ...counted }) ?? '');
      });
      await annotate(`${engine}: ${runs} queries have the answers of a filtered copy`, 'A17');
    });
  });
}
